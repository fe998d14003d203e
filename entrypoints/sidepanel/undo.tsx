import '../../components/history/undo-bar.css';
import { Undo2 } from 'lucide-react';
import { plural, t } from '../../lib/i18n/index.ts';
import { useDeleted } from '../../lib/react/index.ts';
import type { SidenoteDb } from '../../lib/storage/index.ts';

/** Offers to undo the deletion of chats while possible. */
export function Undo({ db, onError }: { db: SidenoteDb; onError: (error: unknown) => void }) {
  const deleted = useDeleted(db);
  return <UndoBar count={deleted.threadIds.length} onUndo={() => void deleted.undo().catch(onError)} />;
}

/** Reports that chats were deleted, and offers to undo it. */
function UndoBar({ count, onUndo }: { count: number; onUndo: () => void }) {
  if (count === 0) return null;
  return (
    <div className="undo-bar" role="status">
      {plural('chatsDeleted', count)}
      <button type="button" className="button quiet" onClick={onUndo}>
        <Undo2 size={14} aria-hidden /> {t('undo')}
      </button>
    </div>
  );
}
