import type { SidenoteDb } from './db.ts';
import { messageTexts } from './message-texts.ts';
import { storedRows } from './read-thread.ts';
import { readableRows } from './readable-rows.ts';
import { addTexts, removeTexts } from './text-index.ts';

/** Threads that are indexed in one transaction: few, so that a run's writes between two batches hardly wait. */
const BATCH = 5;

/**
 * Brings the texts of all threads that an upgrade found into the search index, a few at a time, with `pause` in between.
 * May be killed anywhere and called again: what is done stays done. Resolves when nothing is left or `signal` is aborted.
 */
export async function indexThreads(db: SidenoteDb, signal: AbortSignal, pause: () => Promise<void>): Promise<void> {
  while (!signal.aborted && (await indexBatch(db))) await pause();
}

/** True while search does not know all threads yet. */
export async function isIndexing(db: SidenoteDb): Promise<boolean> {
  return (await db.chores.get('index-texts')) !== undefined;
}

/** Resolves to whether there is more to do. */
function indexBatch(db: SidenoteDb): Promise<boolean> {
  return db.transaction('rw', db.events, db.threads, db.texts, db.chores, async () => {
    const chore = await db.chores.get('index-texts');
    if (chore?.name !== 'index-texts') return false;
    const threadIds = await db.threads.where('threadId').above(chore.afterThreadId).limit(BATCH).primaryKeys();
    const last = threadIds.at(-1);
    if (last === undefined) {
      await db.chores.delete('index-texts');
      return false;
    }
    for (const threadId of threadIds) {
      // A thread may have got texts of its own since the upgrade.
      await removeTexts(db, threadId);
      await addTexts(db, threadId, messageTexts(readableRows(await storedRows(db, threadId)).rows));
    }
    await db.chores.put({ name: 'index-texts', afterThreadId: last });
    return true;
  });
}
