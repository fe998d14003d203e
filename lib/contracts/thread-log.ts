import type { LoggedEvent, ThreadEvent } from './event.ts';

/** The thread is not in the state the writer counted on: its run was ended from elsewhere, or another was started. */
export class RunConflictError extends Error {
  constructor(expected: string | null, actual: string | null) {
    super(`Nothing was written: the open run is ${actual ?? 'none'}, not ${expected ?? 'none'}.`);
    this.name = 'RunConflictError';
  }
}

/** Another runner has taken the thread over: an older one may not write any more. */
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
   * `openRunId` is the run that is open, or null and none is. A runner passes the `fence` its claim gave it, and is rejected
   * with TakenOverError once there is a newer one; what the user does passes without.
   */
  append(threadId: string, events: ThreadEvent[], openRunId: string | null, delimiter?: number): Promise<LoggedEvent[]>;
  /**
   * Takes over a thread's open run, under its lock. Returns a number that locks out all earlier runners: the lock of a
   * stopped worker is released, but one of its writes may still be in progress.
   */
  claim(threadId: string): Promise<number>;
  /** Notifies watchers of the thread about events that came after a failed append and are not written either. */
  showUnwritten?(threadId: string, events: ThreadEvent[]): void;
}
