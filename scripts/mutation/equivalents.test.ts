import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EQUIVALENTS } from './equivalents.ts';
import { FOLDERS } from './folders.ts';

test('each change that cannot matter is of a line in a mutated folder', () => {
  const outdated = EQUIVALENTS.filter(({ file, line, change }) => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    const isMutated = FOLDERS.some(({ source }) => file.startsWith(`${source}/`));
    return !isMutated || !lines.some((each) => each.trim() === line) || !change.includes(' → ');
  });
  expect(outdated).toEqual([]);
});

test('the folders exist', () => {
  const files = FOLDERS.flatMap(({ source, tests }) => [source, ...tests]);
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});
