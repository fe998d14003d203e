import type { ThreadEvent } from '../protocol/event.ts';
import type { ThreadLog } from '../protocol/thread-log.ts';
import { type StoreTrouble, storeTrouble } from './health.ts';

/** What could not be written to a thread, and why. It lives only in memory: pages show it as long as they are open. */
export type Unwritten = { threadId: string; events: ThreadEvent[]; trouble: StoreTrouble };

/**
 * A log that also tells `onUnwritten` of every append to a run that the database refused; the append rejects all the same.
 * A question that could not be written is no part of this: it goes back to where it was typed.
 */
export function tellingLog(log: ThreadLog, onUnwritten: (unwritten: Unwritten) => void): ThreadLog {
  return {
    read: log.read,
    claim: log.claim,
    async append(threadId, events, openRunId, fence) {
      try {
        return await log.append(threadId, events, openRunId, fence);
      } catch (error) {
        const trouble = storeTrouble(error);
        if (trouble && openRunId !== null) onUnwritten({ threadId, events, trouble });
        throw error;
      }
    },
  };
}
