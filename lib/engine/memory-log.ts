import type { LoggedEvent } from '../protocol/event.ts';
import { emptyThread, openRun } from '../protocol/thread.ts';
import { RunConflictError, type ThreadLog } from '../protocol/thread-log.ts';
import { reduceAll } from './reduce.ts';

/** Thrown by a log whose worker has been killed: nothing it is asked to write after that is written. */
export class KilledError extends Error {}

/**
 * The log in memory, for tests and measurements, with the promises of the real one. `rows` outlives the worker;
 * `killAfter` lets that many appends through and then dies, as a killed worker does.
 */
export function memoryLog(rows: LoggedEvent[] = [], killAfter = Number.POSITIVE_INFINITY): ThreadLog {
  let appends = 0;
  const read = (threadId: string, after: number) => rows.filter((row) => row.threadId === threadId && row.seq > after);
  return {
    async read(threadId, after = 0) {
      return read(threadId, after);
    },
    async append(threadId, events, openRunId) {
      if (appends++ >= killAfter) throw new KilledError('killed');
      const own = read(threadId, 0);
      const actual = openRun(reduceAll(emptyThread(threadId), own))?.messageId ?? null;
      if (actual !== openRunId) throw new RunConflictError(openRunId, actual);
      const seq = own.at(-1)?.seq ?? 0;
      const written = events.map((event, index) => ({ threadId, seq: seq + index + 1, at: Date.now(), event }));
      rows.push(...written);
      return written;
    },
  };
}
