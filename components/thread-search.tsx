import { type KeyboardEvent, useEffect, useRef } from 'react';
import { type ExportFormat, ThreadList, type ThreadListItem } from './thread-list.tsx';
import './thread-search.css';

type Props = {
  query: string;
  onQuery: (query: string) => void;
  /** What is listed: all chats where the query is empty, else what was found. null: not known yet. */
  threads: readonly ThreadListItem[] | null;
  isSearching: boolean;
  /** Older chats are not in the index yet. */
  isIndexing: boolean;
  current: string;
  onMore: (() => void) | null;
  onOpen: (threadId: string, messageId: string | null) => void;
  onDelete: (threadId: string) => void;
  onExport: (threadId: string, format: ExportFormat) => void;
  onClose: () => void;
};

/** Earlier chats, and a field that searches all that was said in them. Arrow keys walk, Enter opens, Escape closes. */
export function ThreadSearch({ query, onQuery, threads, isSearching, isIndexing, onClose, ...list }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="thread-search" onKeyDown={(event) => walk(event, onClose)}>
      <input
        ref={field}
        type="search"
        aria-label="Search chats"
        placeholder="Search chats"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <div className="thread-results" aria-busy={isSearching || threads === null} data-query={query}>
        {threads?.length === 0 && <p className="thread-list-empty">{emptyText(query)}</p>}
        {threads && <ThreadList threads={threads} {...list} />}
        {isIndexing && query !== '' && <p className="thread-list-empty">Older chats are still being indexed.</p>}
      </div>
    </search>
  );
}

function emptyText(query: string): string {
  return query.trim() === '' ? 'Your chats will be listed here.' : `Nothing was said that has “${query.trim()}” in it.`;
}

/** Moves the focus between the field and the chats below it. */
function walk(event: KeyboardEvent<HTMLElement>, onClose: () => void): void {
  if (event.nativeEvent.isComposing) return;
  if (event.key === 'Escape') onClose();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .thread-open')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (event.key === 'Enter' && at === 0) stops[1]?.click();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || at < 0) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}
