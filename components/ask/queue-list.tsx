import './queue-list.css';
import { CornerDownRight, Paperclip, Pencil, SendHorizontal, X } from 'lucide-react';
import { isTextOnly, type QueuedMessage } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';
import { shortened } from '../parts/rich-text.tsx';

type Props = {
  items: readonly QueuedMessage[];
  /** Whether a run is open that queued messages can be added to. */
  isRunning: boolean;
  /**
   * Adds the message to the open run or, if there is none, sends it. Null while it has to wait for a second opinion.
   */
  onSendNow: ((item: QueuedMessage) => void) | null;
  /** Moves the message back to the field. */
  onEdit: (item: QueuedMessage) => void;
  onRemove: (item: QueuedMessage) => void;
};

/** Messages queued until an answer has ended. */
export function QueueList({ items, isRunning, onSendNow, onEdit, onRemove }: Props) {
  if (items.length === 0) return null;
  const Icon = isRunning ? CornerDownRight : SendHorizontal;
  return (
    <ul className="queue" aria-label={t('queuedQuestions')}>
      {items.map((item) => {
        const question = shortened(item.content);
        return (
          <li key={item.messageId}>
            <span dir="auto" title={item.content}>
              {item.content}
            </span>
            {attachmentCount(item) > 0 && (
              <small title={t('attachGoesAlong')}>
                <Paperclip size={11} aria-hidden /> {attachmentCount(item)}
              </small>
            )}
            {onSendNow !== null && !(isRunning && !isTextOnly(item)) && (
              <IconButton label={t(isRunning ? 'sayNow' : 'sendNow', { question })} onClick={() => onSendNow(item)}>
                <Icon size={13} aria-hidden />
              </IconButton>
            )}
            <IconButton label={t('editQueued', { question })} title={t('edit')} onClick={() => onEdit(item)}>
              <Pencil size={13} aria-hidden />
            </IconButton>
            <IconButton label={t('removeQueued', { question })} title={t('remove')} onClick={() => onRemove(item)}>
              <X size={14} aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The number of tabs and files. */
function attachmentCount({ tabs = [], files = [] }: QueuedMessage): number {
  return tabs.length + files.length;
}
