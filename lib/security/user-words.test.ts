import { expect, test } from 'vitest';
import { asked, runStart, threadOf } from '../testing/agent/scripted-thread.ts';
import { userTexts, userTextsWithoutTitles } from './provenance.ts';

const titled = (title: string) => runStart('r', { page: { title, url: 'https://a.test/' } });

test('the words of the user are the questions and the messages during a run, without quoted lines', () => {
  const thread = threadOf(asked('q', 'Is a > b?\n > quoted\n\t>also\nx> y\nYes.'), runStart('r'), {
    type: 'run-steer',
    messageId: 's',
    content: '> no\nAnd c?',
  });
  expect(userTexts(thread)).toEqual(['Is a > b?\n\n\nx> y\nYes.', '\nAnd c?']);
});

test('titles of pages that a prompt quotes are left out, if they are to be', () => {
  const thread = threadOf(asked('q', 'Sum up Tide tables, please: Tide tables.'), titled('Tide tables'));
  expect(userTextsWithoutTitles(thread, () => true)).toEqual(['Sum up  , please:  .']);
  expect(userTextsWithoutTitles(thread, () => false)).toEqual(['Sum up Tide tables, please: Tide tables.']);
  expect(userTextsWithoutTitles(thread, (title) => title === 'Tide tables')).toEqual(['Sum up  , please:  .']);
});

test('a run without a page, or a page without a title, leaves nothing out', () => {
  expect(userTextsWithoutTitles(threadOf(asked('q', 'a b'), runStart('r')), () => true)).toEqual(['a b']);
  expect(userTextsWithoutTitles(threadOf(asked('q', 'a b'), titled('')), () => true)).toEqual(['a b']);
});
