import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { MetricSample } from '../../contracts/metric.ts';
import { createToolScheduler, FairQueue, type ToolTimeout, type WorkResult } from './tool-scheduler.ts';

const ROOM = { perRun: 8, inAll: 32, waiting: 256 };

describe('FairQueue', () => {
  /** Starts everything that may start, releases the oldest job, and so on. Returns the order in which jobs start. */
  function order(limits: typeof ROOM, jobs: [runId: string, job: string][]): string[] {
    const queue = new FairQueue<[string, string]>(limits);
    for (const [runId, job] of jobs) queue.add(runId, [runId, job], false);
    const running: [string, string][] = [];
    const started: string[] = [];
    for (;;) {
      for (let next = queue.take(); next !== null; next = queue.take()) {
        running.push(next);
        started.push(next[1]);
      }
      const oldest = running.shift();
      if (!oldest) return started;
      queue.release(oldest[0]);
    }
  }

  test('runs take turns, regardless of how many jobs one of them adds', () => {
    const greedy = Array.from({ length: 6 }, (_, n): [string, string] => ['greedy', `greedy${n}`]);
    expect(order({ ...ROOM, inAll: 2 }, [...greedy, ['modest', 'modest0'], ['small', 'small0']])).toEqual([
      'greedy0',
      'modest0',
      'small0',
      'greedy1',
      'greedy2',
      'greedy3',
      'greedy4',
      'greedy5',
    ]);
  });

  test('limits the jobs of a run and of all runs', () => {
    const queue = new FairQueue<number>({ ...ROOM, perRun: 2, inAll: 3 });
    for (let n = 0; n < 3; n++) queue.add('a', n, false);
    for (let n = 3; n < 6; n++) queue.add('b', n, false);
    expect([queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([0, 3, 1, null]);
    expect({ running: queue.running, waiting: queue.waiting }).toEqual({ running: 3, waiting: 3 });
  });

  test('an exclusive job runs alone in its run, without blocking other runs', () => {
    const queue = new FairQueue<string>(ROOM);
    queue.add('a', 'read', false);
    queue.add('a', 'write', true);
    queue.add('a', 'read again', false);
    queue.add('b', 'other', false);
    expect([queue.take(), queue.take(), queue.take()]).toEqual(['read', 'other', null]);
    queue.release('a');
    expect([queue.take(), queue.take()]).toEqual(['write', null]);
    queue.release('a');
    expect(queue.take()).toBe('read again');
  });

  test('a run whose jobs have ended or were removed has no turn before those that wait', () => {
    for (const leave of ['release', 'remove'] as const) {
      const queue = new FairQueue<string>({ ...ROOM, inAll: 1 });
      queue.add('a', 'first', false);
      if (leave === 'remove') queue.remove('a', 'first');
      else {
        queue.take();
        queue.release('a');
      }
      queue.add('b', 'before', false);
      queue.add('a', 'after', false);
      expect(queue.take(), leave).toBe('before');
    }
  });

  test('removes only a job that waits', () => {
    const queue = new FairQueue<string>({ ...ROOM, perRun: 1 });
    for (const job of ['runs', 'waits', 'stays']) queue.add('a', job, false);
    queue.take();
    expect([queue.remove('a', 'runs'), queue.remove('a', 'other'), queue.remove('b', 'waits')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(queue.waiting).toBe(2);
    expect(queue.remove('a', 'waits')).toBe(true);
    expect(queue.waiting).toBe(1);
    queue.release('a');
    expect([queue.take(), queue.running]).toEqual(['stays', 1]);
  });

  test('no run starves: while a job waits, no other run starts two jobs before it', () => {
    const asked = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(asked, fc.integer({ min: 1, max: 4 }), (runs, inAll) => {
        const jobs = runs.map((runId, n): [string, string] => [runId, `${runId}${n}`]);
        const started = order({ ...ROOM, inAll }, jobs).map((job) => job.charAt(0));
        expect(started.toSorted()).toEqual(runs.toSorted());
        for (const [at, runId] of started.entries()) {
          const since = started.slice(0, at).lastIndexOf(runId) + 1;
          const between = started.slice(since, at);
          for (const other of new Set(between)) {
            expect(between.filter((each) => each === other).length, started.join('')).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});

describe('scheduled work', () => {
  function setUp(limits = ROOM) {
    const samples: MetricSample[] = [];
    const metrics = { record: (sample: MetricSample) => void samples.push(sample) };
    const scheduler = createToolScheduler({ limits, metrics, now: () => 0 });
    /** Work that ends on request, or never. */
    const start = (
      runId: string,
      { signal = new AbortController().signal, timeoutMs = 60_000, obeys = false } = {},
    ) => {
      const { promise, resolve } = Promise.withResolvers<string>();
      const begun = Promise.withResolvers<AbortSignal>();
      const result = scheduler.run({
        runId,
        isExclusive: false,
        timeoutMs,
        signal,
        work: (inner) => {
          begun.resolve(inner);
          if (obeys) inner.addEventListener('abort', () => resolve('stopped'));
          return promise;
        },
      });
      return { result, begun: begun.promise, end: () => resolve('done') };
    };
    return { scheduler, samples, start };
  }

  test('resolves to its value or its exception', async () => {
    const { scheduler } = setUp();
    const options = { runId: 'a', isExclusive: false, timeoutMs: 60_000, signal: new AbortController().signal };
    expect(await scheduler.run({ ...options, work: async () => 'done' })).toEqual({ state: 'done', value: 'done' });
    const error = new Error('broken');
    expect(await scheduler.run({ ...options, work: () => Promise.reject(error) })).toEqual({ state: 'failed', error });
  });

  test('that hangs in one run does not block another run', async () => {
    const { start } = setUp({ ...ROOM, perRun: 2, inAll: 3 });
    for (let n = 0; n < 5; n++) start('hangs');
    const other = start('other');
    other.end();
    expect(await other.result).toEqual({ state: 'done', value: 'done' });
  });

  test('is abandoned on timeout, whether or not it observes its signal, and its place is released', async () => {
    for (const obeys of [false, true]) {
      const { start } = setUp({ ...ROOM, inAll: 1 });
      const deaf = start('a', { timeoutMs: 5, obeys });
      const next = start('b');
      next.end();
      expect(await deaf.result).toEqual({ state: 'timed-out' });
      expect((await deaf.begun).aborted).toBe(true);
      expect(await next.result).toEqual({ state: 'done', value: 'done' });
    }
  });

  test('can be cancelled while running or waiting, and releases its place', async () => {
    const { start } = setUp({ ...ROOM, inAll: 1 });
    const stop = new AbortController();
    const running = start('a', { signal: stop.signal });
    const waiting = start('a', { signal: stop.signal });
    const other = start('b');
    await running.begun;
    stop.abort();
    const cancelled: WorkResult<string> = { state: 'cancelled' };
    expect(await Promise.all([running.result, waiting.result])).toEqual([cancelled, cancelled]);
    expect((await running.begun).aborted).toBe(true);
    await other.begun;
    expect(await start('c', { signal: stop.signal }).result).toEqual(cancelled);
  });

  test('that waits is cancelled at once, and waits no more', async () => {
    const { start } = setUp({ perRun: 1, inAll: 1, waiting: 1 });
    const stop = new AbortController();
    await start('a').begun;
    const waiting = start('b', { signal: stop.signal });
    stop.abort();
    expect(await waiting.result).toEqual({ state: 'cancelled' });
    start('c');
    expect(await start('c').result).toEqual({ state: 'refused', waiting: 1 });
  });

  test('times out after its time without the pauses, regardless of how many there are', async () => {
    vi.useFakeTimers();
    try {
      const { scheduler } = setUp();
      const signal = new AbortController().signal;
      const used = Promise.withResolvers<ToolTimeout>();
      const result = scheduler.run({
        runId: 'a',
        isExclusive: false,
        timeoutMs: 100,
        signal,
        work: (_signal, timeout) => {
          used.resolve(timeout);
          return new Promise(() => undefined);
        },
      });
      let state: string | null = null;
      void result.then((each) => {
        state = each.state;
      });
      const timeout = await used.promise;
      await vi.advanceTimersByTimeAsync(60);
      timeout.pause();
      timeout.pause();
      await vi.advanceTimersByTimeAsync(1_000);
      timeout.resume();
      await vi.advanceTimersByTimeAsync(39);
      expect(state).toBeNull();
      await vi.advanceTimersByTimeAsync(1);
      expect(state).toBe('timed-out');
      timeout.resume();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test('is refused if the queue is full, which is measured', async () => {
    const { start, samples } = setUp({ perRun: 1, inAll: 8, waiting: 2 });
    const accepted = [start('a'), start('a'), start('a')];
    expect(await start('a').result).toEqual({ state: 'refused', waiting: 2 });
    // A run that could start immediately is not refused because others wait.
    await start('b').begun;
    expect(samples).toMatchObject([
      { type: 'queue', running: 1, waiting: 0, refused: false },
      { type: 'queue', running: 1, waiting: 2, refused: true },
      { type: 'queue', running: 2, waiting: 2, refused: false },
    ]);
    for (const { end } of accepted) end();
    await Promise.all(accepted.map(({ result }) => result));
  });
});
