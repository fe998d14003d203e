import { liveQuery } from 'dexie';
import { reduceAll } from '../engine/reduce.ts';
import type { LoggedEvent } from '../protocol/event.ts';
import { emptyThread, type ThreadState } from '../protocol/thread.ts';
import type { SidenoteDb } from './db.ts';
import { readRows } from './thread-log.ts';

/**
 * Follows a thread from any page of the extension: calls `onState` with the folded thread now and after every change,
 * reading only rows past its cursor. A gap in `seq` means that rows it had not seen were compacted; then it folds anew.
 * Returns the function that ends it.
 */
export function watchThread(
  db: SidenoteDb,
  threadId: string,
  onState: (state: ThreadState) => void,
  onError: (error: unknown) => void,
): () => void {
  let state = emptyThread(threadId);
  let known = false;
  const subscription = liveQuery(async () => {
    const rows = await readRows(db, threadId, state.seq);
    return hasGap(state.seq, rows) && state.seq > 0
      ? { from: emptyThread(threadId), rows: await readRows(db, threadId, 0) }
      : { from: null, rows };
  }).subscribe({
    next: ({ from, rows }) => {
      const next = reduceAll(from ?? state, rows);
      if (known && next.seq === state.seq) return;
      known = true;
      state = next;
      onState(state);
    },
    error: onError,
  });
  return () => subscription.unsubscribe();
}

function hasGap(cursor: number, rows: readonly LoggedEvent[]): boolean {
  return rows.some((row, index) => row.seq !== cursor + index + 1);
}
