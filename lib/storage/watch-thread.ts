import { Dexie, liveQuery, type Subscription } from 'dexie';
import { reduceAll } from '../agent/index.ts';
import { emptyThread, type LoggedEvent, type ThreadState } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { readableRows, readWithHistory, storedRows } from './read-thread.ts';

/** The current thread. `unreadable`: how many of its rows could not be read and are omitted. */
export type ThreadSnapshot = { thread: ThreadState; unreadable: number };

/**
 * Observes a thread from any page of the extension: calls `onChange` with the folded thread now and after every change,
 * reading only rows past its cursor. If rows that it had not read were compacted, which leaves a gap in `seq`, or
 * others were deleted, it folds from the start. Returns the unsubscribe function.
 */
export function watchThread(
  db: SidenoteDb,
  threadId: string,
  onChange: (watched: ThreadSnapshot) => void,
  onError: (error: unknown) => void,
): () => void {
  let watched: (ThreadSnapshot & { cursor: number }) | null = null;
  const query = storedQuery(async () => {
    if (watched !== null) {
      const newRows = await storedRows(db, threadId, watched.cursor);
      if (!hasGap(watched.cursor, newRows) && !isDeletion(newRows)) return { from: watched, ...readableRows(newRows) };
    }
    return { from: null, ...(await readWithHistory(db, threadId)) };
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

/**
 * Number of changes after which a query is resubscribed. Dexie collects all changes that do not affect a live query
 * until one does, so an open panel would grow by about 25 KB with every run (`npm run soak`).
 */
const RENEW_AFTER = 500;

/** The result of a database query, now and after every change that affects it. */
type StoredQuery<Result> = {
  /** Returns the unsubscribe function. */
  subscribe(next: (result: Result) => void, error: (error: unknown) => void): () => void;
};

/** A live query that can stay subscribed for days. */
export function storedQuery<Result>(querier: () => Promise<Result>): StoredQuery<Result> {
  return {
    subscribe(next, error) {
      let subscription: Subscription | null = null;
      let changes = 0;
      const ask = () => {
        changes = 0;
        subscription?.unsubscribe();
        subscription = liveQuery(querier).subscribe(next, error);
      };
      const count = () => {
        changes += 1;
        if (changes >= RENEW_AFTER) ask();
      };
      Dexie.on('storagemutated', count);
      ask();
      return () => {
        Dexie.on.storagemutated.unsubscribe(count);
        subscription?.unsubscribe();
      };
    },
  };
}
