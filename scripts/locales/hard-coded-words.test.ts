import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { hardCodedWords } from './hard-coded-words.ts';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDERS = [
  'components',
  'entrypoints/sidepanel',
  'entrypoints/options',
  'entrypoints/diagnostics',
  'entrypoints/shared',
];

/** Names, which are the same in every language, the name of a file, and ends of keys. */
const NAMES = ['LM Studio', 'Ollama', 'Jan', 'sidenote settings', 'Doing', 'Done', 'Failed'];

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(root, folder, file));
}

test.each(FOLDERS)('everything that %s say to a person is in the catalogue', (folder) => {
  const found = filesIn(folder).flatMap((file) =>
    hardCodedWords(readFileSync(file, 'utf8'))
      .filter((words) => !NAMES.includes(words))
      .map((words) => `${path.relative(root, file)}: ${words}`),
  );
  expect(found).toEqual([]);
});

describe('words are found', () => {
  test.each([
    ['an attribute', '<a title="Open it" />', 'Open it'],
    ['a single word', '<b aria-label="Stop" />', 'Stop'],
    ['a branch', '<b>{isOn ? "on and on" : null}</b>', 'on and on'],
    ['a template', '<b aria-label={`Delete this chat`} />', 'Delete this chat'],
    ['a table', 'const LABELS = { key: "Key" };', 'Key'],
    ['text', '<p>Nothing here</p>', 'Nothing here'],
  ])('in %s', (_, source, words) => {
    expect(hardCodedWords(source)).toEqual([words]);
  });

  test('but not in what nobody reads', () => {
    const silent = [
      'import x from "A file of words";',
      'throw new Error("This cannot be.");',
      'if (event.key === "Enter") go();',
      '<b className="button quiet icon" key={`before it`} />',
      'const state: "Not this" = f("camelCase", "kebab-case", "https://example.org");',
    ];
    expect(silent.flatMap(hardCodedWords)).toEqual([]);
  });
});
