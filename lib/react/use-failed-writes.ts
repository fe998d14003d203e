import { useCallback, useEffect, useState } from 'react';
import { reduceAll } from '../agent/index.ts';
import type { LoggedEvent, StorageFailure, ThreadState } from '../contracts/index.ts';
import { type FailedWrite, onFailedWrite, type SidenoteDb } from '../storage/index.ts';

export type ThreadWithFailedWrites = {
  /** The thread as it is stored, and after it what could not be stored. */
  thread: ThreadState;
  trouble: StorageFailure | null;
  /** Forgets what could not be stored: it will be asked for again. */
  dismiss: () => void;
};

/** What a run got and could not be written is shown all the same, until the thread goes on. */
export function useFailedWrites(db: SidenoteDb, stored: ThreadState): ThreadWithFailedWrites {
  const { threadId, seq } = stored;
  const [failedWrites, setUnwritten] = useState<FailedWrite | null>(null);
  useEffect(
    () =>
      onFailedWrite(db.name, (next) => {
        if (next.threadId === threadId) setUnwritten((before) => followedBy(before, next));
      }),
    [db, threadId],
  );
  const dismiss = useCallback(() => setUnwritten(null), []);
  // A row after it means that writing works again.
  if (failedWrites === null || seq > failedWrites.after) return { thread: stored, trouble: null, dismiss };
  return { thread: withFailedWrites(stored, failedWrites), trouble: failedWrites.trouble, dismiss };
}

function followedBy(before: FailedWrite | null, next: FailedWrite): FailedWrite {
  return before?.after === next.after ? { ...next, events: [...before.events, ...next.events] } : next;
}

function withFailedWrites(stored: ThreadState, { threadId, events }: FailedWrite): ThreadState {
  const rows = events.map((event, index): LoggedEvent => ({ threadId, seq: stored.seq + index + 1, at: 0, event }));
  return reduceAll(stored, rows);
}
