import { isOpinionId, type ProjectWithFiles } from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { type ExportedThread, FOOTER_LINE, headerLine } from './export-format.ts';
import { readableRows, storedRows } from './read-thread.ts';
import { threadIdsIn } from './threads.ts';

/** Counts of an export. `unreadable`: entries that are not in the file. */
export type ExportCounts = { threads: number; unreadable: number };

/** How many threads are looked up per query. */
const PAGE = 100;

/**
 * Yields the text of an export file in pieces: all threads, or those in `threadIds`. Each thread is read in one
 * transaction, so that it is consistent even while a run writes to it. Only one thread is in memory at a time.
 * `project`: the project to which they belong.
 */
export async function* exportThreads(
  db: SidenoteDb,
  threadIds: readonly string[] | 'all',
  exportedAt: string,
  project: ProjectWithFiles | null = null,
): AsyncGenerator<string, ExportCounts> {
  const counts: ExportCounts = { threads: 0, unreadable: 0 };
  yield headerLine(exportedAt, project);
  for await (const threadId of threadIds === 'all' ? allThreadIds(db) : threadIds) {
    const { thread, unreadable } = await exportedThread(db, threadId);
    counts.unreadable += unreadable;
    if (thread === null) continue;
    yield `${counts.threads === 0 ? '\n' : ',\n'}${JSON.stringify(thread)}`;
    counts.threads++;
  }
  yield `\n${FOOTER_LINE}\n`;
  return counts;
}

/** The ids of all chats except those that were just deleted. */
export async function* allThreadIds(db: SidenoteDb): AsyncGenerator<string> {
  const deleted = new Set(await threadIdsIn(db, 'deleted-threads'));
  let after = '';
  for (;;) {
    const threadIds = await db.threads.where('threadId').above(after).limit(PAGE).primaryKeys();
    yield* threadIds.filter((threadId) => !deleted.has(threadId) && !isOpinionId(threadId));
    const last = threadIds.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

/** Null if nothing of the thread can be read, or if it was just deleted. */
async function exportedThread(
  db: SidenoteDb,
  threadId: string,
): Promise<{ thread: ExportedThread | null; unreadable: number }> {
  const [row, stored] = await db.transaction('r', db.threads, db.events, () =>
    Promise.all([db.threads.get(threadId), storedRows(db, threadId)]),
  );
  const { rows, unreadable } = readableRows(stored);
  if (row === undefined || rows.length === 0) return { thread: null, unreadable };
  const { title, createdAt, updatedAt }: ThreadRow = row;
  const events = rows.map(({ seq, at, event }) => ({ seq, at, event }));
  return { thread: { threadId, title, createdAt, updatedAt, events }, unreadable };
}

/** The text is passed to the browser in pieces of this many characters, which it may store on disk. */
const PIECE = 1_000_000;

/**
 * Collects text that arrives in pieces into a file, without holding all of it in memory. Also returns the return value
 * of the source.
 */
export async function collectIntoBlob<Result>(
  source: AsyncGenerator<string, Result>,
  type: string,
): Promise<{ blob: Blob; result: Result }> {
  const pieces: Blob[] = [];
  let gathered: string[] = [];
  let length = 0;
  for (;;) {
    const next = await source.next();
    if (!next.done) {
      gathered.push(next.value);
      length += next.value.length;
      if (length < PIECE) continue;
    }
    pieces.push(new Blob(gathered));
    gathered = [];
    length = 0;
    if (next.done) return { blob: new Blob(pieces, { type }), result: next.value };
  }
}
