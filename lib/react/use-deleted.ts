import { useEffect } from 'react';
import { listThread, purgeDeleted, type SidenoteDb, threadIdsIn } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** How long a deletion can be undone while a panel is open, in milliseconds. */
const UNDO_MS = 8_000;

/**
 * The deleted chats whose deletion can be undone, live. They are purged some time after the last one, while a panel is open:
 * chats deleted right before it closed can be restored in the next one.
 */
export function useDeleted(db: SidenoteDb): { threadIds: readonly string[]; undo: () => Promise<void> } {
  const threadIds = useStored(() => threadIdsIn(db, 'deleted-threads'), [db]) ?? NONE;
  const key = threadIds.join(' ');
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => void purgeDeleted(db), UNDO_MS);
    return () => clearTimeout(timer);
  }, [db, key]);
  return {
    threadIds,
    undo: async () => {
      for (const threadId of threadIds) await listThread(db, 'deleted-threads', threadId, false);
    },
  };
}

const NONE: readonly string[] = [];
