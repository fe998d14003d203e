import type { LoggedEvent } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { type ReadableRows, readableRows, repairedRows } from './readable-rows.ts';

/** A thread's stored rows, in order. */
export function storedRows(db: SidenoteDb, threadId: string, after = 0): Promise<LoggedEvent[]> {
  return db.events.where('[threadId+seq]').between([threadId, after], [threadId, Infinity], false).toArray();
}

/** All readable rows of a thread, repaired. */
export function readThread(db: SidenoteDb, threadId: string): Promise<ReadableRows> {
  return db.transaction('r', db.events, db.threads, async () => {
    const [stored, thread] = await Promise.all([storedRows(db, threadId), db.threads.get(threadId)]);
    return repairedRows(stored, thread?.openRunId ?? '');
  });
}

/** Readable rows with `seq > after`, in order. */
export async function readRows(db: SidenoteDb, threadId: string, after: number): Promise<LoggedEvent[]> {
  return readableRows(await storedRows(db, threadId, after)).rows;
}
