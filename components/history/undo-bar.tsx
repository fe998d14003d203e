import { Undo2 } from 'lucide-react';
import { plural, t } from '../../lib/i18n/index.ts';
import './undo-bar.css';

/** Reports that chats were deleted, and offers to undo it. */
export function UndoBar({ count, onUndo }: { count: number; onUndo: () => void }) {
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
