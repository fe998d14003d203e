import { useCallback, useEffect, useState } from 'react';
import { reduceAll } from '../agent/thread/reduce.ts';
import type { LoggedEvent } from '../contracts/event.ts';
import type { ThreadState } from '../contracts/thread.ts';
import type { SidenoteDb } from '../storage/db.ts';
import { listenForUnwritten } from '../storage/failed-write-channel.ts';
import type { Unwritten } from '../storage/failed-writes.ts';
import type { StoreTrouble } from '../storage/storage-failure.ts';

export type ThreadWithUnwritten = {
  /** The thread as it is stored, and after it what could not be stored. */
  thread: ThreadState;
  trouble: StoreTrouble | null;
  /** Forgets what could not be stored: it will be asked for again. */
  dismiss: () => void;
};

/** What a run got and could not be written is shown all the same, until the thread goes on. */
export function useUnwritten(db: SidenoteDb, stored: ThreadState): ThreadWithUnwritten {
  const { threadId, seq } = stored;
  const [unwritten, setUnwritten] = useState<Unwritten | null>(null);
  useEffect(
    () =>
      listenForUnwritten(db.name, (next) => {
        if (next.threadId === threadId) setUnwritten((before) => followedBy(before, next));
      }),
    [db, threadId],
  );
  const dismiss = useCallback(() => setUnwritten(null), []);
  // A row after it means that writing works again.
  if (unwritten === null || seq > unwritten.after) return { thread: stored, trouble: null, dismiss };
  return { thread: withUnwritten(stored, unwritten), trouble: unwritten.trouble, dismiss };
}

function followedBy(before: Unwritten | null, next: Unwritten): Unwritten {
  return before?.after === next.after ? { ...next, events: [...before.events, ...next.events] } : next;
}

function withUnwritten(stored: ThreadState, { threadId, events }: Unwritten): ThreadState {
  const rows = events.map((event, index): LoggedEvent => ({ threadId, seq: stored.seq + index + 1, at: 0, event }));
  return reduceAll(stored, rows);
}
