import type { QueuedMessage } from '../contracts/queued-message.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { loadQueue } from '../storage/queue.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly QueuedMessage[] = [];

/** The questions that wait for the end of a thread's run, live. */
export function useQueue(db: SidenoteDb, threadId: string): readonly QueuedMessage[] {
  return useStored(() => loadQueue(db, threadId), [db, threadId]) ?? NONE;
}
