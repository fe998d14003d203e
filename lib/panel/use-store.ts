import { useCallback, useEffect, useState } from 'react';
import type { SidenoteDb } from '../store/db.ts';
import { type StoreTrouble, storeTrouble, troubleOf } from '../store/health.ts';
import { openStore } from '../store/open-store.ts';

export type Store = {
  /** What stands between us and the database, or null. */
  trouble: StoreTrouble | null;
  retry: () => void;
  /** Deletes everything, for good. Only for a person who has said so twice. */
  reset: () => void;
};

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Opens the database for a page, and again whenever another window made it close. */
export function useStore(db: SidenoteDb): Store {
  const [trouble, setTrouble] = useState<StoreTrouble | null>(null);
  const open = useCallback(() => {
    db.close({ disableAutoOpen: false });
    void openStore(db, setTrouble, wait);
  }, [db]);
  useEffect(() => {
    void openStore(db, setTrouble, wait);
    // Dexie itself has closed by then, so that the other window can go on.
    const onVersionChange = () => void openStore(db, setTrouble, wait);
    db.on('versionchange', onVersionChange);
    return () => db.on('versionchange').unsubscribe(onVersionChange);
  }, [db]);
  const reset = useCallback(() => {
    db.delete().then(
      () => location.reload(),
      (error: unknown) => setTrouble(storeTrouble(error) ?? troubleOf('broken', String(error))),
    );
  }, [db]);
  return { trouble, retry: open, reset };
}
