import { reduceAll } from '../agent/index.ts';
import { emptyThread, type LoggedEvent, type ThreadState } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { readThread, storedRows } from './read-thread.ts';
import { readableRows } from './readable-rows.ts';
import { storedQuery } from './stored-query.ts';

/** A thread as it is now. `unreadable`: how many of its rows could not be read and are left out. */
export type Watched = { thread: ThreadState; unreadable: number };

/**
 * Follows a thread from any page of the extension: calls `onChange` with the folded thread now and after every change,
 * reading only rows past its cursor. Where rows were compacted that it had not seen, which leaves a gap in `seq`, or others
 * were deleted, it folds anew.
 * Returns the function that ends it.
 */
export function watchThread(
  db: SidenoteDb,
  threadId: string,
  onChange: (watched: Watched) => void,
  onError: (error: unknown) => void,
): () => void {
  let watched: (Watched & { cursor: number }) | null = null;
  const query = storedQuery(async () => {
    if (watched !== null) {
      const stored = await storedRows(db, threadId, watched.cursor);
      if (!hasGap(watched.cursor, stored) && !isDeletion(stored)) return { from: watched, ...readableRows(stored) };
    }
    return { from: null, ...(await readThread(db, threadId)) };
  });
  return query.subscribe(({ from, rows, unreadable, lastSeq }) => {
    const cursor = Math.max(lastSeq, from?.cursor ?? 0);
    if (watched !== null && cursor === watched.cursor) return;
    const thread = reduceAll(from?.thread ?? emptyThread(threadId), rows);
    watched = { thread, unreadable: (from?.unreadable ?? 0) + unreadable, cursor };
    onChange(watched);
  }, onError);
}

function hasGap(cursor: number, rows: readonly LoggedEvent[]): boolean {
  return rows.some((row, index) => row.seq !== cursor + index + 1);
}

function isDeletion(rows: readonly LoggedEvent[]): boolean {
  return rows.some(({ event }) => event?.type === 'exchange-delete');
}
