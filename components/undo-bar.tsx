import { Undo2 } from 'lucide-react';
import './undo-bar.css';

/** Says that chats were deleted, and takes that back. */
export function UndoBar({ count, onUndo }: { count: number; onUndo: () => void }) {
  if (count === 0) return null;
  return (
    <div className="undo-bar" role="status">
      {count === 1 ? 'Chat deleted.' : `${count} chats deleted.`}
      <button type="button" className="button quiet" onClick={onUndo}>
        <Undo2 size={14} aria-hidden /> Undo
      </button>
    </div>
  );
}
