import { CornerDownRight, Pencil, SendHorizontal, X } from 'lucide-react';
import './queue-list.css';

export type QueueItem = { messageId: string; content: string };

type Props = {
  items: readonly QueueItem[];
  /** A run is open: what waits can be said to it now. */
  isRunning: boolean;
  /** Says it to the run that is open, or, where none is, sends it. */
  onNow: (item: QueueItem) => void;
  /** Takes it back into the field. */
  onEdit: (item: QueueItem) => void;
  onRemove: (item: QueueItem) => void;
};

/** Questions that wait for the end of an answer. */
export function QueueList({ items, isRunning, onNow, onEdit, onRemove }: Props) {
  if (items.length === 0) return null;
  const now = isRunning ? 'Say this to the running answer' : 'Send this now';
  const Icon = isRunning ? CornerDownRight : SendHorizontal;
  return (
    <ul className="queue" aria-label="Queued questions">
      {items.map((item) => (
        <li key={item.messageId}>
          <span dir="auto" title={item.content}>
            {item.content}
          </span>
          <button type="button" className="button quiet icon" aria-label={now} title={now} onClick={() => onNow(item)}>
            <Icon size={13} aria-hidden />
          </button>
          <button
            type="button"
            className="button quiet icon"
            aria-label="Edit queued question"
            title="Edit"
            onClick={() => onEdit(item)}
          >
            <Pencil size={13} aria-hidden />
          </button>
          <button
            type="button"
            className="button quiet icon"
            aria-label="Remove queued question"
            title="Remove"
            onClick={() => onRemove(item)}
          >
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
