import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALES, readCatalogue } from './catalogue.ts';
import { catalogueFaults } from './faults.ts';
import { englishWordingFaults, readEnglishGlossary, readGlossary, wordingFaults } from './wording.ts';

const root = path.resolve(import.meta.dirname, '../..');
const english = readCatalogue('en');

/** Everything that is shipped and may name a message. */
function code(): string {
  const files = ['components', 'entrypoints', 'lib', 'demo'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(?:tsx?|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.join(root, folder, file)),
  );
  return [...files, path.join(root, 'wxt.config.ts')].map((file) => readFileSync(file, 'utf8')).join('\n');
}

describe.each(LOCALES)('the catalogue of %s', (locale) => {
  test('has every message in every form, and none that is outdated, unknown or invalid', () => {
    expect(catalogueFaults(english, readCatalogue(locale), locale)).toEqual([]);
  });

  test('declares its language, which determines numbers and plural forms', () => {
    expect(readCatalogue(locale).language?.message).toBe(locale.replace('_', '-'));
  });
});

test('English messages use the terms of the glossary, and nothing that the rules for wording advise against', () => {
  expect(englishWordingFaults(english, readEnglishGlossary())).toEqual([]);
});

describe.each(LOCALES.filter((locale) => locale !== 'en'))('the wording of %s', (locale) => {
  const glossary = readGlossary(locale);

  test('has a word for every term', () => {
    expect(Object.keys(glossary.terms).sort()).toEqual(Object.keys(readEnglishGlossary().terms).sort());
    expect(Object.values(glossary.terms).filter(([word = '']) => word === '')).toEqual([]);
  });

  test('uses the terms of its glossary and leaves nothing in English', () => {
    const faults = wordingFaults(english, readCatalogue(locale), locale, glossary, readEnglishGlossary());
    expect(faults.map(({ key, what }) => `${key} ${what}`)).toEqual([]);
  });
});

test('every English message is used', () => {
  const text = code();
  const bases = new Set(
    Object.keys(english).map((key) =>
      key.replace(/_(one|other)$/, '').replace(/^(tool.+?)(Doing|Done|Failed|Name)$/, '$1'),
    ),
  );
  const isUsed = (key: string) =>
    text.includes(`'${key}'`) || text.includes(`"${key}"`) || text.includes(`__MSG_${key}__`);
  expect([...bases].filter((key) => !isUsed(key))).toEqual([]);
});

test('keys differ by more than case, which browsers ignore', () => {
  const keys = Object.keys(english);
  expect(keys.filter((key) => !/^[a-z][a-zA-Z0-9]*(_one|_other)?$/.test(key))).toEqual([]);
  expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(keys.length);
});

test.each(LOCALES)(
  'the practice model lists what it can show without figures, which no page would confirm (%s)',
  (locale) => {
    const listed = Object.entries(readCatalogue(locale)).filter(([key]) => key.startsWith('practiceShows'));
    expect(listed.length).toBeGreaterThan(10);
    for (const [, { message }] of listed) expect(message).not.toMatch(/\p{Nd}/u);
  },
);
