import type { LoggedEvent } from '../../contracts/event.ts';
import { RunConflictError, TakenOverError, type ThreadLog } from '../../contracts/thread-log.ts';

/** Thrown by a log whose worker was killed. Nothing is written after that. */
export class KilledError extends Error {}

/**
 * A log in memory with the guarantees of the real one. `rows` and `fences` outlive the worker. After `killAfter`
 * appends it behaves as if the worker had been killed.
 */
export function memoryLog(
  rows: LoggedEvent[] = [],
  killAfter = Number.POSITIVE_INFINITY,
  fences = new Map<string, number>(),
): ThreadLog {
  let appends = 0;
  return {
    async read(threadId, after = 0) {
      return rows.filter((row) => row.threadId === threadId && row.seq > after);
    },
    async append(threadId, events, openRunId, fence) {
      if (appends++ >= killAfter) throw new KilledError('killed');
      if (fence !== undefined && fence !== (fences.get(threadId) ?? 0)) throw new TakenOverError(threadId);
      const actual = findOpenRunId(rows, threadId);
      if (actual !== openRunId) throw new RunConflictError(openRunId, actual);
      const seq = rows.findLast((row) => row.threadId === threadId)?.seq ?? 0;
      const written = events.map((event, index) => ({ threadId, seq: seq + index + 1, at: Date.now(), event }));
      rows.push(...written);
      return written;
    },
    async claim(threadId) {
      const fence = (fences.get(threadId) ?? 0) + (findOpenRunId(rows, threadId) === null ? 0 : 1);
      fences.set(threadId, fence);
      return fence;
    },
  };
}

/** The last run that has started and not ended. */
function findOpenRunId(rows: readonly LoggedEvent[], threadId: string): string | null {
  const last = rows.findLast(
    (row) => row.threadId === threadId && (row.event.type === 'run-start' || row.event.type === 'run-end'),
  );
  return last?.event.type === 'run-start' ? last.event.runId : null;
}
