import type { LoggedEvent, ThreadEvent } from './event.ts';

/** The run an event belongs to has ended (somebody pressed Stop): nothing more may be written for it. */
export class RunClosedError extends Error {
  constructor(runId: string) {
    super(`Run ${runId} has ended; the event was not written.`);
    this.name = 'RunClosedError';
  }
}

/** The append-only log of all threads. */
export interface ThreadLog {
  /** Rows with `seq > after`, in order. */
  read(threadId: string, after?: number): Promise<LoggedEvent[]>;
  /**
   * Writes events in one transaction; durable when it resolves. With `runId`, rejects with RunClosedError unless that
   * run is the open one.
   */
  append(threadId: string, events: ThreadEvent[], runId?: string): Promise<LoggedEvent[]>;
}
