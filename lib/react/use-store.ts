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
  /** What stands between us and the database, or null. */
  trouble: StorageFailure | null;
  retry: () => void;
  /** Deletes everything, for good. Only for a user who has said so twice. */
  reset: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the database for a page, and again whenever another window, or somebody outside, made it close. */
export function useStore(db: SidenoteDb): Store {
  const [failure, setTrouble] = useState<StorageFailure | null>(null);
  const open = useCallback(async () => {
    const onTrouble = (next: StorageFailure | null) => {
      setTrouble(next);
      // The page is drawn anew once the worker has decided so.
      if (next?.code === 'broken' && !db.place.isSpare()) void sendCommand({ type: 'use-spare-store' });
    };
    if (!(await openStore(db, onTrouble, wait))) return;
    // Clearing the data of sites closes a connection without asking.
    db.backendDB().addEventListener('close', () => void open(), { once: true });
    // Of a private window nothing is left each time: that is no loss.
    if (!isPrivateWindow && !db.place.isSpare()) await lookForLoss(db);
  }, [db]);
  const reopen = useCallback(() => {
    db.close({ disableAutoOpen: false });
    void open();
  }, [db, open]);
  useEffect(() => {
    void open();
    // Dexie closes, so that the other window can go on; only after that there is something to open.
    const onVersionChange = () => setTimeout(() => void open());
    db.on('versionchange', onVersionChange);
    // What is shown is of a database that is gone.
    const unwatch = storeEmptied.watch((isEmptied) => isEmptied && location.reload());
    return () => {
      db.on('versionchange').unsubscribe(onVersionChange);
      unwatch();
    };
  }, [db, open]);
  const reset = useCallback(() => {
    startOver(db).then(
      () => location.reload(),
      (error: unknown) => setTrouble(storageFailureOf(error) ?? createStorageFailure('broken', String(error))),
    );
  }, [db]);
  return { trouble: failure, retry: reopen, reset };
}

/** Remembers that stored data was removed by the browser, until the user has read the message. */
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
