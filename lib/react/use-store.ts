import { useCallback, useEffect, useState } from 'react';
import type { StorageFailure } from '../contracts/index.ts';
import { fallbackDatabase, isPrivateWindow, sendCommand, storeEmptied, storeId } from '../extension/index.ts';
import {
  createStorageFailure,
  identifyStore,
  openStore,
  type SidenoteDb,
  storageFailureOf,
  switchDatabase,
} from '../storage/index.ts';

export type Store = {
  /** The current storage failure, or null. */
  failure: StorageFailure | null;
  /** Changes when the live queries of the page have ended, so that it has to mount anew. */
  generation: number;
  retry: () => void;
  /** Deletes everything permanently. The user must have confirmed it twice. */
  reset: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the database for a page, and again if another window or an external change closed it. */
export function useStore(db: SidenoteDb): Store {
  const [failure, setFailure] = useState<StorageFailure | null>(null);
  const [generation, setGeneration] = useState(0);
  const open = useCallback(async () => {
    const onFailure = (next: StorageFailure | null) => {
      setFailure(next);
      // The page reloads once the worker has decided.
      if (next?.code === 'broken' && !db.place.isFallback()) void sendCommand({ type: 'use-fallback-database' });
    };
    const result = await openStore(db, onFailure, wait);
    if (result === 'failed') return;
    if (result === 'reopened') setGeneration((before) => before + 1);
    // The browser closes a connection when the user clears site data.
    db.backendDB().addEventListener('close', () => void open(), { once: true });
    // The database of a private window is always new, which is not a loss.
    if (!isPrivateWindow && !db.place.isFallback()) await lookForLoss(db);
  }, [db]);
  const reopen = useCallback(() => {
    db.close({ disableAutoOpen: false });
    void open();
  }, [db, open]);
  useEffect(() => {
    void open();
    // Dexie closes the connection for the other window's upgrade; it can be opened again afterwards.
    const onVersionChange = () => setTimeout(() => void open());
    db.on('versionchange', onVersionChange);
    // The page shows data of a database that is gone, so it reloads.
    const unwatch = storeEmptied.watch((isEmptied) => isEmptied && location.reload());
    return () => {
      db.on('versionchange').unsubscribe(onVersionChange);
      unwatch();
    };
  }, [db, open]);
  const reset = useCallback(() => {
    startOver(db).then(
      () => location.reload(),
      (error: unknown) => setFailure(storageFailureOf(error) ?? createStorageFailure('broken', String(error))),
    );
  }, [db]);
  return { failure, generation, retry: reopen, reset };
}

/** Remembers that stored data was removed from outside, until the user has dismissed the message. */
async function lookForLoss(db: SidenoteDb): Promise<void> {
  const known = await storeId.getValue();
  const { id, emptied } = await identifyStore(db, known, () => crypto.randomUUID());
  if (emptied) await storeEmptied.setValue(true);
  if (id !== known) await storeId.setValue(id);
}

async function startOver(db: SidenoteDb): Promise<void> {
  await storeId.setValue(null);
  switchDatabase(db, null);
  await db.delete();
  await fallbackDatabase.setValue(null);
}
