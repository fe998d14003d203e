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

/**
 * Names that are the same in every language, the name of a file, suffixes of message keys, and names of keyboard keys.
 */
const NAMES = [
  'JSON',
  'Markdown',
  'HTML',
  'Sidenote',
  'LM Studio',
  'Ollama',
  'Jan',
  'sidenote settings',
  'sidenote memory',
  'Doing',
  'Done',
  'Failed',
  'Name',
  'Mod',
  'Ctrl',
  'Meta',
  'Alt',
  'Shift',
  'Space',
  'OpenAI Chat Completions',
  'Anthropic Messages',
  'OpenAI Responses',
  'Gemini generateContent',
];

function filesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => path.join(root, folder, file));
}

test.each(FOLDERS)('all text for users in %s is in the catalogue', (folder) => {
  const found = filesIn(folder).flatMap((file) =>
    hardCodedWords(readFileSync(file, 'utf8'))
      .filter((words) => !NAMES.includes(words))
      .map((words) => `${path.relative(root, file)}: ${words}`),
  );
  expect(found).toEqual([]);
});

/** Folders whose texts are for people, for models, or for both. */
const ROOMS = [
  'lib/extension',
  'lib/agent',
  'lib/security',
  'lib/react',
  'lib/contracts',
  'lib/model-api',
  'lib/storage',
  'lib/tools',
  'lib/worker',
  'entrypoints/background',
];

/** Files with texts for models, in English. In these, only properties that are shown to the user are checked. */
const FOR_MODELS = [
  'lib/agent/context/announced-call.ts',
  'lib/agent/context/fit-context.ts',
  'lib/agent/context/model-context.ts',
  'lib/agent/context/model-request.ts',
  'lib/agent/context/page-context.ts',
  'lib/agent/context/pdf-files.ts',
  'lib/agent/context/user-message.ts',
  'lib/agent/run/end-run.ts',
  'lib/agent/run/next-action.ts',
  'lib/agent/thread/reduce-tool-call.ts',
  'lib/agent/thread/reduce.ts',
  'lib/agent/tool-execution/execute-tool.ts',
  'lib/agent/tool-execution/repeated-calls.ts',
  'lib/agent/tool-execution/run-tool.ts',
  'lib/agent/tool-execution/tool-scheduler.ts',
  'lib/extension/page-access.ts',
  'lib/extension/fetch-document.ts',
  'lib/extension/inject.ts',
  'lib/extension/pdf-reader.ts',
  'lib/model-api/chat-completions/request/conversation-turns.ts',
  'lib/model-api/chat-completions/request/tagged-messages.ts',
  'lib/model-api/chat-completions/request/user-content.ts',
  'lib/model-api/chat-completions/tool-calls/tool-call-assembler.ts',
  'lib/model-api/client/request-title.ts',
  'lib/model-api/client/request-translation.ts',
  'lib/model-api/client/stream-response.ts',
  'lib/model-api/endpoints/capability-probe.ts',
  'lib/model-api/endpoints/check-endpoint.ts',
  'lib/model-api/endpoints/check-key.ts',
  'lib/model-api/text-tool-calls/tag-prompt.ts',
  'lib/model-api/tool-input/parse-tool-input.ts',
  'lib/model-api/tool-input/schema-alternatives.ts',
  'lib/model-api/tool-input/schema-words.ts',
  'lib/model-api/tool-input/tool-schema.ts',
  'lib/security/approval/decide-call.ts',
  'lib/security/web-policy.ts',
  'lib/security/pinned-pages.ts',
  'lib/security/sensitive-pages.ts',
  'lib/tools/',
];

/**
 * Text in test code, names of services, patterns that resemble words, text in documents and for administrators, and
 * test support.
 */
const NO_WORDS = [
  'entrypoints/background/test-hooks.ts',
  'lib/extension/page-highlight.ts',
  'lib/model-api/errors/answer-limit-refusal.ts',
  'lib/model-api/errors/context-overflow.ts',
  'lib/model-api/errors/error-text.ts',
  'lib/model-api/errors/key-refusal.ts',
  'lib/model-api/errors/parameter-refusal.ts',
  'lib/model-api/local/practice/practice-step.ts',
  'lib/model-api/local/practice/chat-chunks.ts',
  'lib/model-api/local/practice/practice-fetch.ts',
  'lib/model-api/local/practice/chat-request.ts',
  'lib/model-api/local/practice/choose-tool.ts',
  'lib/model-api/local/practice/conversation.ts',
  'lib/model-api/local/practice/long-text.ts',
  'lib/model-api/local/practice/scenarios.ts',
  'lib/model-api/local/practice/words.ts',
  'lib/model-api/presets/preset-rows.ts',
  'lib/model-api/presets/preset-rows.ts',
  'lib/model-api/text-tool-calls/arguments/',
  'lib/model-api/text-tool-calls/candidates.ts',
  'lib/model-api/text-tool-calls/dialect.ts',
  'lib/model-api/text-tool-calls/discarded.ts',
  'lib/model-api/text-tool-calls/formats/',
  'lib/model-api/text-tool-calls/headers.ts',
  'lib/model-api/text-tool-calls/lexer-state.ts',
  'lib/model-api/text-tool-calls/lexer.ts',
  'lib/model-api/text-tool-calls/loose-call.ts',
  'lib/model-api/text-tool-calls/markers.ts',
  'lib/model-api/text-tool-calls/pattern.ts',
  'lib/model-api/text-tool-calls/read-calls.ts',
  'lib/model-api/text-tool-calls/read-reasoning.ts',
  'lib/model-api/text-tool-calls/read-text.ts',
  'lib/model-api/text-tool-calls/text-starts.ts',
  'lib/model-api/text-tool-calls/stray-tokens.ts',
  'lib/model-api/text-tool-calls/tool-call-emitter.ts',
  'lib/model-api/text-tool-calls/unknown-markers.ts',
  'lib/storage/import-formats/',
  'lib/security/look-alikes.ts',
  'lib/security/mask-secrets.ts',
  'lib/contracts/secret.ts',
  'lib/contracts/settings.ts',
  'lib/security/secrets/',
  'lib/language/secret-names.ts',
  'lib/storage/db.ts',
  'lib/worker/reading-hook.ts',
];

/** Notes for someone who inspects the database, notes for store reviewers, and names. */
const UNSEEN = [
  'Sidenote',
  'sidenote chats',
  'sidenote receipt',
  'the list of models',
  'calls as text and none natively',
  'called a tool',
  'counted fewer tokens than the file has',
  'This tab is not loaded. Only its title is known until the user opens it.',
  'Reads the text of PDF documents and of pages from the web, and runs models on this computer.',
];

test.each(ROOMS)('all text for users from %s is in the catalogue', (room) => {
  const found = filesIn(room).flatMap((file) => {
    const name = path.relative(root, file);
    if (NO_WORDS.some((place) => name.startsWith(place))) return [];
    const onlySaid = FOR_MODELS.some((place) => name.startsWith(place));
    return hardCodedWords(readFileSync(file, 'utf8'), { onlySaid })
      .filter((words) => !UNSEEN.includes(words))
      .map((words) => `${name}: ${words}`);
  });
  expect(found).toEqual([]);
});

describe('in files with text for models, text for users is found', () => {
  test.each([
    ['a reason', 'const asked = { reason: `Allow this now?` };', 'Allow this now?'],
    ['a message of its own', 'const message = "Nobody is there.";', 'Nobody is there.'],
    ['a check', 'const check = note("stream", "It came at once.");', 'It came at once.'],
  ])('in %s', (_, source, words) => {
    expect(hardCodedWords(source, { onlySaid: true })).toEqual([words]);
  });

  test('but not text for models', () => {
    const source = 'const tool = { description: "Reads the page." }; throw new PageError("asleep", "It is asleep.");';
    expect(hardCodedWords(source, { onlySaid: true })).toEqual([]);
  });
});

describe('hard-coded text is found', () => {
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

  test('but not text that is not displayed', () => {
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
