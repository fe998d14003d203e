import { FileJson, FileText, MoreHorizontal, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmButton } from './confirm-button.tsx';
import './thread-list.css';

export type ExportFormat = 'json' | 'markdown';

/**
 * `found`: the message that was searched for, and a piece of it, in which the words stand from `start` to `end`; null in the
 * list of all.
 */
export type ThreadListItem = {
  threadId: string;
  title: string;
  updatedAt: number;
  isRunning: boolean;
  found: { messageId: string; snippet: { text: string; start: number; end: number } } | null;
};

type Actions = {
  /** `messageId`: where to begin, or null for the end. */
  onOpen: (threadId: string, messageId: string | null) => void;
  onDelete: (threadId: string) => void;
  onExport: (threadId: string, format: ExportFormat) => void;
};

type Props = Actions & {
  threads: readonly ThreadListItem[];
  current: string;
  /** null where all are listed. */
  onMore: (() => void) | null;
};

/** Chats, newest first, with what can be done with them. */
export function ThreadList({ threads, current, onMore, ...actions }: Props) {
  return (
    <>
      <ul className="thread-list">
        {threads.map((thread) => (
          <ThreadItem key={thread.threadId} thread={thread} isCurrent={thread.threadId === current} {...actions} />
        ))}
      </ul>
      {onMore && (
        <button type="button" className="button quiet thread-more" onClick={onMore}>
          Show more chats
        </button>
      )}
    </>
  );
}

type ItemProps = Actions & { thread: ThreadListItem; isCurrent: boolean };

function ThreadItem({ thread, isCurrent, onOpen, onDelete, onExport }: ItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { threadId, found } = thread;
  const snippet = found?.snippet;
  const title = thread.title === '' ? 'Untitled chat' : thread.title;
  return (
    <li>
      <button
        type="button"
        className="thread-open"
        aria-current={isCurrent}
        onClick={() => onOpen(threadId, found?.messageId ?? null)}
      >
        <span className="thread-title" dir="auto">
          {title}
        </span>
        <span className="thread-time">{thread.isRunning ? 'writing…' : timeOf(thread.updatedAt)}</span>
        {snippet && (
          <span className="thread-snippet" dir="auto">
            {snippet.text.slice(0, snippet.start)}
            <mark>{snippet.text.slice(snippet.start, snippet.end)}</mark>
            {snippet.text.slice(snippet.end)}
          </span>
        )}
      </button>
      <button
        type="button"
        className="button quiet icon"
        aria-label={`Export chat: ${title}`}
        title="Export"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <MoreHorizontal size={14} aria-hidden />
      </button>
      <ConfirmButton className="button quiet icon" label={`Delete chat: ${title}`} onConfirm={() => onDelete(threadId)}>
        <Trash2 size={14} aria-hidden />
      </ConfirmButton>
      {isOpen && (
        <div className="thread-actions">
          <button type="button" className="button quiet" onClick={() => onExport(threadId, 'json')}>
            <FileJson size={14} aria-hidden /> Export as JSON
          </button>
          <button type="button" className="button quiet" onClick={() => onExport(threadId, 'markdown')}>
            <FileText size={14} aria-hidden /> Export as Markdown
          </button>
        </div>
      )}
    </li>
  );
}

// Made once: making a format takes longer than rendering the chat it is for.
const TIME = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const DATE = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** Today's as a time, older ones as a date. */
function timeOf(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return (isToday ? TIME : DATE).format(date);
}
