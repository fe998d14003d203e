import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoggedEvent } from '../../contracts/event.ts';
import { RunConflictError, TakenOverError } from '../../contracts/thread-log.ts';
import { askQuestion, THREAD_ID } from '../../testing/agent/crash-scenario.ts';
import { memoryLog } from '../../testing/agent/memory-log.ts';
import { textDelta } from '../../testing/agent/scripted-thread.ts';
import { ThreadSession } from './thread-session.ts';

const COALESCE_MS = 100;
const delta = (text: string) => ({ type: 'text-delta', delta: text }) as const;

/** A session of a thread with an open run. */
async function setUp() {
  const rows: LoggedEvent[] = [];
  const log = memoryLog(rows);
  await askQuestion(log);
  const session = await ThreadSession.open(THREAD_ID, log, COALESCE_MS);
  const texts = () => rows.flatMap(({ event }) => (event.type === 'text-delta' ? [event.delta] : []));
  return { rows, log, session, texts };
}

describe('deltas', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(10_000);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are written at once after a pause, and then together, once in each window', async () => {
    const { session, texts } = await setUp();
    session.write(delta('a'));
    await vi.advanceTimersByTimeAsync(0);
    expect(texts()).toEqual(['a']);
    session.write(delta('b'));
    await vi.advanceTimersByTimeAsync(COALESCE_MS - 1);
    session.write(delta('c'));
    expect(texts()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(['a', 'bc']);
  });

  test('are written with the next event, which begins a separate window', async () => {
    const { session, rows, texts } = await setUp();
    session.write(delta('a'));
    await vi.advanceTimersByTimeAsync(0);
    session.write(delta('b'));
    await vi.advanceTimersByTimeAsync(COALESCE_MS / 2);
    await session.append({ type: 'step-decision', decision: 'answer' });
    expect(rows.slice(-2).map(({ event }) => event.type)).toEqual(['text-delta', 'step-decision']);
    session.write(delta('c'));
    await vi.advanceTimersByTimeAsync(COALESCE_MS - 1);
    expect(texts()).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(1);
    expect(texts()).toEqual(['a', 'b', 'c']);
  });

  test('of several streams are joined by stream only', async () => {
    const { session, rows } = await setUp();
    const before = rows.length;
    const input = (toolCallId: string, text: string) =>
      ({ type: 'tool-input-delta', toolCallId, delta: text }) as const;
    const deltas = [delta('a'), delta('b'), input('1', '{'), input('1', '}'), input('2', '{}'), delta('c')];
    for (const each of deltas) session.write(each);
    await session.append();
    expect(rows.slice(before).map(({ event }) => event)).toEqual([
      delta('ab'),
      input('1', '{}'),
      input('2', '{}'),
      delta('c'),
    ]);
  });
});

describe('a failed write', () => {
  const failing = async (error: Error) => {
    const { log, session } = await setUp();
    expect(session.isRefused).toBe(false);
    log.append = () => Promise.reject(error);
    await expect(session.append(textDelta('a'))).rejects.toBe(error);
    return { log, session };
  };

  test('of the log, as with a full disk, refuses every later event, and later deltas only with the next event', async () => {
    const full = new Error('full');
    const { session } = await failing(full);
    expect(session.isRefused).toBe(true);
    expect(() => session.write(delta('b'))).not.toThrow();
    await expect(session.append()).rejects.toBe(full);
  });

  test('is shown to those who watch the thread, as are the events after it', async () => {
    const { log, session } = await failing(new Error('full'));
    const shown: unknown[] = [];
    log.reportFailedWrite = (threadId, events) => void shown.push([threadId, events]);
    await expect(session.append(textDelta('b'))).rejects.toThrow('full');
    await expect(session.append()).rejects.toThrow('full');
    expect(shown).toEqual([[THREAD_ID, [textDelta('b')]]]);
  });

  test.each([new TakenOverError(THREAD_ID), new RunConflictError('run', null)])(
    'of a thread that went to others does not refuse, and ends the stream at its next delta: $name',
    async (error) => {
      const { session } = await failing(error);
      expect(session.isRefused).toBe(false);
      expect(() => session.write(delta('b'))).toThrow(error);
    },
  );
});

test('rows that others wrote in between are part of the state, once each and in order', async () => {
  const { log, session, rows } = await setUp();
  await log.append(THREAD_ID, [{ type: 'run-steer', messageId: 's', content: 'Shorter.' }], 'run');
  await session.append({ type: 'step-start', stepId: 'run:0', toolMode: 'native' }, textDelta('So.'));
  expect(session.state.seq).toBe(rows.length);
  expect(session.state.messages.at(-1)).toMatchObject({
    steers: [{ content: 'Shorter.' }],
    steps: [{ parts: [{ text: 'So.' }] }],
  });
});

test('a write of nothing does not reach the log', async () => {
  const { log, session } = await setUp();
  log.append = () => Promise.reject(new Error('Nothing is to be written.'));
  await expect(session.append()).resolves.toBeUndefined();
});

test('nothing is written for a run that others have ended, even after that was read', async () => {
  const { log, session, rows } = await setUp();
  const stats = { ms: 0, steps: 0, toolCalls: 0 };
  const outcome = { type: 'incomplete', reason: 'cancelled' } as const;
  await log.append(THREAD_ID, [{ type: 'run-end', outcome, stats }], 'run');
  await session.refresh();
  const { length } = rows;
  await expect(session.append(textDelta('So.'))).rejects.toThrow(RunConflictError);
  expect(rows).toHaveLength(length);
});
