import type { SidenoteDb } from './db.ts';
import { deleteThreads } from './threads.ts';

/** Lists of threads: pinned ones, and deleted ones whose deletion can still be undone. */
export type ThreadListName = 'pinned-threads' | 'deleted-threads';

/** The ids of a list, in the order they were added. */
export async function threadIdsIn(db: SidenoteDb, name: ThreadListName): Promise<string[]> {
  const chore = await db.chores.get(name);
  return chore !== undefined && 'threadIds' in chore ? chore.threadIds : [];
}

/** Adds a thread at the end of a list, or removes it. */
export function listThread(db: SidenoteDb, name: ThreadListName, threadId: string, isListed: boolean): Promise<void> {
  return db.transaction('rw', db.chores, async () => {
    const others = (await threadIdsIn(db, name)).filter((each) => each !== threadId);
    const threadIds = isListed ? [...others, threadId] : others;
    if (threadIds.length === 0) await db.chores.delete(name);
    else await db.chores.put({ name, threadIds });
  });
}

/** Permanently deletes the threads that were deleted. */
export async function purgeDeleted(db: SidenoteDb): Promise<void> {
  const threadIds = await threadIdsIn(db, 'deleted-threads');
  if (threadIds.length === 0) return;
  await deleteThreads(db, threadIds);
  for (const threadId of threadIds) {
    await listThread(db, 'deleted-threads', threadId, false);
    await listThread(db, 'pinned-threads', threadId, false);
  }
}

/** Sets the title of a chat; it is not generated any more. */
export function renameThread(db: SidenoteDb, threadId: string, title: string): Promise<number> {
  return db.threads.update(threadId, { title, isNamed: true });
}

/** Archived chats are only listed on request. */
export function archiveThread(db: SidenoteDb, threadId: string, isArchived: boolean): Promise<number> {
  return db.threads.update(threadId, { isArchived });
}
