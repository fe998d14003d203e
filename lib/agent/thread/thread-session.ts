import {
  type EventOf,
  emptyThread,
  type LoggedEvent,
  openRun,
  RunConflictError,
  TakenOverError,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
} from '../../contracts/index.ts';
import { reduceAll } from './reduce.ts';

type Delta = EventOf<'text-delta' | 'reasoning-delta' | 'tool-input-delta'>;

/**
 * A runner's view of one thread: the folded state, and the only way in which the runner writes. Deltas are collected
 * for at most `coalesceMs` and written together. For every other event, `append` resolves when it and the deltas before
 * it are durable. Writes keep their order. After a failed write, every later one fails with the same error. Failed
 * events are still shown to observers if the log supports that.
 */
export class ThreadSession {
  readonly threadId: string;
  readonly #log: ThreadLog;
  readonly #coalesceMs: number;
  readonly #fence: number;
  #folded: ThreadState;
  #runId: string | null = null;
  #gathered: Delta[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastFlush = 0;
  #tail: Promise<void> = Promise.resolve();
  #broken: { error: unknown } | null = null;

  private constructor(threadId: string, log: ThreadLog, coalesceMs: number, fence: number) {
    this.threadId = threadId;
    this.#log = log;
    this.#coalesceMs = coalesceMs;
    this.#fence = fence;
    this.#folded = emptyThread(threadId);
  }

  /** Takes over the thread, so that an older session of it can no longer write. */
  static async open(threadId: string, log: ThreadLog, coalesceMs: number): Promise<ThreadSession> {
    const session = new ThreadSession(threadId, log, coalesceMs, await log.claim(threadId));
    await session.refresh();
    return session;
  }

  get state(): ThreadState {
    return this.#folded;
  }

  /**
   * Whether the log has refused a write, for example because the disk is full. Nothing may have an effect any more
   * then. This does not include a thread that another runner took over or ended.
   */
  get isRefused(): boolean {
    return this.#broken !== null && !this.#isLost;
  }

  /** Reads rows written by others (an approval, a Stop). */
  async refresh(): Promise<void> {
    this.#fold(await this.#log.read(this.threadId, this.#folded.seq));
    // Kept if the run is ended by another process, so that later writes for it are rejected.
    this.#runId = openRun(this.#folded)?.messageId ?? this.#runId;
  }

  /**
   * Queues a delta and returns immediately. A write error is thrown by the next `append` or, if the thread was taken
   * over, by this call.
   */
  write(delta: Delta): void {
    if (this.#isLost) throw this.#broken?.error;
    const last = this.#gathered.at(-1);
    if (last && isSameStream(last, delta)) {
      this.#gathered[this.#gathered.length - 1] = { ...last, delta: last.delta + delta.delta };
    } else {
      this.#gathered.push(delta);
    }
    if (this.#timer !== undefined) return;
    const wait = this.#lastFlush + this.#coalesceMs - performance.now();
    // The first delta after a pause is written immediately. Only a fast stream is limited to one write per interval.
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#flush([]);
      },
      Math.max(0, wait),
    );
  }

  /** Writes the queued deltas and `events`. Durable when it resolves. */
  append(...events: ThreadEvent[]): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#flush(events);
  }

  #flush(events: ThreadEvent[]): Promise<void> {
    const batch = [...this.#gathered, ...events];
    this.#gathered = [];
    this.#lastFlush = performance.now();
    const writeTask = this.#tail.then(async () => {
      if (this.#broken) {
        if (batch.length > 0) this.#log.reportFailedWrite?.(this.threadId, batch);
        throw this.#broken.error;
      }
      if (batch.length === 0) return;
      const rows = await this.#log.append(this.threadId, batch, this.#runId, this.#fence);
      const first = rows[0];
      // Another process wrote in the meantime, so its rows are folded first.
      if (first && first.seq > this.#folded.seq + 1) this.#fold(await this.#log.read(this.threadId, this.#folded.seq));
      else this.#fold(rows);
    });
    this.#tail = writeTask.catch((error: unknown) => {
      this.#broken ??= { error };
    });
    return writeTask;
  }

  /** Whether another runner has taken over the thread, or its run has ended. */
  get #isLost(): boolean {
    const error = this.#broken?.error;
    return error instanceof RunConflictError || error instanceof TakenOverError;
  }

  #fold(rows: readonly LoggedEvent[]): void {
    this.#folded = reduceAll(this.#folded, rows);
  }
}

function isSameStream(a: Delta, b: Delta): boolean {
  if (a.type !== b.type) return false;
  return a.type !== 'tool-input-delta' || b.type !== 'tool-input-delta' || a.toolCallId === b.toolCallId;
}
