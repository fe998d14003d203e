import type { LoggedEvent } from '../protocol/event.ts';
import { RunConflictError, type ThreadLog } from '../protocol/thread-log.ts';

/** Thrown by a log whose worker has been killed: nothing it is asked to write after that is written. */
export class KilledError extends Error {}

/**
 * The log in memory, for tests and measurements, with the promises of the real one. `rows` outlives the worker;
 * `killAfter` lets that many appends through and then dies, as a killed worker does.
 */
export function memoryLog(rows: LoggedEvent[] = [], killAfter = Number.POSITIVE_INFINITY): ThreadLog {
  let appends = 0;
  return {
    async read(threadId, after = 0) {
      return rows.filter((row) => row.threadId === threadId && row.seq > after);
    },
    async append(threadId, events, openRunId) {
      if (appends++ >= killAfter) throw new KilledError('killed');
      const actual = openRunOf(rows, threadId);
      if (actual !== openRunId) throw new RunConflictError(openRunId, actual);
      const seq = rows.findLast((row) => row.threadId === threadId)?.seq ?? 0;
      const written = events.map((event, index) => ({ threadId, seq: seq + index + 1, at: Date.now(), event }));
      rows.push(...written);
      return written;
    },
  };
}

/** The run that has started last and not ended. */
function openRunOf(rows: readonly LoggedEvent[], threadId: string): string | null {
  const last = rows.findLast(
    (row) => row.threadId === threadId && (row.event.type === 'run-start' || row.event.type === 'run-end'),
  );
  return last?.event.type === 'run-start' ? last.event.runId : null;
}
