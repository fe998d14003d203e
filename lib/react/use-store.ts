import { useCallback, useEffect, useState } from 'react';
import type { StorageFailure } from '../contracts/index.ts';
import { fallbackDatabase, isPrivateWindow, isStoreEmptied, sendCommand, storeId } from '../extension/index.ts';
import { createStorageFailure, findStorageFailure, type Stores } from '../storage/index.ts';

export type Store = {
  /** The current storage failure, or null. */
  failure: StorageFailure | null;
  /** Changes when the live queries of the page have ended, so that the page must be mounted again. */
  generation: number;
  retry: () => void;
  /** Deletes everything permanently. The user must have confirmed it twice. */
  reset: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the database for a page, and reopens it if another window or an external change closed it. */
export function useStore(storage: Pick<Stores, 'database'>): Store {
  const [failure, setFailure] = useState<StorageFailure | null>(null);
  const [generation, setGeneration] = useState(0);
  const open = useCallback(async () => {
    const onFailure = (next: StorageFailure | null) => {
      setFailure(next);
      // The page reloads once the worker has decided.
      if (next?.code === 'broken' && !storage.database.isFallback())
        void sendCommand({ type: 'use-fallback-database' });
    };
    const result = await storage.database.open(onFailure, wait);
    if (result === 'failed') return;
    if (result === 'reopened') setGeneration((before) => before + 1);
    // The browser closes a connection when the user clears site data.
    storage.database.onClose(() => void open());
    // The database of a private window is always new, which is not a loss.
    if (!isPrivateWindow && !storage.database.isFallback()) await lookForLoss(storage);
  }, [storage]);
  const reopen = useCallback(() => {
    storage.database.closeUntilUsed();
    void open();
  }, [storage, open]);
  useEffect(() => {
    void open();
    // Dexie closes the connection for the other window's upgrade. It can be reopened afterwards.
    const onVersionChange = () => setTimeout(() => void open());
    const unsubscribe = storage.database.onUpgrade(onVersionChange);
    // The page shows data of a database that no longer exists, so it reloads.
    const unwatch = isStoreEmptied.watch((isEmptied) => isEmptied && location.reload());
    return () => {
      unsubscribe();
      unwatch();
    };
  }, [storage, open]);
  const reset = useCallback(() => {
    startOver(storage).then(
      () => location.reload(),
      (error: unknown) => setFailure(findStorageFailure(error) ?? createStorageFailure('broken', String(error))),
    );
  }, [storage]);
  return { failure, generation, retry: reopen, reset };
}

/** Records that stored data was removed from outside, until the user has dismissed the message. */
async function lookForLoss(storage: Pick<Stores, 'database'>): Promise<void> {
  const previousId = await storeId.getValue();
  const { id, emptied } = await storage.database.identify(previousId, () => crypto.randomUUID());
  if (emptied) await isStoreEmptied.setValue(true);
  if (id !== previousId) await storeId.setValue(id);
}

async function startOver(storage: Pick<Stores, 'database'>): Promise<void> {
  await storeId.setValue(null);
  storage.database.switchTo(null);
  await storage.database.deleteAll();
  await fallbackDatabase.setValue(null);
}
