import { expect, test } from 'vitest';
import type { Catalogue } from './catalogue.ts';
import { catalogueFaults } from './faults.ts';
import { fillIn, fillInEnglish, openMessages } from './fill-in.ts';

const english = fillInEnglish(
  {},
  {
    copied: 'Copied',
    from: 'From $place$',
    gone_one: 'Chat deleted.',
    gone_other: '$count$ chats deleted.',
  },
);

const german = fillIn(english, {}, 'de', {
  copied: 'Kopiert',
  from: 'Von $place$',
  gone_one: 'Chat gelöscht.',
  gone_other: '$count$ Chats gelöscht.',
});

const faults = (catalogue: Catalogue, locale = 'de', source = english) =>
  catalogueFaults(source, catalogue, locale).map(({ key, what }) => `${key} ${what}`);

test('a catalogue that was filled in has no faults', () => {
  expect(faults(english, 'en')).toEqual([]);
  expect(faults(german)).toEqual([]);
  expect(openMessages(english, german, 'de')).toEqual({});
});

test('missing messages are found and listed for translation', () => {
  const { copied: _, ...rest } = german;
  expect(faults(rest)).toEqual(['copied is missing']);
  expect(openMessages(english, rest, 'de')).toEqual({ copied: 'Copied' });
});

test('a translation is outdated once its English text has changed', () => {
  const changed = fillInEnglish(english, { copied: 'It was copied' });
  expect(faults(german, 'de', changed)).toEqual(['copied was made from other English words than "It was copied"']);
  expect(openMessages(changed, german, 'de')).toEqual({ copied: 'It was copied' });
  expect(faults(fillIn(changed, german, 'de', { copied: 'Es wurde kopiert' }), 'de', changed)).toEqual([]);
});

test('a language needs exactly its own plural forms', () => {
  expect(Object.keys(openMessages(english, {}, 'ru'))).toEqual([
    'copied',
    'from',
    'gone_one',
    'gone_few',
    'gone_many',
    'gone_other',
  ]);
  expect(Object.keys(openMessages(english, {}, 'ja'))).toEqual(['copied', 'from', 'gone_other']);
  expect(faults(german, 'ja')).toContain('gone_one is not in the English catalogue');
});

test('the number may only be omitted in a form for a single number', () => {
  const russian = (one: string) => fillIn(english, {}, 'ru', { gone_one: one });
  expect(faults(russian('Чат удалён.'), 'ru')).toContain('gone_one lacks $count$');
  expect(faults(russian('Удалён $count$ чат.'), 'ru').filter((fault) => fault.startsWith('gone_one'))).toEqual([]);
  const french = fillIn(english, {}, 'fr', { gone_one: 'Chat supprimé.' });
  expect(faults(french, 'fr').filter((fault) => fault.startsWith('gone_one'))).toEqual([]);
});

test('placeholders are the same as in English', () => {
  expect(faults(fillIn(english, german, 'de', { from: 'Von $Ort$' }))).toEqual([
    'from lacks $place$',
    'from has $Ort$, which the English message has not',
  ]);
});

test('text that a browser would treat as a placeholder is found', () => {
  const spoilt = fillIn(english, german, 'de', { copied: 'Kopiert für 5 $ {hier}' });
  expect(faults(spoilt)).toEqual(['copied has a lone $', 'copied has a brace']);
  const untold = { ...german, from: { message: 'Von $place$', description: german.from?.description ?? '' } };
  expect(faults(untold)).toEqual(['from has other placeholders than its message']);
});
