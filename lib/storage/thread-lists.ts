import type { SidenoteDb } from './db.ts';
import { deleteThread } from './threads.ts';

/** Threads that are listed apart: first, or not at all, because the user may still take their deletion back. */
export type ThreadListName = 'pinned-threads' | 'deleted-threads';

/** The ids of a list, in the order they came to it. */
export async function threadIdsIn(db: SidenoteDb, name: ThreadListName): Promise<string[]> {
  const chore = await db.chores.get(name);
  return chore !== undefined && 'threadIds' in chore ? chore.threadIds : [];
}

/** Puts a thread into a list, as its last, or takes it out. */
export function listThread(db: SidenoteDb, name: ThreadListName, threadId: string, isListed: boolean): Promise<void> {
  return db.transaction('rw', db.chores, async () => {
    const others = (await threadIdsIn(db, name)).filter((each) => each !== threadId);
    const threadIds = isListed ? [...others, threadId] : others;
    if (threadIds.length === 0) await db.chores.delete(name);
    else await db.chores.put({ name, threadIds });
  });
}

/** Deletes for good what was deleted. */
export async function purgeDeleted(db: SidenoteDb): Promise<void> {
  for (const threadId of await threadIdsIn(db, 'deleted-threads')) {
    await deleteThread(db, threadId);
    await listThread(db, 'deleted-threads', threadId, false);
    await listThread(db, 'pinned-threads', threadId, false);
  }
}

/** A chat is called so from now on; nothing else renames it. */
export function renameThread(db: SidenoteDb, threadId: string, title: string): Promise<number> {
  return db.threads.update(threadId, { title, isNamed: true });
}

/** Archived chats are listed only where they are asked for. */
export function archiveThread(db: SidenoteDb, threadId: string, isArchived: boolean): Promise<number> {
  return db.threads.update(threadId, { isArchived });
}
