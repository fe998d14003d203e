import { UndoBar } from '../../components/history/undo-bar.tsx';
import { useDeleted } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

/** Offers to undo the deletion of chats while possible. */
export function Undo({ db, onError }: { db: SidenoteDb; onError: (error: unknown) => void }) {
  const deleted = useDeleted(db);
  return <UndoBar count={deleted.threadIds.length} onUndo={() => void deleted.undo().catch(onError)} />;
}
