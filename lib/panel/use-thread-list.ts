import { useLiveQuery } from 'dexie-react-hooks';
import type { SidenoteDb, ThreadRow } from '../store/db.ts';
import { recentThreads } from '../store/threads.ts';

const SHOWN = 200;

/** The newest threads, live, while `isOpen`. */
export function useThreadList(db: SidenoteDb, isOpen: boolean): readonly ThreadRow[] {
  return useLiveQuery(() => (isOpen ? recentThreads(db, SHOWN) : []), [db, isOpen]) ?? [];
}
