import { CornerDownRight, Paperclip, Pencil, SendHorizontal, X } from 'lucide-react';
import type { QueuedMessage } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/icon-button.tsx';
import './queue-list.css';

type Props = {
  items: readonly QueuedMessage[];
  /** A run is open: what waits can be said to it now. */
  isRunning: boolean;
  /** Says it to the run that is open, or, where none is, sends it. */
  onNow: (item: QueuedMessage) => void;
  /** Takes it back into the field. */
  onEdit: (item: QueuedMessage) => void;
  onRemove: (item: QueuedMessage) => void;
};

/** Questions that wait for the end of an answer. */
export function QueueList({ items, isRunning, onNow, onEdit, onRemove }: Props) {
  if (items.length === 0) return null;
  const now = t(isRunning ? 'sayNow' : 'sendNow');
  const Icon = isRunning ? CornerDownRight : SendHorizontal;
  return (
    <ul className="queue" aria-label={t('queuedQuestions')}>
      {items.map((item) => (
        <li key={item.messageId}>
          <span dir="auto" title={item.content}>
            {item.content}
          </span>
          {goesAlong(item) > 0 && (
            <small title={t('attachGoesAlong')}>
              <Paperclip size={11} aria-hidden /> {goesAlong(item)}
            </small>
          )}
          {!(isRunning && goesAlong(item) > 0) && (
            <IconButton label={now} onClick={() => onNow(item)}>
              <Icon size={13} aria-hidden />
            </IconButton>
          )}
          <IconButton label={t('editQueued')} title={t('edit')} onClick={() => onEdit(item)}>
            <Pencil size={13} aria-hidden />
          </IconButton>
          <IconButton label={t('removeQueued')} title={t('remove')} onClick={() => onRemove(item)}>
            <X size={14} aria-hidden />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

/** How many tabs and files. What is said to a running answer is words only. */
function goesAlong({ tabs = [], files = [] }: QueuedMessage): number {
  return tabs.length + files.length;
}
