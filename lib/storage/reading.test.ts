import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { nextAction } from '../agent/run/next-action.ts';
import type { LoggedEvent, ThreadEvent } from '../contracts/event.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import {
  askQuestion,
  fold,
  MODEL,
  runToEnd,
  scenarioDependencies,
  THREAD_ID,
  visible,
} from '../testing/agent/crash-scenario.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { createDatabaseThreadLog } from './thread-log.ts';
import { threadsWithOpenRun } from './threads.ts';
import { type ThreadSnapshot, watchThread } from './watch-thread.ts';

let db: SidenoteDb;
let log: ThreadLog;
beforeEach(() => {
  db = openDb(`reading-${crypto.randomUUID()}`);
  log = createDatabaseThreadLog(db, () => 1);
});
afterEach(() => db.delete());

const STATS = { ms: 0, steps: 0, toolCalls: 0 };
const RUN_END: ThreadEvent = { type: 'run-end', outcome: { type: 'complete' }, stats: STATS };
const FROM_THE_FUTURE = { type: 'mood-change', toolCallId: 'a', mood: 'sunny' };

/** Overwrites the event of a row, like a faulty disk or another version. */
async function damage(find: (event: ThreadEvent) => boolean, event: unknown = null): Promise<void> {
  const row = await db.events.filter((each) => find(each.event)).last();
  if (row) await db.events.put({ ...row, event } as LoggedEvent);
}

async function watched(): Promise<ThreadSnapshot> {
  const states: ThreadSnapshot[] = [];
  const stop = watchThread(
    db,
    THREAD_ID,
    (state) => states.push(state),
    (error) => expect.unreachable(String(error)),
  );
  await vi.waitFor(() => expect(states).not.toEqual([]));
  stop();
  return states.at(-1) as ThreadSnapshot;
}

async function say(...events: ThreadEvent[]) {
  await log.append(THREAD_ID, events, 'run');
}

test.each([null, 'text', {}, { type: 'text-delta' }, { type: 'text-delta', delta: 7 }, FROM_THE_FUTURE])(
  'a row that holds %o is left out and counted; the rest is shown, and the row stays',
  async (event) => {
    await askQuestion(log);
    const expected = await runToEnd(log, scenarioDependencies(log, { sent: [] }, false));
    await db.events.add({ threadId: THREAD_ID, seq: 1_000, at: 1, event } as LoggedEvent);
    await db.threads.update(THREAD_ID, { lastSeq: 1_000 });
    const { thread, unreadable } = await watched();
    expect(unreadable).toBe(1);
    expect(visible(thread.messages)).toEqual(visible(expected.messages));
    await log.append(THREAD_ID, [{ type: 'user-message', messageId: 'next', content: 'And then?' }], null);
    expect((await watched()).thread.messages.at(-1)).toMatchObject({ content: 'And then?' });
    expect((await db.events.get([THREAD_ID, 1_000]))?.event).toEqual(event);
  },
);

test('an unreadable row is counted once, regardless of how often the thread is continued', async () => {
  const states: ThreadSnapshot[] = [];
  await askQuestion(log);
  await db.events.add({ threadId: THREAD_ID, seq: 3, at: 1, event: FROM_THE_FUTURE as unknown as ThreadEvent });
  await db.threads.update(THREAD_ID, { lastSeq: 3 });
  const stop = watchThread(
    db,
    THREAD_ID,
    (state) => states.push(state),
    (error) => expect.unreachable(String(error)),
  );
  await vi.waitFor(() => expect(states).toHaveLength(1));
  for (const stepId of ['run:0', 'run:1']) await say({ type: 'step-start', stepId, toolMode: 'native' });
  await vi.waitFor(() => expect(states.at(-1)?.thread.seq).toBe(5));
  stop();
  expect(states.map((state) => state.unreadable)).toEqual(states.map(() => 1));
});

describe('a run whose rows are damaged', () => {
  test('in the middle ends, is compacted around the damage, and keeps the damaged row', async () => {
    await askQuestion(log);
    await say({ type: 'step-start', stepId: 'run:0', toolMode: 'native' }, { type: 'text-delta', delta: 'a' });
    await damage((event) => event.type === 'text-delta');
    await say({ type: 'text-delta', delta: 'b' }, { type: 'text-delta', delta: 'c' }, RUN_END);
    expect(await threadsWithOpenRun(db)).toEqual([]);
    expect(JSON.stringify(visible((await watched()).thread.messages))).toContain('"bc"');
    expect((await db.events.toArray()).filter((row) => row.event === null)).toHaveLength(1);
  });

  test('at its end is shown as interrupted, and the chat can be continued', async () => {
    await askQuestion(log);
    await say({ type: 'step-start', stepId: 'run:0', toolMode: 'native' }, { type: 'text-delta', delta: 'a' }, RUN_END);
    await damage((event) => event.type === 'run-end');
    const { thread } = await watched();
    expect(thread.messages.at(-1)).toMatchObject({ outcome: { type: 'incomplete', reason: 'interrupted' } });
    expect(nextAction(fold(await log.read(THREAD_ID)))).toEqual({ type: 'idle' });
    await ask('second');
    expect((await watched()).thread.messages).toMatchObject([
      {},
      { outcome: { reason: 'interrupted' } },
      { content: 'second' },
      { outcome: null },
    ]);
  });

  test('at its start is left out, and the chat can be continued', async () => {
    await askQuestion(log);
    await damage((event) => event.type === 'run-start');
    expect((await watched()).thread.messages).toMatchObject([{ role: 'user' }]);
    await ask('second');
    expect((await watched()).thread.messages).toMatchObject([
      { role: 'user' },
      { content: 'second' },
      { outcome: null },
    ]);
  });
});

function ask(content: string) {
  const start = { runId: `${content}-run`, messageId: content, model: MODEL, tabId: null, page: null, maxSteps: 1 };
  return log.append(
    THREAD_ID,
    [
      { type: 'user-message', messageId: content, content },
      { type: 'run-start', ...start },
    ],
    null,
  );
}
