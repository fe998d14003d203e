import { loadThread } from '../agent/index.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ThreadEvent } from '../contracts/event.ts';
import type { QueuedMessage } from '../contracts/thread.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { dequeue, enqueue, loadQueue, saveDraft, threadsWithQueue } from '../storage/drafts.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { asked, runEnd, runStart, step, textDelta } from '../testing/agent/scripted-thread.ts';
import { startNextRun } from './next-run.ts';

const QUEUED: QueuedMessage = {
  messageId: 'q2',
  content: 'And then?',
  model: { endpointId: 'e', modelId: 'm' },
  tabId: 7,
  site: 'https://example.org',
};

let db: SidenoteDb;
let storage: Stores;
let log: ThreadLog;
let url: string;
let started: string[];
beforeEach(async () => {
  started = [];
  db = openDb(`next-run-${crypto.randomUUID()}`);
  storage = createStores(db);
  log = createDatabaseThreadLog(db, () => 1);
  url = 'https://example.org/tides';
  await log.append('t', [asked('q', 'Why?'), runStart('r'), ...step('s', textDelta('So.'))], null);
});
afterEach(() => db.delete());

const end = (...before: ThreadEvent[]) => log.append('t', [...before, runEnd()], 'r');
const startNext = (through = log) =>
  startNextRun(
    {
      storage,
      log: through,
      runs: { start: (threadId) => void started.push(threadId) },
      now: () => 1,
      page: { check: async () => ({ type: 'granted', title: 'Tides', url }) },
      newId: () => crypto.randomUUID(),
      maxSteps: async () => 9,
      runProject: async () => null,
      runMemories: async () => [],
      forgetDocuments: () => undefined,
      contextSettings: async (_, chosen = 'on-demand') => ({ mode: chosen, maxTokens: 1000, sites: {} }),
    },
    't',
  );
const last = async () => (await loadThread(log, 't')).messages.at(-1);

test('a queued message is sent when the run has ended, and removed from the queue', async () => {
  await enqueue(db, 't', QUEUED);
  expect(await startNext()).toBe(false);
  await end();
  expect(await startNext()).toBe(true);
  expect((await loadThread(log, 't')).messages.slice(-2)).toMatchObject([
    { role: 'user', messageId: 'q2', content: 'And then?' },
    { role: 'assistant', tabId: 7, page: { title: 'Tides' }, outcome: null },
  ]);
  expect(await loadQueue(db, 't')).toEqual([]);
  expect(await startNext()).toBe(false);
});

test('a worker stopped after writing the question does not send it twice', async () => {
  await enqueue(db, 't', QUEUED);
  await end();
  const dying: ThreadLog = {
    ...log,
    append: async (...written) => {
      await log.append(...written);
      throw new Error('killed');
    },
  };
  await expect(startNext(dying)).rejects.toThrow('killed');
  expect(await loadQueue(db, 't')).toHaveLength(1);
  expect(await startNext()).toBe(false);
  expect(await loadQueue(db, 't')).toEqual([]);
  expect((await loadThread(log, 't')).messages).toHaveLength(4);
});

test("a queued message is sent with the chat's page mode", async () => {
  await enqueue(db, 't', { ...QUEUED, pageContext: 'never' });
  await end();
  await startNext();
  expect(await last()).toMatchObject({ contextPolicy: { mode: 'never' } });
  const runId = (await last())?.messageId ?? '';
  await log.append('t', [{ type: 'run-steer', messageId: 'm', content: 'Shorter.' }, runEnd()], runId);
  await startNext();
  expect(await last()).toMatchObject({ continues: runId, contextPolicy: { mode: 'never' } });
});

test('a tab that has navigated to another site is not read without approval', async () => {
  await enqueue(db, 't', QUEUED);
  url = 'https://bank.example/account';
  await end();
  await startNext();
  expect(await last()).toMatchObject({ role: 'assistant', tabId: 7, page: null });
});

test('a steer that a run ended without seeing is answered by a continuation', async () => {
  await end({ type: 'run-steer', messageId: 'm', content: 'Shorter.' });
  expect(await startNext()).toBe(true);
  expect(await last()).toMatchObject({ role: 'assistant', continues: 'r', outcome: null });
});

test('a new worker finds the queue, which is independent of the draft', async () => {
  await enqueue(db, 't', QUEUED);
  await saveDraft(db, 't', 'half a thought');
  await saveDraft(db, 't', '');
  expect(await threadsWithQueue(db)).toEqual(['t']);
  await dequeue(db, 't', 'q2');
  await dequeue(db, 't', 'q2');
  expect(await threadsWithQueue(db)).toEqual([]);
});

describe('a queued message for two models', () => {
  const BOTH: QueuedMessage = { ...QUEUED, opinion: { endpointId: 'e', modelId: 'second' }, pageContext: 'never' };
  const second = async () => (await loadThread(log, 't/opinion')).messages.at(-1);
  beforeEach(async () => {
    await enqueue(db, 't', BOTH);
    await end();
  });

  test('is answered by both, on the same page', async () => {
    expect(await startNext()).toBe(true);
    expect(started).toEqual(['t/opinion']);
    expect(await last()).toMatchObject({ model: QUEUED.model, page: { title: 'Tides' }, isOpinion: false });
    expect(await second()).toMatchObject({
      model: BOTH.opinion,
      page: { title: 'Tides' },
      contextPolicy: { mode: 'never' },
      isOpinion: true,
    });
    expect(await loadQueue(db, 't')).toEqual([]);
  });

  test('is read by neither without approval after its tab has navigated to another site', async () => {
    url = 'https://bank.example/account';
    await startNext();
    expect([await last(), await second()]).toMatchObject([{ page: null }, { page: null }]);
  });

  test('gets its second answer although the worker was stopped between the two, and only one', async () => {
    const dying: ThreadLog = {
      ...log,
      append: async (...written) => {
        await log.append(...written);
        throw new Error('killed');
      },
    };
    await expect(startNext(dying)).rejects.toThrow('killed');
    expect(await second()).toBeUndefined();
    await startNext();
    expect(await second()).toMatchObject({ model: BOTH.opinion, outcome: null });
    await enqueue(db, 't', BOTH);
    const runs = [await last(), await second()].map((run) => run?.messageId ?? '');
    for (const [index, threadId] of ['t', 't/opinion'].entries())
      await log.append(threadId, [...step(`s${index}`, textDelta('So.')), runEnd()], runs[index] ?? '');
    expect(await startNext()).toBe(false);
    expect(await loadQueue(db, 't')).toEqual([]);
    expect(started).toEqual(['t/opinion']);
  });
});
