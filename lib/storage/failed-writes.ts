import type { ThreadEvent } from '../contracts/event.ts';
import type { ThreadLog } from '../contracts/thread-log.ts';
import { type StoreTrouble, storeTrouble } from './storage-failure.ts';

/**
 * What could not be written to a thread, and why. `after`: the last row of the log before it. It lives only in memory: pages
 * show it as long as they are open.
 */
export type Unwritten = { threadId: string; after: number; events: ThreadEvent[]; trouble: StoreTrouble };

/**
 * A log that also tells `onUnwritten` of every append to a run that the database refused, and of what came after it; the
 * append rejects all the same. A question that could not be written is no part of this: it goes back to where it was typed.
 */
export function tellingLog(log: ThreadLog, onUnwritten: (unwritten: Unwritten) => void): ThreadLog {
  const refused = new Map<string, Pick<Unwritten, 'after' | 'trouble'>>();

  function show(threadId: string, events: ThreadEvent[]): void {
    const before = refused.get(threadId);
    if (before) onUnwritten({ threadId, events, ...before });
  }

  return {
    read: log.read,
    claim(threadId) {
      refused.delete(threadId);
      return log.claim(threadId);
    },
    async append(threadId, events, openRunId, fence) {
      try {
        return await log.append(threadId, events, openRunId, fence);
      } catch (error) {
        const trouble = storeTrouble(error);
        if (trouble && openRunId !== null) {
          refused.set(threadId, { after: await lastSeq(log, threadId), trouble });
          show(threadId, events);
        }
        throw error;
      }
    },
    showUnwritten: show,
  };
}

/** Where the log cannot be read either, nothing will come after what is shown. */
async function lastSeq(log: ThreadLog, threadId: string): Promise<number> {
  const rows = await log.read(threadId).catch(() => null);
  return rows === null ? Number.POSITIVE_INFINITY : (rows.at(-1)?.seq ?? 0);
}
