import { isOpinionId, toOpinionId } from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { deleteAllReceipts, receiptTables } from './receipts.ts';
import { indexTables, removeTexts } from './text-index.ts';

/**
 * `site`: only chats about this site, null for any. `isArchived`: only archived chats, or only the others. `projectId`:
 * only chats of this project, null for all.
 */
export type ThreadFilter = { site: string | null; isArchived: boolean; projectId: string | null };

/**
 * At most `limit` threads, newest first. Includes all chats if `threadFilter` is missing, and never those in `without`.
 */
export async function recentThreads(
  db: SidenoteDb,
  limit: number,
  threadFilter: ThreadFilter | null = null,
  without: ReadonlySet<string> = new Set(),
): Promise<ThreadRow[]> {
  const newest = db.threads
    .orderBy('updatedAt')
    .reverse()
    .filter(({ threadId }) => !isOpinionId(threadId));
  if (threadFilter === null) return newest.limit(limit).toArray();
  const { site, isArchived, projectId } = threadFilter;
  const isWanted = ({ threadId, isArchived: is = false, sites = [] }: ThreadRow) =>
    !without.has(threadId) && is === isArchived && (site === null || sites.includes(site));
  if (projectId === null) return newest.filter(isWanted).limit(limit).toArray();
  const rows = await db.threads.bulkGet(await db.projectThreads.where('projectId').equals(projectId).primaryKeys());
  return rows
    .filter((row) => row !== undefined)
    .filter(isWanted)
    .sort((one, other) => other.updatedAt - one.updatedAt)
    .slice(0, limit);
}

/** The row of a thread, or undefined if it is not stored. */
export function getThread(db: SidenoteDb, threadId: string): Promise<ThreadRow | undefined> {
  return db.threads.get(threadId);
}

/** The rows of these threads, in this order. Undefined for those that are not stored. */
export function getThreads(db: SidenoteDb, threadIds: string[]): Promise<(ThreadRow | undefined)[]> {
  return db.threads.bulkGet(threadIds);
}

/** Ids of threads whose run has started and not ended. */
export function threadsWithOpenRun(db: SidenoteDb): Promise<string[]> {
  return db.threads.where('openRunId').above('').primaryKeys();
}

/** Deletes chats with all their data, completely or not at all. */
export async function deleteThreads(db: SidenoteDb, chatIds: readonly string[]): Promise<void> {
  const threadIds = chatIds.flatMap((chatId) => [chatId, toOpinionId(chatId)]);
  const tables = [db.events, db.threads, db.drafts, db.projectThreads, ...indexTables(db), ...receiptTables(db)];
  await db.transaction('rw', tables, async () => {
    for (const threadId of threadIds) {
      await db.events.where('[threadId+seq]').between([threadId, 0], [threadId, Infinity]).delete();
    }
    await db.threads.bulkDelete([...threadIds]);
    await db.drafts.bulkDelete([...threadIds]);
    await db.projectThreads.bulkDelete([...threadIds]);
    await removeTexts(db, threadIds);
    await deleteAllReceipts(db, threadIds);
  });
}

/** Lists of threads: pinned ones, and deleted ones whose deletion can still be undone. */
type ThreadListName = 'pinned-threads' | 'deleted-threads';

/** The ids in a list, in the order in which they were added. */
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

/** Permanently deletes the threads that are in the list of deleted ones. */
export async function purgeDeleted(db: SidenoteDb): Promise<void> {
  const threadIds = await threadIdsIn(db, 'deleted-threads');
  if (threadIds.length === 0) return;
  await deleteThreads(db, threadIds);
  for (const threadId of threadIds) {
    await listThread(db, 'deleted-threads', threadId, false);
    await listThread(db, 'pinned-threads', threadId, false);
  }
}

/** Sets the title of a chat, which is then no longer generated. */
export function renameThread(db: SidenoteDb, threadId: string, title: string): Promise<number> {
  return db.threads.update(threadId, { title, isNamed: true });
}

/** Replaces the title of a chat if it is still `provisional` and the user has not named the chat. */
export function replaceTitle(db: SidenoteDb, threadId: string, provisional: string, title: string): Promise<void> {
  return db.transaction('rw', db.threads, async () => {
    const row = await db.threads.get(threadId);
    if (row?.title === provisional && row.isNamed !== true) await db.threads.update(threadId, { title });
  });
}

/** Archived chats are only listed on request. */
export function archiveThread(db: SidenoteDb, threadId: string, isArchived: boolean): Promise<number> {
  return db.threads.update(threadId, { isArchived });
}
