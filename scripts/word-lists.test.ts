import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Letters of scripts that only words of languages other than English need. */
const WORDS_IN_OTHER_SCRIPTS =
  /\p{sc=Cyrillic}{3,}|\p{sc=Han}{2,}|[\p{sc=Hiragana}\p{sc=Katakana}]{2,}|\p{sc=Hangul}{2,}|[\p{sc=Devanagari}]{3,}|\p{sc=Arabic}{3,}/u;

/**
 * Words that do not belong to the user's language or to an answer of the practice model, and lists that still have to
 * be moved.
 */
const ALLOWED: readonly (readonly [why: string, files: RegExp])[] = [
  ['the words of servers, which do not depend on the user’s language', /^model-api\/errors\//],
  ['letters, and no words', /^(?:page-reader\/pdf\/reading-direction|security\/look-alikes)\.ts$/],
  ['the practice model', /^model-api\/local\/practice\//],
];

const LIB = path.resolve(import.meta.dirname, '../lib');

function withoutComments(source: string): string {
  return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|\s)\/\/.*/g, '');
}

test('words of a human language are in lib/language', () => {
  const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(?:language|testing|i18n)\//.test(file))
    .filter((file) => WORDS_IN_OTHER_SCRIPTS.test(withoutComments(readFileSync(path.join(LIB, file), 'utf8'))));
  expect(ALLOWED.filter(([, allowed]) => !files.some((file) => allowed.test(file)))).toEqual([]);
  expect(files.filter((file) => !ALLOWED.some(([, allowed]) => allowed.test(file)))).toEqual([]);
});
