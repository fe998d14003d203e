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

/** Rooms whose words are for people, for models, or for both. */
const ROOMS = [
  'lib/browser',
  'lib/engine',
  'lib/guard',
  'lib/panel',
  'lib/practice',
  'lib/protocol',
  'lib/provider',
  'lib/store',
  'lib/tools',
  'entrypoints/background',
];

/** Files that speak to models, in English: of those only what is named as said to the person is looked at. */
const FOR_MODELS = [
  /^lib\/browser\/(capture|fetch-document|inject|page-access|pdf-reader|pdf-text)\.ts$/,
  /^lib\/engine\/(correction|end-run|execute-tool|fit-context|model-context|model-request|next-action|question)\.ts$/,
  /^lib\/engine\/(reduce|reduce-tool-call|repeated-call|run-tool|system-prompt|tool-scheduler)\.ts$/,
  /^lib\/guard\/pinned-pages\.ts$/,
  /^lib\/provider\/\w+\/(ask-title|capability-probe|check-endpoint|conversation-turns|image-turn|parse-tool-input|plausible-input)\.ts$/,
  /^lib\/provider\/\w+\/(tag-prompt|tagged-messages|tool-call-assembler|user-content|vision-probe|watchdog)\.ts$/,
  /^lib\/tools\//,
];

/** What is tried out in English, names of services, patterns that read like words, and support of tests. */
const NO_WORDS = [
  /^lib\/practice\/(call-steps|chat-|choose-tool|conversation|long-text|practice-fetch|reply-head|sample-|scenarios|tool-offer|words)/,
  /^lib\/(engine|tools)\/.*(kill-|sample|memory-|scripted|no-pages)/,
  /^lib\/provider\/(dialects\/|testing\/|presets\/(hosted|local)-)/,
  /^lib\/guard\/(known-keys|iban|card-number|named-secrets|one-time-code|secret-samples)/,
  /^lib\/(store\/db|browser\/mark-passage)\.ts$/,
  /^entrypoints\/background\/(.*fault|test-tools|reading-door)/,
];

/** Notes for whoever looks into the database, names, and the end of an answer that the practice model broke off in English. */
const UNSEEN = [
  'Sidenote',
  'sidenote chats',
  'the list of models',
  'calls as text and none natively',
  'called a tool',
  'back, and the answer goes on where it stopped. A real model would now say the rest.',
];

test.each(ROOMS)('everything that %s says to a person is in the catalogue', (room) => {
  const found = filesIn(room).flatMap((file) => {
    const name = path.relative(root, file);
    if (NO_WORDS.some((pattern) => pattern.test(name))) return [];
    const onlySaid = FOR_MODELS.some((pattern) => pattern.test(name));
    return hardCodedWords(readFileSync(file, 'utf8'), { onlySaid })
      .filter((words) => !UNSEEN.includes(words))
      .map((words) => `${name}: ${words}`);
  });
  expect(found).toEqual([]);
});

describe('where models are spoken to, words are found', () => {
  test.each([
    ['a reason', 'const asked = { reason: `Allow this now?` };', 'Allow this now?'],
    ['a message of its own', 'const message = "Nobody is there.";', 'Nobody is there.'],
    ['a check', 'const check = note("stream", "It came at once.");', 'It came at once.'],
  ])('in %s', (_, source, words) => {
    expect(hardCodedWords(source, { onlySaid: true })).toEqual([words]);
  });

  test('but not in what the model is told', () => {
    const source = 'const tool = { description: "Reads the page." }; throw new PageError("asleep", "It is asleep.");';
    expect(hardCodedWords(source, { onlySaid: true })).toEqual([]);
  });
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
      'throw new Error("This cannot be."); console.warn("Not for you.");',
      'class Gone extends Error { constructor() { super("It is gone."); } }',
      'if (event.key === "Enter") go();',
      '<b className="button quiet icon" key={`before it`} />',
      'const state: "Not this" = f("camelCase", "kebab-case", "https://example.org");',
    ];
    expect(silent.flatMap((source) => hardCodedWords(source))).toEqual([]);
  });
});
