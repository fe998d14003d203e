import { Trash2 } from 'lucide-react';
import { ConfirmButton } from './confirm-button.tsx';
import './thread-list.css';

export type ThreadListItem = { threadId: string; title: string; updatedAt: number; isRunning: boolean };

type Props = {
  threads: readonly ThreadListItem[];
  current: string;
  onOpen: (threadId: string) => void;
  onDelete: (threadId: string) => void;
};

/** Earlier chats, newest first. */
export function ThreadList({ threads, current, onOpen, onDelete }: Props) {
  if (threads.length === 0) return <p className="thread-list-empty">Your chats will be listed here.</p>;
  return (
    <ul className="thread-list">
      {threads.map((thread) => (
        <li key={thread.threadId}>
          <button
            type="button"
            className="thread-open"
            aria-current={thread.threadId === current}
            onClick={() => onOpen(thread.threadId)}
          >
            <span className="thread-title" dir="auto">
              {thread.title === '' ? 'Untitled chat' : thread.title}
            </span>
            <span className="thread-time">{thread.isRunning ? 'writing…' : timeOf(thread.updatedAt)}</span>
          </button>
          <ConfirmButton
            className="button quiet icon"
            label={`Delete chat: ${thread.title}`}
            onConfirm={() => onDelete(thread.threadId)}
          >
            <Trash2 size={14} aria-hidden />
          </ConfirmButton>
        </li>
      ))}
    </ul>
  );
}

/** Today's as a time, older ones as a date. */
function timeOf(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString(undefined, { hour: 'numeric', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });
}
