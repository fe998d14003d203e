import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALES, presentLocales, readCatalogue } from './catalogue.ts';
import { catalogueFaults } from './faults.ts';

const root = path.resolve(import.meta.dirname, '../..');
const english = readCatalogue('en');

/** Everything that is shipped and may name a message. */
function code(): string {
  const files = ['components', 'entrypoints', 'lib'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => path.join(root, folder, file)),
  );
  return [...files, path.join(root, 'wxt.config.ts')].map((file) => readFileSync(file, 'utf8')).join('\n');
}

test('every language folder is a supported language', () => {
  expect(LOCALES).toEqual(expect.arrayContaining(presentLocales()));
});

describe.each(presentLocales())('the catalogue of %s', (locale) => {
  test('has every message in every form, and none that is outdated, unknown or invalid', () => {
    expect(catalogueFaults(english, readCatalogue(locale), locale)).toEqual([]);
  });

  test('declares its language, which determines numbers and plural forms', () => {
    expect(readCatalogue(locale).language?.message).toBe(locale.replace('_', '-'));
  });
});

test('every English message is used', () => {
  const text = code();
  const bases = new Set(
    Object.keys(english).map((key) => key.replace(/_(one|other)$/, '').replace(/^(tool.+?)(Doing|Done|Failed)$/, '$1')),
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
