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
 * One runner's view of one thread: the folded state, and the only way the runner writes. Deltas are gathered for at most
 * `coalesceMs` and written together; every other event waits until it, and what was gathered before it, is durable.
 * Writes keep their order. After a failed write every later one fails with the same error; what it would have written is
 * shown to who watches, as far as the log can do that.
 */
export class ThreadSession {
  readonly threadId: string;
  private readonly log: ThreadLog;
  private readonly coalesceMs: number;
  private readonly fence: number;
  private folded: ThreadState;
  private runId: string | null = null;
  private gathered: Delta[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private lastFlush = 0;
  private tail: Promise<void> = Promise.resolve();
  private broken: { error: unknown } | null = null;

  private constructor(threadId: string, log: ThreadLog, coalesceMs: number, delimiter: number) {
    this.threadId = threadId;
    this.log = log;
    this.coalesceMs = coalesceMs;
    this.fence = delimiter;
    this.folded = emptyThread(threadId);
  }

  /** Takes the thread over: an older session of it writes nothing more. */
  static async open(threadId: string, log: ThreadLog, coalesceMs: number): Promise<ThreadSession> {
    const session = new ThreadSession(threadId, log, coalesceMs, await log.claim(threadId));
    await session.refresh();
    return session;
  }

  get state(): ThreadState {
    return this.folded;
  }

  /**
   * Whether the log has refused a write, as a full disk does. Then nothing may be acted on any more. A thread that others
   * took over or ended is no such case.
   */
  get isRefused(): boolean {
    return this.broken !== null && !this.isLost;
  }

  /** Takes in rows that others wrote (an approval, a Stop). */
  async refresh(): Promise<void> {
    this.fold(await this.log.read(this.threadId, this.folded.seq));
    // Kept when the run is ended from elsewhere: what is still written for it must not pass.
    this.runId = openRun(this.folded)?.messageId ?? this.runId;
  }

  /** Gathers a delta; returns at once. A write error surfaces at the next `append`; that the thread is lost, here. */
  write(delta: Delta): void {
    if (this.isLost) throw this.broken?.error;
    const last = this.gathered.at(-1);
    if (last && isSameStream(last, delta)) {
      this.gathered[this.gathered.length - 1] = { ...last, delta: last.delta + delta.delta };
    } else {
      this.gathered.push(delta);
    }
    if (this.timer !== null) return;
    const wait = this.lastFlush + this.coalesceMs - performance.now();
    // The first delta after a pause goes out at once: only a fast stream is slowed to one write per window.
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.flush([]);
      },
      Math.max(0, wait),
    );
  }

  /** Writes what was gathered and `events`; durable when it resolves. */
  append(...events: ThreadEvent[]): Promise<void> {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    return this.flush(events);
  }

  private flush(events: ThreadEvent[]): Promise<void> {
    const batch = [...this.gathered, ...events];
    this.gathered = [];
    this.lastFlush = performance.now();
    const written = this.tail.then(async () => {
      if (this.broken) {
        if (batch.length > 0) this.log.showUnwritten?.(this.threadId, batch);
        throw this.broken.error;
      }
      if (batch.length === 0) return;
      const rows = await this.log.append(this.threadId, batch, this.runId, this.fence);
      const first = rows[0];
      // Somebody else wrote in between: fold their rows first.
      if (first && first.seq > this.folded.seq + 1) this.fold(await this.log.read(this.threadId, this.folded.seq));
      else this.fold(rows);
    });
    this.tail = written.catch((error: unknown) => {
      this.broken ??= { error };
    });
    return written;
  }

  /** The thread belongs to somebody else now, or its run has ended. */
  private get isLost(): boolean {
    const error = this.broken?.error;
    return error instanceof RunConflictError || error instanceof TakenOverError;
  }

  private fold(rows: readonly LoggedEvent[]): void {
    this.folded = reduceAll(this.folded, rows);
  }
}

function isSameStream(a: Delta, b: Delta): boolean {
  if (a.type !== b.type) return false;
  return a.type !== 'tool-input-delta' || b.type !== 'tool-input-delta' || a.toolCallId === b.toolCallId;
}
