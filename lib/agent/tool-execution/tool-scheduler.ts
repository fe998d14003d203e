import type { Metrics } from '../../contracts/index.ts';

/** Limits for the tools running per run and in total, and for the calls that wait. */
export const TOOL_LIMITS: QueueLimits = { perRun: 8, inAll: 32, waiting: 256 };

/** The timeout of work, which is paused while the work waits for the user. */
export type ToolTimeout = { pause(): void; resume(): void };

type ScheduledWork<Value> = {
  runId: string;
  /** Runs alone in its run. For tools with effects. */
  isExclusive: boolean;
  /** The timeout in milliseconds from the start of the work, excluding waits for its turn or for the user. */
  timeoutMs: number;
  /** Aborts the wait or the work. */
  signal: AbortSignal;
  /** Receives a signal that the timeout also aborts. An exception becomes a result. */
  work: (signal: AbortSignal, timeout: ToolTimeout) => Promise<Value>;
};

/** How work ended. `refused`: the queue was full, and the work never started. */
export type WorkResult<Value> =
  | { state: 'done'; value: Value }
  | { state: 'failed'; error: unknown }
  | { state: 'timed-out' }
  | { state: 'cancelled' }
  | { state: 'refused'; waiting: number };

export interface ToolScheduler {
  /**
   * Runs the work when it is its turn. Never rejects. Work that ignores its aborted signal is abandoned, and its place
   * is released.
   */
  run<Value>(work: ScheduledWork<Value>): Promise<WorkResult<Value>>;
}

type Options = { limits: QueueLimits; metrics: Metrics; now: () => number };

/** Creates the scheduler shared by all runs of a worker, so that no run starves another. */
export function createToolScheduler({ limits, metrics, now }: Options): ToolScheduler {
  const queue = new FairQueue<() => void>(limits);

  function startRunnable(): void {
    for (let start = queue.take(); start !== null; start = queue.take()) start();
  }

  function record(ms: number, isRefused: boolean): void {
    const { running, waiting } = queue;
    metrics.record({ at: now(), model: null, type: 'queue', running, waiting, ms, refused: isRefused });
  }

  /** Resolves to `started` when it is this work's turn. The other states are final. */
  function turn(runId: string, isExclusive: boolean, signal: AbortSignal) {
    const { promise, resolve } = Promise.withResolvers<
      { state: 'started' } | { state: 'cancelled' } | { state: 'refused'; waiting: number }
    >();
    const queuedAt = now();
    const start = () => {
      signal.removeEventListener('abort', cancel);
      record(now() - queuedAt, false);
      resolve({ state: 'started' });
    };
    const cancel = () => {
      queue.remove(runId, start);
      resolve({ state: 'cancelled' });
    };
    queue.add(runId, start, isExclusive);
    signal.addEventListener('abort', cancel, { once: true });
    startRunnable();
    if (queue.isOverfull && queue.remove(runId, start)) {
      signal.removeEventListener('abort', cancel);
      record(0, true);
      resolve({ state: 'refused', waiting: queue.waiting });
    }
    return promise;
  }

  return {
    async run({ runId, isExclusive, timeoutMs, signal, work }) {
      if (signal.aborted) return { state: 'cancelled' };
      const began = await turn(runId, isExclusive, signal);
      if (began.state !== 'started') return began;
      try {
        return await within(timeoutMs, signal, work);
      } finally {
        queue.release(runId);
        startRunnable();
      }
    },
  };
}

/** Runs the work until it ends, times out or `outer` is aborted, whichever comes first. */
async function within<Value>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal, timeout: ToolTimeout) => Promise<Value>,
): Promise<WorkResult<Value>> {
  const inner = new AbortController();
  const { promise: stopped, resolve } = Promise.withResolvers<WorkResult<Value>>();
  const stop = (result: WorkResult<Value>, reason: unknown) => {
    resolve(result);
    inner.abort(reason);
  };
  const cancel = () => stop({ state: 'cancelled' }, outer.reason);
  const timeout = new PausableTimeout(timeoutMs, () => stop({ state: 'timed-out' }, timedOut()));
  outer.addEventListener('abort', cancel, { once: true });
  if (outer.aborted) cancel();
  const outcome = work(inner.signal, timeout).then(
    (value): WorkResult<Value> => ({ state: 'done', value }),
    (error: unknown): WorkResult<Value> => ({ state: 'failed', error }),
  );
  try {
    return await Promise.race([stopped, outcome]);
  } finally {
    timeout.end();
    outer.removeEventListener('abort', cancel);
  }
}

class PausableTimeout implements ToolTimeout {
  readonly #onTimeout: () => void;
  #leftMs: number;
  #startedAt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #hasEnded = false;

  constructor(ms: number, onTimeout: () => void) {
    this.#leftMs = ms;
    this.#onTimeout = onTimeout;
    this.resume();
  }

  pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= performance.now() - this.#startedAt;
  }

  resume(): void {
    if (this.#hasEnded || this.#timer !== null) return;
    this.#startedAt = performance.now();
    this.#timer = setTimeout(this.#onTimeout, Math.max(0, this.#leftMs));
  }

  end(): void {
    this.pause();
    this.#hasEnded = true;
  }
}

function timedOut(): DOMException {
  return new DOMException('The tool took too long.', 'TimeoutError');
}

type QueueLimits = {
  /** The maximum number of jobs of one run at a time. */
  perRun: number;
  /** The maximum number of jobs of all runs at a time. */
  inAll: number;
  /** The maximum number of waiting jobs of all runs. */
  waiting: number;
};

type Waiting<Job> = { job: Job; isExclusive: boolean };
type Lane<Job> = { running: number; runsExclusively: boolean; waiting: Waiting<Job>[] };

/**
 * Decides which job starts next. Runs take turns, so that a run with a hundred calls does not starve one with a single
 * call. Within a run, jobs start in order. An exclusive job runs alone in its run. The queue has no clock and does no
 * work itself. A caller that takes a job must call `release`.
 */
export class FairQueue<Job> {
  readonly #limits: QueueLimits;
  /** In the order of their turns. A run that was served moves to the end. */
  readonly #lanes = new Map<string, Lane<Job>>();
  #running = 0;
  #waiting = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Whether more jobs wait than allowed. */
  get isOverfull(): boolean {
    return this.#waiting > this.#limits.waiting;
  }

  add(runId: string, job: Job, isExclusive: boolean): void {
    const lane = this.#lanes.get(runId) ?? { running: 0, runsExclusively: false, waiting: [] };
    lane.waiting.push({ job, isExclusive });
    this.#lanes.set(runId, lane);
    this.#waiting++;
  }

  /** The next job that may start now, or null. */
  take(): Job | null {
    if (this.#running >= this.#limits.inAll) return null;
    for (const [runId, lane] of this.#lanes) {
      const next = lane.waiting[0];
      if (!next || !this.#hasRoom(lane, next)) continue;
      lane.waiting.shift();
      lane.running++;
      lane.runsExclusively = next.isExclusive;
      this.#waiting--;
      this.#running++;
      this.#lanes.delete(runId);
      this.#lanes.set(runId, lane);
      return next.job;
    }
    return null;
  }

  /** Records that a job of this run has ended. */
  release(runId: string): void {
    const lane = this.#lanes.get(runId);
    if (!lane) return;
    lane.running--;
    lane.runsExclusively = false;
    this.#running--;
    this.#forgetIfIdle(runId, lane);
  }

  /** Removes a waiting job. Returns false if it is not waiting (any more). */
  remove(runId: string, job: Job): boolean {
    const lane = this.#lanes.get(runId);
    if (!lane) return false;
    const index = lane.waiting.findIndex((each) => each.job === job);
    if (index < 0) return false;
    lane.waiting.splice(index, 1);
    this.#waiting--;
    this.#forgetIfIdle(runId, lane);
    return true;
  }

  #hasRoom(lane: Lane<Job>, next: Waiting<Job>): boolean {
    if (lane.runsExclusively || lane.running >= this.#limits.perRun) return false;
    return !next.isExclusive || lane.running === 0;
  }

  #forgetIfIdle(runId: string, lane: Lane<Job>): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(runId);
  }
}
