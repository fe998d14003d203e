import type { LoggedEvent, ThreadEvent } from './event.ts';

/** The thread is not in the state the writer counted on: its run was ended from elsewhere, or another was started. */
export class RunConflictError extends Error {
  constructor(expected: string | null, actual: string | null) {
    super(`Nothing was written: the open run is ${actual ?? 'none'}, not ${expected ?? 'none'}.`);
    this.name = 'RunConflictError';
  }
}

/** The append-only log of all threads. */
export interface ThreadLog {
  /** Rows with `seq > after`, in order. */
  read(threadId: string, after?: number): Promise<LoggedEvent[]>;
  /**
   * Writes events in one transaction; durable when it resolves. Rejects with RunConflictError, and writes nothing, unless
   * `openRunId` is the run that is open, or null and none is.
   */
  append(threadId: string, events: ThreadEvent[], openRunId: string | null): Promise<LoggedEvent[]>;
}
