import type { LoggedEvent, ThreadEvent } from './event.ts';

/** The thread is not in the state that the writer expected. Another process ended its run, or started another. */
export class RunConflictError extends Error {
  constructor(expected: string | null, actual: string | null) {
    super(`Nothing was written: the open run is ${actual ?? 'none'}, not ${expected ?? 'none'}.`);
    this.name = 'RunConflictError';
  }
}

/** Another runner has taken over the thread, so an older one may no longer write. */
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
   * Writes events in one transaction. They are durable when it resolves. Rejects with RunConflictError, and writes
   * nothing, unless `openRunId` is the open run, or null and none is open. A runner passes the `fence` that its claim
   * returned. It is rejected with TakenOverError once there is a newer one. Actions of the user have no fence.
   */
  append(threadId: string, events: ThreadEvent[], openRunId: string | null, fence?: number): Promise<LoggedEvent[]>;
  /**
   * Takes over a thread's open run, under its lock. Returns a number that excludes all earlier runners: the lock of a
   * stopped worker is released, but one of its writes may still be in progress.
   */
  claim(threadId: string): Promise<number>;
  /** Reports events to observers of the thread after a failed append, although they are not written either. */
  reportFailedWrite?(threadId: string, events: ThreadEvent[]): void;
}
