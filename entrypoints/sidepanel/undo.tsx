import { UndoBar } from '../../components/history/undo-bar.tsx';
import { useDeleted } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

/** Takes back the deletion of chats, as long as that can be. */
export function Undo({ db, onError }: { db: SidenoteDb; onError: (error: unknown) => void }) {
  const deleted = useDeleted(db);
  return <UndoBar count={deleted.threadIds.length} onUndo={() => void deleted.undo().catch(onError)} />;
}
