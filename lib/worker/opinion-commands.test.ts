import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findComparison, loadThread, runThread, versionAt } from '../agent/index.ts';
import { emptyThread } from '../contracts/thread.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { exportThreads } from '../storage/export-threads.ts';
import { searchThreads } from '../storage/search-threads.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createDatabaseThreadLog } from '../storage/thread-log.ts';
import { recentThreads } from '../storage/threads.ts';
import { usageSince } from '../storage/usage.ts';
import { scriptedDependencies, visible } from '../testing/agent/crash-scenario.ts';
import { KilledError } from '../testing/agent/memory-log.ts';
import { type ScriptLine, STEP_END, scriptedText } from '../testing/agent/scripted-model.ts';
import { buildThread, runEnd, step, textDelta } from '../testing/agent/scripted-thread.ts';
import { startNextRun } from './next-run.ts';
import { askOpinion, keepAnswer, type OpinionDependencies, startOpinion, stopAnswers } from './opinion-commands.ts';
import { buildRunStart } from './run-start.ts';

const FIRST = { endpointId: 'e', modelId: 'first' };
const SECOND = { endpointId: 'e', modelId: 'second' };
const ASKED = { threadId: 't', messageId: 'q', model: FIRST, tabId: 7 };

let db: SidenoteDb;
let storage: Stores;
let log: ThreadLog;
let dependencies: OpinionDependencies;
let started: string[];
let aborted: string[];
beforeEach(() => {
  db = openDb(`opinion-${crypto.randomUUID()}`);
  storage = createStores(db);
  log = createDatabaseThreadLog(db, () => 1);
  started = [];
  aborted = [];
  let ids = 0;
  dependencies = {
    storage,
    log,
    runs: {
      start: (id) => started.push(id),
      resume: () => undefined,
      abort: (id) => aborted.push(id),
      endWait: () => undefined,
    },
    metrics: { record: () => undefined },
    now: () => 1,
    page: { check: async () => ({ type: 'granted', title: 'Tides', url: 'https://example.org/' }) },
    forgetDocuments: () => undefined,
    newId: () => `run${++ids}`,
    maxSteps: async () => 5,
    runProject: async () => null,
    runMemories: async () => [],
    contextSettings: async () => ({ mode: 'on-demand' as const, maxTokens: 1000, sites: {} }),
  };
});
afterEach(() => db.delete());

const chat = () => loadThread(log, 't');
const opinion = () => loadThread(log, 't/opinion');

/** Sends a question to both models. */
async function askBoth(messageId = 'q'): Promise<void> {
  const start = await buildRunStart(dependencies, { ...ASKED, messageId, content: 'When is high water?', web: true });
  await log.append('t', [{ type: 'user-message', messageId, content: 'When is high water?' }, start], null);
  await startOpinion(dependencies, start, { threadId: 't', model: SECOND });
}

/** Ends the open run of a thread with a text. */
async function answer(threadId: string, text: string): Promise<void> {
  const run = (await loadThread(log, threadId)).messages.at(-1)?.messageId ?? '';
  await log.append(threadId, [...step(`${run}:0`, textDelta(text)), runEnd()], run);
}

test('the second answer is a separate thread with the same history, without the web, until both have ended', async () => {
  await askBoth();
  expect(started).toEqual(['t/opinion']);
  expect((await opinion()).messages).toMatchObject([
    { role: 'user', messageId: 'q', content: 'When is high water?' },
    { model: SECOND, tabId: 7, page: { title: 'Tides' }, web: false, isOpinion: true, outcome: null },
  ]);
  expect((await chat()).messages).toMatchObject([{ messageId: 'q' }, { model: FIRST, web: true, isOpinion: false }]);
  await answer('t/opinion', 'At nine.');
  expect((await chat()).messages.at(-1)).toMatchObject({ outcome: null });
  expect((await opinion()).messages.at(-1)).toMatchObject({ outcome: { type: 'complete' } });
  await answer('t', 'At ten.');
  expect((await opinion()).messages).toEqual([]);
});

test.each([
  ['the first', ['t', 't/opinion']],
  ['the second', ['t/opinion', 't']],
])('%s answer may end before the other one; both are versions then, and the first stays selected', async (_, order) => {
  await askBoth();
  for (const threadId of order) await answer(threadId, threadId === 't' ? 'At ten.' : 'At nine.');
  const thread = await chat();
  expect(visible(thread.messages)).toMatchObject([
    'When is high water?',
    { steps: [{ parts: [{ text: 'At ten.' }] }] },
  ]);
  expect(versionAt(thread, 1)).toMatchObject({ number: 1, count: 2 });
  expect(findComparison(thread, emptyThread('t/opinion'))).toMatchObject({ firstIndex: 1, second: { model: SECOND } });
  expect(await db.threads.toCollection().primaryKeys()).toEqual(['t']);
});

test('"Keep this one" on the second continues from it, and the first stays as a version', async () => {
  await askBoth();
  await answer('t', 'At ten.');
  await answer('t/opinion', 'At nine.');
  const second = findComparison(await chat(), await opinion())?.second.messageId ?? '';
  await keepAnswer(dependencies, { type: 'keep-answer', threadId: 't', messageId: second });
  const thread = await chat();
  expect(thread.messages.at(-1)).toMatchObject({ messageId: second, isOpinion: false });
  expect(versionAt(thread, 1)).toMatchObject({ number: 2, count: 2 });
  expect(findComparison(thread, await opinion())).toBeNull();
});

test('keeping an answer stops the other one, which is kept as far as it came', async () => {
  await askBoth();
  await answer('t/opinion', 'At nine.');
  const second = (await opinion()).messages.at(-1)?.messageId ?? '';
  await keepAnswer(dependencies, { type: 'keep-answer', threadId: 't', messageId: second });
  expect(aborted).toEqual(['t']);
  expect((await chat()).messages.at(-1)).toMatchObject({ messageId: second });
  expect((await chat()).forks[0]?.tails[0]).toMatchObject([{ model: FIRST, outcome: { reason: 'cancelled' } }]);
});

test('an answer that is being written cannot be kept', async () => {
  await askBoth();
  const first = (await chat()).messages.at(-1)?.messageId ?? '';
  const reply = await keepAnswer(dependencies, { type: 'keep-answer', threadId: 't', messageId: first });
  expect(reply.type).toBe('refused');
  expect((await chat()).messages.at(-1)).toMatchObject({ outcome: null });
});

test('a stop ends both', async () => {
  await askBoth();
  await stopAnswers(dependencies, 't');
  expect(aborted.toSorted()).toEqual(['t', 't/opinion']);
  const thread = await chat();
  expect([thread.messages.at(-1), findComparison(thread, await opinion())?.second]).toMatchObject([
    { model: FIRST, outcome: { reason: 'cancelled' } },
    { model: SECOND, outcome: { reason: 'cancelled' } },
  ]);
});

test('another model can be asked about an answer that exists; a failed one can be asked again', async () => {
  await askBoth('q0');
  await answer('t', 'Before.');
  await answer('t/opinion', 'Also before.');
  await log.append('t', [{ type: 'opinion-settle' }], null);
  const start = await buildRunStart(dependencies, { ...ASKED, content: 'Why?' });
  await log.append('t', [{ type: 'user-message', messageId: 'q', content: 'Why?' }, start], null);
  await answer('t', 'So.');
  const ask = () => askOpinion(dependencies, { type: 'ask-opinion', ...ASKED, messageId: start.runId, model: SECOND });
  expect(await ask()).toEqual({ type: 'done' });
  expect((await ask()).type).toBe('refused');
  expect((await opinion()).messages.map(({ messageId }) => messageId).slice(2)).toEqual(['q', expect.anything()]);
  const failed = (await opinion()).messages.at(-1)?.messageId ?? '';
  const failure = { code: 'network', message: '', retryable: true } as const;
  await log.append('t/opinion', [runEnd({ type: 'error', failure })], failed);
  expect(findComparison(await chat(), await opinion())?.second.messageId).toBe(failed);
  await ask();
  await answer('t/opinion', 'Because.');
  const thread = await chat();
  expect(thread.messages.at(-1)).toMatchObject({ messageId: start.runId });
  expect(versionAt(thread, 3)).toMatchObject({ number: 1, count: 3 });
  expect(visible([findComparison(thread, await opinion())?.second ?? never()])).toMatchObject([
    { steps: [{ parts: [{ text: 'Because.' }] }] },
  ]);
});

test('a second answer that failed can be asked for again while the first is being written', async () => {
  await askBoth();
  const first = (await chat()).messages.at(-1)?.messageId ?? '';
  const ask = (messageId: string) =>
    askOpinion(dependencies, { type: 'ask-opinion', ...ASKED, messageId, model: SECOND });
  expect((await ask(first)).type).toBe('refused');
  const failed = (await opinion()).messages.at(-1)?.messageId ?? '';
  const failure = { code: 'network', message: '', retryable: true } as const;
  await log.append('t/opinion', [runEnd({ type: 'error', failure })], failed);
  expect(await ask(first)).toEqual({ type: 'done' });
  expect(started).toEqual(['t/opinion', 't/opinion']);
  expect((await opinion()).messages).toMatchObject([{ messageId: 'q' }, { isOpinion: true, outcome: null }]);
  await answer('t/opinion', 'At nine.');
  expect((await chat()).messages.at(-1)).toMatchObject({ messageId: first, outcome: null });
  await answer('t', 'At ten.');
  const thread = await chat();
  expect(thread.messages.at(-1)).toMatchObject({ messageId: first });
  expect(versionAt(thread, 1)).toMatchObject({ number: 1, count: 3 });
  expect(visible([findComparison(thread, await opinion())?.second ?? never()])).toMatchObject([
    { steps: [{ parts: [{ text: 'At nine.' }] }] },
  ]);
});

function never(): never {
  throw new Error('There is no second answer.');
}

test('a question of an imported chat has no second opinion', async () => {
  await askBoth();
  await stopAnswers(dependencies, 't');
  await log.append('t', [{ type: 'chat-import' }], null);
  const [, first] = (await chat()).messages;
  const reply = await askOpinion(dependencies, { type: 'ask-opinion', ...ASKED, messageId: first?.messageId ?? '' });
  expect(reply.type).toBe('refused');
});

test('a queued question waits for both answers', async () => {
  await askBoth();
  const queued = { messageId: 'q2', content: 'And then?', model: FIRST, tabId: 7, site: 'https://example.org' };
  await storage.queue.add('t', queued);
  await answer('t', 'At ten.');
  expect(await startNextRun({ ...dependencies, storage }, 't')).toBe(false);
  await answer('t/opinion', 'At nine.');
  expect(await startNextRun({ ...dependencies, storage }, 't')).toBe(true);
  expect((await chat()).messages.map(({ messageId }) => messageId).slice(2)).toEqual(['q2', expect.anything()]);
});

test('a second opinion is in no list, found in its chat once it has ended, and its usage is counted once', async () => {
  await askBoth();
  await answer('t/opinion', 'Zanzibar.');
  const listed = async () => (await recentThreads(db, 9)).map(({ threadId }) => threadId);
  const exported = async () => {
    let text = '';
    for await (const piece of exportThreads(db, 'all', '')) text += piece;
    return text;
  };
  const found = async () => (await searchThreads(db, 'zanzibar', 9, new AbortController().signal)).length;
  expect([await listed(), await found()]).toEqual([['t'], 0]);
  expect(await exported()).not.toContain('opinion"');
  await answer('t', 'At ten.');
  expect([await listed(), await found()]).toEqual([['t'], 1]);
  expect(await exported()).toContain('Zanzibar');
  expect((await usageSince(db, 0)).map(({ threadId, model }) => [threadId, model.modelId])).toEqual([
    ['t', 'first'],
    ['t', 'second'],
  ]);
});

test('a deleted chat takes its second opinion with it', async () => {
  await askBoth();
  await storage.threads.setListed('deleted-threads', 't', true);
  await storage.threads.purgeDeleted();
  expect([await db.threads.count(), await db.events.count()]).toEqual([0, 0]);
  await expect(answer('t/opinion', 'Too late.')).rejects.toThrow('Nothing was written');
});

test('observers of the second opinion see the next one of the chat', async () => {
  const seen: string[] = [];
  const stop = storage.events.watch(
    't/opinion',
    ({ thread }) => seen.push(JSON.stringify(visible(thread.messages))),
    (error) => {
      throw error;
    },
  );
  const shows = (text: string) => expect.poll(() => seen.at(-1)).toContain(text);
  await askBoth();
  await answer('t/opinion', 'At nine, or a little later.');
  await shows('a little later');
  await answer('t', 'At ten.');
  await askBoth('q2');
  await log.append(
    't/opinion',
    step('s', textDelta('Not at all.')),
    (await opinion()).messages.at(-1)?.messageId ?? '',
  );
  await shows('Not at all.');
  stop();
});

describe('a worker that is stopped after any write', () => {
  const server = (text: string) => (): ScriptLine[] => [...scriptedText(text), STEP_END];

  function killedLog(killAfter: number): ThreadLog {
    let appends = 0;
    return {
      ...log,
      async append(...write) {
        if (appends++ >= killAfter) throw new KilledError('killed');
        return log.append(...write);
      },
    };
  }

  /** One worker, which resumes every open run. Resolves to whether it was stopped. */
  async function work(killAfter: number): Promise<boolean> {
    const through = killedLog(killAfter);
    const run = (threadId: string, text: string) =>
      runThread(threadId, scriptedDependencies(through, { sent: [] }, server(text)), new AbortController().signal);
    const ends = await Promise.allSettled([run('t', 'It is at ten.'), run('t/opinion', 'It is at nine.')]);
    for (const end of ends) if (end.status === 'rejected' && !(end.reason instanceof KilledError)) throw end.reason;
    return ends.some(({ status }) => status === 'rejected');
  }

  test('continues both answers, each by itself', async () => {
    let kills = 0;
    for (let kill = 0; ; kill++) {
      await db.delete();
      await db.open();
      await askBoth();
      const isKilled = await work(kill);
      await work(Number.POSITIVE_INFINITY);
      const thread = await chat();
      const comparison = findComparison(thread, await opinion());
      expect(JSON.stringify(visible(thread.messages)), `killed after ${kill}`).toContain('It is at ten.');
      expect(JSON.stringify(visible([comparison?.second ?? never()])), `killed after ${kill}`).toContain('at nine.');
      expect(comparison?.second.outcome).toEqual({ type: 'complete' });
      expect(await db.threads.count()).toBe(1);
      if (!isKilled) break;
      kills++;
    }
    expect(kills).toBeGreaterThan(6);
  });
});

test('deleting the question drops a second opinion that is still being written', async () => {
  await askBoth();
  await answer('t', 'At ten.');
  await log.append('t', [{ type: 'exchange-delete', messageId: 'q' }], null);
  await answer('t/opinion', 'At nine.');
  expect((await chat()).messages).toEqual([]);
  expect(await db.threads.toCollection().primaryKeys()).toEqual(['t']);
});

test('without a second answer there is nothing to compare', () => {
  expect(findComparison(buildThread(), emptyThread('x'))).toBeNull();
});
