import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { OBSERVATION_LIFETIME_MS } from '../agent/capability/apply-observation.ts';
import type { LoggedEvent, ThreadEvent } from '../contracts/event.ts';
import type { ThreadState } from '../contracts/thread.ts';
import { RunConflictError, TakenOverError } from '../contracts/thread-log.ts';
import { askQuestion, runToEnd, scenarioDependencies, THREAD_ID, visible } from '../testing/agent/crash-scenario.ts';
import { memoryLog } from '../testing/agent/memory-log.ts';
import { loadCapabilities, loadCapability, overrideCapability, recordObservation } from './capabilities.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { loadDraft, saveDraft } from './drafts.ts';
import { allEndpoints, deleteEndpoint, saveEndpoint } from './endpoints.ts';
import { loadApiKey } from './load-api-key.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { deleteThreads, recentThreads, threadsWithOpenRun } from './threads.ts';
import { watchThread } from './watch-thread.ts';
import { saveApiKey, sessionMemory } from './wrapping-key.ts';

let db: SidenoteDb;
let clock = 0;
const now = () => ++clock;
beforeEach(() => {
  db = openDb(`test-${crypto.randomUUID()}`);
});
afterEach(async () => {
  await db.delete();
});

const text = (delta: string): ThreadEvent => ({ type: 'text-delta', delta });
const FORM = { server: { name: 'Tides', url: 'https://tides.test/' }, message: 'Where?', fields: [] };
const stats = { ms: 0, steps: 0, toolCalls: 0 };
const runEnd: ThreadEvent = { type: 'run-end', outcome: { type: 'complete' }, stats };

describe('the log', () => {
  test('numbers the rows of each thread and reads from a cursor', async () => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    await log.append('other', [{ type: 'user-message', messageId: 'm', content: 'Hi' }], null);
    await log.append(THREAD_ID, [text('a'), text('b')], 'run');
    expect((await log.read(THREAD_ID)).map((row) => row.seq)).toEqual([1, 2, 3, 4]);
    expect((await log.read(THREAD_ID, 3)).map((row) => row.event)).toEqual([text('b')]);
    expect(await log.read('other')).toHaveLength(1);
  });

  test('keeps its order when the clock is set back', async () => {
    const times = [86_400_000_000, 1];
    const log = createDatabaseThreadLog(db, () => times.shift() ?? 2);
    await askQuestion(log);
    await log.append(THREAD_ID, [text('a')], 'run');
    await log.append(THREAD_ID, [text('b')], 'run');
    expect((await log.read(THREAD_ID)).slice(-2).map((row) => row.event)).toEqual([text('a'), text('b')]);
  });

  test('updates the row of the thread: title, open run', async () => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    expect(await recentThreads(db, 10)).toMatchObject([
      { threadId: THREAD_ID, title: 'What is it?', openRunId: 'run' },
    ]);
    expect(await threadsWithOpenRun(db)).toEqual([THREAD_ID]);
    await log.append(THREAD_ID, [runEnd], 'run');
    expect(await threadsWithOpenRun(db)).toEqual([]);
  });

  test.each<[string, ThreadEvent, ThreadEvent]>([
    [
      'an approval',
      { type: 'tool-approval-request', toolCallId: 'c', request: { type: 'effect', reason: 'Sends it.' } },
      { type: 'tool-approval-response', toolCallId: 'c', approved: true },
    ],
    [
      'a form of a server',
      { type: 'tool-elicitation-request', toolCallId: 'c', elicitationId: 'e', form: FORM },
      { type: 'tool-output-error', toolCallId: 'c', errorText: 'Gone.', ms: 1 },
    ],
    [
      'a page',
      { type: 'context-approval-request', contextId: 'p', question: { reason: 'no-access', origin: null } },
      { type: 'context-approval-response', contextId: 'p', approved: true },
    ],
  ])('says in the row of the thread whether its run waits for the user: %s', async (_what, request, response) => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    const waiting = async () => (await recentThreads(db, 1))[0]?.waiting;
    expect(await waiting()).toEqual([]);
    await log.append(THREAD_ID, [request], 'run');
    expect(await waiting()).toHaveLength(1);
    await log.append(THREAD_ID, [text('a')], 'run');
    expect(await waiting()).toHaveLength(1);
    await log.append(THREAD_ID, [response], 'run');
    expect(await waiting()).toEqual([]);
    await log.append(THREAD_ID, [request], 'run');
    await log.append(THREAD_ID, [runEnd], 'run');
    expect(await waiting()).toEqual([]);
  });

  test('writes nothing for a run that has ended', async () => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    await log.append(THREAD_ID, [runEnd], 'run');
    await expect(log.append(THREAD_ID, [text('late')], 'run')).rejects.toBeInstanceOf(RunConflictError);
    expect((await log.read(THREAD_ID)).at(-1)?.event).toEqual(runEnd);
  });

  test('writes nothing for a runner after another one took over', async () => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    const old = await log.claim(THREAD_ID);
    await log.append(THREAD_ID, [text('early')], 'run', old);
    const young = await log.claim(THREAD_ID);
    await expect(log.append(THREAD_ID, [text('late')], 'run', old)).rejects.toBeInstanceOf(TakenOverError);
    await log.append(THREAD_ID, [text('on time')], 'run', young);
    expect((await log.read(THREAD_ID)).slice(-2).map(({ event }) => event)).toEqual([text('early'), text('on time')]);
  });

  test('folds a compacted run to the same messages as the log in memory', async () => {
    const log = createDatabaseThreadLog(db, now);
    await askQuestion(log);
    const state = await runToEnd(log, scenarioDependencies(log, { sent: [] }, true));
    const rows: LoggedEvent[] = [];
    const memory = memoryLog(rows);
    await askQuestion(memory);
    const expected = await runToEnd(memory, scenarioDependencies(memory, { sent: [] }, true));
    expect(visible(state.messages)).toEqual(visible(expected.messages));
    expect((await log.read(THREAD_ID)).length).toBeLessThan(rows.length);
  });

  test('survives a worker killed at any append of the real log', async () => {
    const expected = await finished(Number.POSITIVE_INFINITY);
    for (let kill = 1; kill < 60; kill += 6) expect(await finished(kill), `killed after ${kill}`).toEqual(expected);
  });

  async function finished(killAfter: number) {
    const own = openDb(`kill-${crypto.randomUUID()}`);
    const log = createDatabaseThreadLog(own, now);
    await askQuestion(log);
    let appends = 0;
    const mortal = {
      ...log,
      append: (...args: Parameters<typeof log.append>) =>
        appends++ < killAfter ? log.append(...args) : Promise.reject(new Error('killed')),
    };
    await runToEnd(mortal, scenarioDependencies(mortal, { sent: [] }, false)).catch(() => undefined);
    const state = await runToEnd(log, scenarioDependencies(log, { sent: [] }, false));
    await own.delete();
    return visible(state.messages);
  }
});

describe('watching a thread', () => {
  test('follows every change, and folds from the start if unread rows were compacted', async () => {
    const log = createDatabaseThreadLog(db, now);
    const states: ThreadState[] = [];
    const stop = watchThread(
      db,
      THREAD_ID,
      ({ thread }) => states.push(thread),
      (error) => expect.unreachable(String(error)),
    );
    await vi.waitFor(() => expect(states).toHaveLength(1));
    await askQuestion(log);
    await vi.waitFor(() => expect(states.at(-1)?.messages).toHaveLength(2));
    await runToEnd(log, scenarioDependencies(log, { sent: [] }, false));
    await vi.waitFor(() => expect(states.at(-1)?.messages.at(-1)).toMatchObject({ outcome: { type: 'complete' } }));
    stop();
    const fresh: ThreadState[] = [];
    const stopFresh = watchThread(
      db,
      THREAD_ID,
      ({ thread }) => fresh.push(thread),
      (error) => expect.unreachable(String(error)),
    );
    await vi.waitFor(() => expect(fresh).toHaveLength(1));
    stopFresh();
    expect(visible(states.at(-1)?.messages ?? [])).toEqual(visible(fresh[0]?.messages ?? []));
  });

  test('an unknown thread is empty', async () => {
    const states: ThreadState[] = [];
    const stop = watchThread(
      db,
      'nowhere',
      ({ thread }) => states.push(thread),
      (error) => expect.unreachable(String(error)),
    );
    await vi.waitFor(() =>
      expect(states).toEqual([
        { threadId: 'nowhere', seq: 0, messages: [], forks: [], rules: [], imported: new Set() },
      ]),
    );
    stop();
  });
});

describe('endpoints and keys', () => {
  const endpoint = { endpointId: 'e', name: 'E', baseUrl: 'https://a.example/v1', models: ['m'], createdAt: 1 };

  test('a key is returned for its own origin only, and stored encrypted', async () => {
    await saveEndpoint(db, endpoint);
    await saveApiKey(db, 'e', 'https://a.example', 'sk-canary-1234', sessionMemory());
    expect(await loadApiKey(db, 'e', 'https://a.example', sessionMemory())).toBe('sk-canary-1234');
    expect(await loadApiKey(db, 'e', 'https://b.example', sessionMemory())).toBeNull();
    const row = await db.apiKeys.get('e');
    expect(row?.lastFour).toBe('1234');
    expect(Buffer.from(row?.ciphertext ?? new ArrayBuffer(0)).toString()).not.toContain('canary');
  });

  test('changing the origin deletes the key and observations; changing the name does not', async () => {
    const model = { endpointId: 'e', modelId: 'm' };
    await saveEndpoint(db, endpoint);
    await saveApiKey(db, 'e', 'https://a.example', 'sk-1', sessionMemory());
    await recordObservation(db, model, endpoint.baseUrl, { type: 'text-call', format: 'hermes' }, 1);
    await saveEndpoint(db, { ...endpoint, name: 'New name' });
    expect(await loadApiKey(db, 'e', 'https://a.example', sessionMemory())).toBe('sk-1');
    expect(await loadCapabilities(db, 'e')).toHaveLength(1);
    await saveEndpoint(db, { ...endpoint, baseUrl: 'https://b.example/v1' });
    expect(await db.apiKeys.count()).toBe(0);
    expect(await loadCapabilities(db, 'e')).toEqual([]);
  });

  test('deleting an endpoint deletes its key', async () => {
    await saveEndpoint(db, endpoint);
    await saveApiKey(db, 'e', 'https://a.example', 'sk-1', sessionMemory());
    await deleteEndpoint(db, 'e');
    expect(await allEndpoints(db)).toEqual([]);
    expect(await db.apiKeys.count()).toBe(0);
  });
});

describe('observations about a model', () => {
  const model = { endpointId: 'e', modelId: 'm' };
  const learn = (supportsTools: boolean, at: number, baseUrl = 'http://a/v1') =>
    recordObservation(db, model, baseUrl, { type: 'tools', supportsTools, source: 'reply', evidence: `at ${at}` }, at);

  test('a fresh observation is kept, a new one replaces it, an expired one is renewed', async () => {
    await learn(true, 1);
    await learn(true, 2);
    expect(await loadCapability(db, model)).toMatchObject({ evidence: 'at 1' });
    await learn(false, 3);
    expect(await loadCapability(db, model)).toMatchObject({ supportsTools: false, evidence: 'at 3' });
    await learn(false, OBSERVATION_LIFETIME_MS + 4);
    expect(await loadCapability(db, model)).toMatchObject({ evidence: `at ${OBSERVATION_LIFETIME_MS + 4}` });
  });

  test('changing the base URL discards observations', async () => {
    await learn(false, 1);
    await recordObservation(db, model, 'http://b/v1', { type: 'text-call', format: 'hermes' }, 2);
    expect(await loadCapability(db, model)).toMatchObject({
      supportsTools: null,
      textCalls: 1,
      baseUrl: 'http://b/v1',
    });
  });

  test("the user's decision takes precedence until it is removed", async () => {
    await overrideCapability(db, model, 'http://a/v1', true, 1);
    await learn(false, 2);
    expect(await loadCapability(db, model)).toMatchObject({ supportsTools: true, source: 'user' });
    await overrideCapability(db, model, 'http://a/v1', null, 3);
    expect(await loadCapability(db, model)).toBeUndefined();
  });
});

test('a thread is deleted with its events and its draft', async () => {
  await askQuestion(createDatabaseThreadLog(db, now));
  await saveDraft(db, THREAD_ID, 'half a');
  expect(await loadDraft(db, THREAD_ID)).toBe('half a');
  await deleteThreads(db, [THREAD_ID]);
  expect([await db.events.count(), await db.threads.count(), await db.drafts.count()]).toEqual([0, 0, 0]);
});

test('a chat that begins with a prompt of a server is titled by that', async () => {
  const log = createDatabaseThreadLog(db, () => 1);
  const source = { name: 'Everything', url: 'https://mcp.test/' };
  const files = [{ type: 'prompt' as const, name: 'Review code', text: 'Review this.', source }];
  await log.append('p', [{ type: 'user-message', messageId: 'm', content: 'Answer this prompt.', files }], null);
  expect((await db.threads.get('p'))?.title).toBe('Review code');
});
