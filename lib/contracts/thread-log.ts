import type { LoggedEvent, ThreadEvent } from './event.ts';

/** The thread is not in the state the writer counted on: its run was ended from elsewhere, or another was started. */
export class RunConflictError extends Error {
  constructor(expected: string | null, actual: string | null) {
    super(`Nothing was written: the open run is ${actual ?? 'none'}, not ${expected ?? 'none'}.`);
    this.name = 'RunConflictError';
  }
}

/** Another runner has taken the thread over: who is left of an older one writes nothing more. */
export class TakenOverError extends Error {
  constructor(threadId: string) {
    super(`Nothing was written: another runner has taken over thread ${threadId}.`);
    this.name = 'TakenOverError';
  }
}

/** The append-only log of all threads. */
export interface ThreadLog {
  /** Rows with `seq > after`, in order. */
  read(threadId: string, after?: number): Promise<LoggedEvent[]>;
  /**
   * Writes events in one transaction; durable when it resolves. Rejects with RunConflictError, and writes nothing, unless
   * `openRunId` is the run that is open, or null and none is. A runner passes the `fence` its claim gave it, and is
   * rejected with TakenOverError once there is a newer one; what the person does passes without.
   */
  append(threadId: string, events: ThreadEvent[], openRunId: string | null, fence?: number): Promise<LoggedEvent[]>;
  /**
   * Takes a thread's open run over, under its lock: gives a number that fences off all runners before. A lock falls when
   * its worker dies, but a write of that worker may still be on its way.
   */
  claim(threadId: string): Promise<number>;
  /**
   * Tells who watches the thread of events that came after a refused append and are not written either. Absent where
   * nobody could be told.
   */
  showUnwritten?(threadId: string, events: ThreadEvent[]): void;
}
