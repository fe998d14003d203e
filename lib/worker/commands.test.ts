import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Elicitations } from '../agent/run-context.ts';
import type { Command } from '../contracts/command.ts';
import type { ThreadEvent } from '../contracts/event.ts';
import { FieldError, type FocusedField } from '../contracts/focused-field.ts';
import type { MetricSample } from '../contracts/metric.ts';
import { PageError } from '../contracts/page.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { WebError } from '../contracts/tool-error.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { findChatProject, moveThread, saveProject } from '../storage/projects.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { fold } from '../testing/agent/crash-scenario.ts';
import { diskUnder } from '../testing/storage/failing-writes.ts';
import { allowByClick } from './approvals.ts';
import { refusingStorageFailures } from './command-replies.ts';
import { type CommandDependencies, createCommandHandler } from './commands.ts';

const MODEL = { endpointId: 'e', modelId: 'm' };
const SEND: Command = { type: 'send', threadId: 't', messageId: 'q', content: 'Why?', model: MODEL, tabId: 7 };
const FIELD: FocusedField = {
  tabId: 7,
  frameId: 0,
  fieldId: 'f',
  label: 'Reply',
  host: 'example.org',
  isEmbedded: false,
  isMultiline: true,
  selected: 'Old',
};
const STATS = { ms: 0, steps: 0, toolCalls: 0 };

let db: SidenoteDb;
let storage: Stores;
let log: ThreadLog;
let started: string[];
let aborted: string[];
let endedWaits: string[];
let entered: string[];
let samples: MetricSample[];
let written: unknown[];
let dependencies: CommandDependencies;
let handle: ReturnType<typeof createCommandHandler>;

beforeEach(() => {
  db = openDb(`commands-${crypto.randomUUID()}`);
  storage = createStores(db);
  log = createDatabaseThreadLog(db, () => 1);
  started = [];
  aborted = [];
  endedWaits = [];
  entered = [];
  samples = [];
  written = [];
  dependencies = {
    storage,
    log,
    runs: {
      start: (id) => started.push(id),
      resume: (id) => started.push(id),
      abort: (id) => aborted.push(id),
      endWait: (id) => endedWaits.push(id),
    },
    elicitations: new Elicitations(),
    metrics: { record: (sample) => samples.push(sample) },
    page: { check: async () => ({ type: 'granted', title: 'Tides', url: 'https://example.org/' }) },
    web: {
      searchAddress: async () => 'https://search.test',
      search: () => Promise.reject(new WebError('search-quota', 'Used up.')),
      mayOpen: async () => false,
      open: () => Promise.reject(new WebError('offline', 'Gone.')),
      openInTab: () => Promise.reject(new WebError('offline', 'Gone.')),
    },
    showPassage: async () => true,
    showTab: async () => undefined,
    ownData: { hasPermission: async () => false },
    measure: async (tabId) => (tabId === 7 ? 3100 : null),
    readPdf: async (bytes) => {
      if (bytes.length === 0) throw new PageError('pdf-locked', 'Locked.');
      return `${bytes.length} bytes`;
    },
    fetchPicture: async (url) =>
      url.endsWith('.png') ? { url: 'data:image/png;base64,AA==' } : { error: { type: 'not-a-picture', host: 'x' } },
    forms: { show: async () => true, undo: async () => ({ type: 'replaced' }) },
    fields: {
      async find(tabId) {
        if (tabId !== 7) throw new PageError('no-access', 'Not shared.');
        return FIELD;
      },
      async write(...all) {
        if (all[1] === 'refused') throw new FieldError('not-inserted');
        written.push(all);
      },
      undo: async (field) => void written.push(field),
    },
    translations: {
      start: async () => ({ type: 'done' }),
      change: async () => ({ type: 'done' }),
    },
    now: () => 2,
    servers: {
      refreshModels: async () => ({ type: 'done' }),
      removeModel: async () => ({ type: 'done' }),
      findLocalServers: async () => ({ type: 'done' }),
      signIn: async () => ({ type: 'done' }),
    },
    newId: () => crypto.randomUUID(),
    maxSteps: async () => 12,
    runProject: async () => null,
    runMemories: async () => [],
    forgetDocuments: () => undefined,
    contextSettings: async () => ({ mode: 'on-demand' as const, maxTokens: 1000, sites: {} }),
    warmUps: { start: async () => undefined, stop: () => undefined },
    switchToFallback: async () => void entered.push('spare'),
  };
  handle = createCommandHandler(dependencies);
});
afterEach(() => db.delete());

const thread = async () => fold((await log.read('t')).map((row) => ({ ...row, threadId: 'thread' })));
const runId = async () => (await thread()).messages.at(-1)?.messageId ?? '';
async function say(...events: ThreadEvent[]) {
  await log.append('t', events, await runId());
}
const ASKED: ThreadEvent[] = [
  { type: 'step-start', stepId: 's', toolMode: 'native' },
  { type: 'tool-input-start', toolCallId: 'a', toolName: 'read_page' },
  { type: 'tool-input-available', toolCallId: 'a', input: {}, repaired: false },
  { type: 'step-end', finishReason: 'tool-calls' },
  {
    type: 'tool-approval-request',
    toolCallId: 'a',
    request: { type: 'page-access', tabId: 7, reason: 'to read' },
  },
];

test('send writes question and run before the run starts, with the page', async () => {
  expect(await handle(SEND)).toEqual({ type: 'done' });
  expect((await thread()).messages).toMatchObject([
    { role: 'user', content: 'Why?' },
    { role: 'assistant', model: MODEL, tabId: 7, page: { title: 'Tides' }, maxSteps: 12, outcome: null },
  ]);
  expect(started).toEqual(['t']);
});

test('a chat that begins in a project belongs to it, and later questions leave it where it was moved', async () => {
  const project = {
    name: 'P',
    instructions: '',
    model: null,
    web: false,
    ownData: false,
    mcpServers: null,
    createdAt: 1,
  };
  await saveProject(db, { ...project, projectId: 'p' });
  await handle({ ...SEND, projectId: 'p' });
  expect((await findChatProject(db, 't'))?.projectId).toBe('p');
  await moveThread(db, 't', null);
  // The panel repeats the command because it did not receive the reply.
  await handle({ ...SEND, projectId: 'p' });
  expect(await findChatProject(db, 't')).toBeNull();
});

test('attachments are stored with the question, and the run may read tabs that still show their site', async () => {
  const files = [{ type: 'text', name: 'notes.txt', text: 'Low at six.' } as const];
  const tabs = [
    { tabId: 8, title: 'Old title', url: 'https://example.org/other' },
    { tabId: 9, title: 'Elsewhere', url: 'https://elsewhere.test/' },
  ];
  expect(await handle({ ...SEND, files, tabs })).toEqual({ type: 'done' });
  const [question, run] = (await thread()).messages;
  expect(question).toMatchObject({ content: 'Why?', files, tabs });
  expect(run).toMatchObject({ tabs: [{ tabId: 8, title: 'Tides', url: 'https://example.org/' }] });
});

describe('with a full disk', () => {
  beforeEach(async () => {
    await handle(SEND);
    db.close();
    diskUnder(db, 0);
    await db.open();
    handle = refusingStorageFailures(handle);
  });

  test('a question is rejected with advice, and not stored', async () => {
    const before = await thread();
    const reply = await handle({ ...SEND, threadId: 'other', messageId: 'r' });
    expect(reply).toMatchObject({
      type: 'refused',
      failure: { reason: { type: 'storage-failed', error: 'full' } },
    });
    expect(await thread()).toEqual(before);
    expect(await db.threads.count()).toBe(1);
    expect(started).toEqual(['t']);
  });

  test('Stop works although the end cannot be written', async () => {
    expect(await handle({ type: 'stop', threadId: 't' })).toMatchObject({ type: 'refused' });
    expect(aborted).toEqual(['t']);
  });
});

test("a page without database switches to the fallback only if the worker's does not open either", async () => {
  const useFallbackDatabase: Command = { type: 'use-fallback-database' };
  expect(await handle(useFallbackDatabase)).toMatchObject({ type: 'refused' });
  expect(entered).toEqual([]);
  const open = () => {
    throw new DOMException('Internal error opening backing store.', 'UnknownError');
  };
  const broken = openDb('broken', { ...indexedDB, open });
  handle = createCommandHandler({ ...dependencies, storage: createStores(broken) });
  expect(await handle(useFallbackDatabase)).toEqual({ type: 'done' });
  expect(entered).toEqual(['spare']);
});

test('sending the same message twice has no further effect', async () => {
  await handle(SEND);
  expect(await handle(SEND)).toEqual({ type: 'done' });
  expect((await thread()).messages).toHaveLength(2);
  expect(started).toEqual(['t']);
});

test('a second question is rejected during a run', async () => {
  await handle(SEND);
  expect(await handle({ ...SEND, messageId: 'q2' })).toMatchObject({ type: 'refused' });
  expect((await thread()).messages).toHaveLength(2);
});

test('Stop ends the run in the log and then the work; without a run it does nothing', async () => {
  expect(await handle({ type: 'stop', threadId: 't' })).toEqual({ type: 'done' });
  await handle(SEND);
  await handle({ type: 'stop', threadId: 't' });
  expect((await thread()).messages.at(-1)).toMatchObject({ outcome: { type: 'incomplete', reason: 'cancelled' } });
  expect(aborted).toEqual(['t', 't']);
  expect(samples).toMatchObject([{ type: 'run', outcome: 'cancelled', model: MODEL }]);
});

test('Retry replaces the last run by a new one', async () => {
  await handle(SEND);
  const first = await runId();
  await say({ type: 'run-end', outcome: { type: 'incomplete', reason: 'interrupted' }, stats: STATS });
  const other = { endpointId: 'e', modelId: 'other' };
  expect(await handle({ type: 'retry', threadId: 't', model: other, tabId: null })).toEqual({ type: 'done' });
  const { messages } = await thread();
  expect(messages).toMatchObject([{ role: 'user' }, { role: 'assistant', model: other, outcome: null }]);
  expect(messages[1]?.messageId).not.toBe(first);
  expect(started).toEqual(['t', 't']);
});

const CONTINUE: Command = { type: 'continue', threadId: 't', model: MODEL, tabId: 7 };

test.each(['step-limit', 'interrupted', 'length'] as const)(
  'Continue after %s starts a run beside the old one, and again only once it has ended',
  async (reason) => {
    await handle(SEND);
    const first = await runId();
    await say({ type: 'run-end', outcome: { type: 'incomplete', reason }, stats: STATS });
    expect(await handle(CONTINUE)).toEqual({ type: 'done' });
    expect(await handle(CONTINUE)).toMatchObject({ type: 'refused' });
    expect((await thread()).messages).toMatchObject([
      { role: 'user' },
      { messageId: first, outcome: { reason } },
      { role: 'assistant', continues: first, outcome: null },
    ]);
    expect(started).toEqual(['t', 't']);
  },
);

test('stopped, failed or complete answers and empty chats cannot be continued', async () => {
  expect(await handle(CONTINUE)).toMatchObject({ type: 'refused' });
  await handle(SEND);
  await say({ type: 'run-end', outcome: { type: 'complete' }, stats: STATS });
  expect(await handle(CONTINUE)).toMatchObject({ type: 'refused' });
  expect((await thread()).messages).toHaveLength(2);
});

test('Retry of a continuation is a continuation again', async () => {
  await handle(SEND);
  const first = await runId();
  const cut: ThreadEvent = { type: 'run-end', outcome: { type: 'incomplete', reason: 'interrupted' }, stats: STATS };
  await say(cut);
  await handle(CONTINUE);
  await say(cut);
  await handle({ type: 'retry', threadId: 't', model: MODEL, tabId: null });
  expect((await thread()).messages).toMatchObject([{ role: 'user' }, { messageId: first }, { continues: first }]);
});

test('a response to a request is written once, and the run continues', async () => {
  await handle(SEND);
  const respond: Command = { type: 'respond', threadId: 't', toolCallId: 'a', approved: true };
  await handle(respond);
  expect(started).toHaveLength(1);
  await say(...ASKED);
  await handle(respond);
  await handle(respond);
  expect((await log.read('t')).filter((row) => row.event.type === 'tool-approval-response')).toHaveLength(1);
  expect(started).toHaveLength(2);
});

test('a click on the toolbar button approves reading that tab only', async () => {
  await handle(SEND);
  await say(...ASKED);
  await allowByClick(dependencies, 8);
  expect(started).toHaveLength(1);
  await allowByClick(dependencies, 7);
  expect(started).toHaveLength(2);
  expect((await thread()).messages.at(-1)).toMatchObject({
    steps: [{ parts: [{ call: { state: 'input-available', approved: true } }] }],
  });
});

test('a wait before the next request ends when the user wants it, and no run is aborted or started', async () => {
  await handle(SEND);
  await handle({ type: 'try-now', threadId: 't' });
  expect(endedWaits).toEqual(['t']);
  expect([started, aborted]).toEqual([['t'], []]);
});

test("masked secrets are revealed to the model after the user's command, during and after the run", async () => {
  await handle(SEND);
  const reveal: Command = { type: 'reveal', threadId: 't', runId: await runId() };
  await handle({ ...reveal, runId: 'another' });
  await handle(reveal);
  await handle(reveal);
  expect((await log.read('t')).filter((row) => row.event.type === 'secrets-reveal')).toHaveLength(1);
  expect((await thread()).messages.at(-1)).toMatchObject({ isRevealed: true });
});

test('a picture of an answer is returned as a data URL, or an error', async () => {
  expect(await handle({ type: 'load-picture', url: 'https://a.example/a.png' })).toEqual({
    type: 'picture',
    url: 'data:image/png;base64,AA==',
  });
  expect(await handle({ type: 'load-picture', url: 'https://a.example/a' })).toMatchObject({
    type: 'refused',
    failure: { reason: { type: 'not-a-picture' } },
  });
});

test('a page is measured, or its size is null', async () => {
  expect(await handle({ type: 'measure-page', tabId: 7 })).toEqual({ type: 'page-size', tokens: 3100 });
  expect(await handle({ type: 'measure-page', tabId: 8 })).toEqual({ type: 'page-size', tokens: null });
});

test('an attached PDF is returned as text, or an error', async () => {
  expect(await handle({ type: 'read-pdf', data: 'AAAA' })).toEqual({ type: 'document', text: '3 bytes' });
  expect(await handle({ type: 'read-pdf', data: '' })).toMatchObject({
    type: 'refused',
    failure: { reason: { type: 'page-failed', error: 'pdf-locked' } },
  });
});

test('a field of a page is found, written into and put back, or the reason is returned', async () => {
  expect(await handle({ type: 'find-field', tabId: 7 })).toEqual({ type: 'field', field: FIELD });
  expect(await handle({ type: 'find-field', tabId: 8 })).toMatchObject({
    type: 'refused',
    failure: { reason: { type: 'page-failed', error: 'no-access' } },
  });
  const field = { tabId: 7, frameId: 0, fieldId: 'f' };
  expect(await handle({ type: 'write-field', field, text: 'New', replaces: 'Old' })).toEqual({ type: 'done' });
  expect(await handle({ type: 'undo-field', field })).toEqual({ type: 'done' });
  expect(written).toEqual([[field, 'New', 'Old'], field]);
  expect(await handle({ type: 'write-field', field, text: 'refused', replaces: '' })).toMatchObject({
    type: 'refused',
    failure: { reason: { type: 'field-failed', error: 'not-inserted' } },
  });
});
