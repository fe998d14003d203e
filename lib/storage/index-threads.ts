import type { SidenoteDb } from './db.ts';
import { messageTexts } from './message-texts.ts';
import { storedRows } from './read-thread.ts';
import { readableRows } from './readable-rows.ts';
import { addTexts, indexTables, removeTexts } from './text-index.ts';

/** Threads per transaction; few, so that a run's writes between two batches hardly wait. */
const BATCH = 5;

/**
 * Indexes the texts of all threads from before the upgrade, a batch at a time with `pause` in between. May be killed at any point
 * and called again; finished batches stay. Resolves when nothing is left or `signal` is aborted.
 */
export async function indexThreads(db: SidenoteDb, signal: AbortSignal, pause: () => Promise<void>): Promise<void> {
  while (!signal.aborted && (await indexBatch(db))) await pause();
}

/** Whether some threads are not indexed yet. */
export async function isIndexing(db: SidenoteDb): Promise<boolean> {
  return (await db.chores.get('index-texts')) !== undefined;
}

/** Indexes one batch. Resolves to whether there are more. */
function indexBatch(db: SidenoteDb): Promise<boolean> {
  return db.transaction('rw', [db.events, db.threads, db.chores, ...indexTables(db)], async () => {
    const chore = await db.chores.get('index-texts');
    if (chore?.name !== 'index-texts') return false;
    const threadIds = await db.threads.where('threadId').above(chore.afterThreadId).limit(BATCH).primaryKeys();
    const last = threadIds.at(-1);
    if (last === undefined) {
      await db.chores.delete('index-texts');
      return false;
    }
    for (const threadId of threadIds) {
      // The thread may have indexed texts of its own since the upgrade.
      await removeTexts(db, [threadId]);
      await addTexts(db, threadId, messageTexts(readableRows(await storedRows(db, threadId)).rows));
    }
    await db.chores.put({ name: 'index-texts', afterThreadId: last });
    return true;
  });
}
