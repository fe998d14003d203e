import './thread-search.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { plural, t } from '../../lib/i18n/index.ts';
import { isComposing, useReturnFocus } from '../parts/keyboard.ts';
import { type ThreadAction, ThreadList, type ThreadListItem } from './thread-list.tsx';

type Props = {
  /** Whether the field gets the focus. */
  hasFocus: boolean;
  query: string;
  onQuery: (query: string) => void;
  /** All chats for an empty query, otherwise the results. Null until they are known. */
  threads: readonly ThreadListItem[] | null;
  isSearching: boolean;
  /** The choice of a project, above the other filters. */
  projects: ReactNode;
  /** Filters that can be toggled. */
  filters: readonly { label: string; isOn: boolean; onToggle: () => void }[];
  /** Whether older chats are not indexed yet. */
  isIndexing: boolean;
  current: string;
  onMore: (() => void) | null;
  onOpen: (threadId: string, messageId: string | null) => void;
  onAction: (threadId: string, action: Exclude<ThreadAction, 'rename'>) => void;
  onRename: (threadId: string, title: string) => void;
  onClose: () => void;
};

/** Earlier chats, and a field that searches them. Arrow keys move, Enter opens, Escape closes. */
export function ThreadSearch(props: Props) {
  const { hasFocus, query, onQuery, threads, isSearching, isIndexing, projects, filters, onClose, ...list } = props;
  const isSearch = query.trim() !== '';
  const field = useRef<HTMLInputElement>(null);
  useReturnFocus();
  useEffect(() => {
    if (hasFocus) field.current?.focus();
  }, [hasFocus]);
  return (
    <search className="thread-search" onKeyDown={(event) => onKeyDown(event, isSearching, onClose)}>
      <input
        ref={field}
        type="search"
        aria-label={t('searchChats')}
        placeholder={t('searchChats')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <span className="visually-hidden" role="status">
        {isSearch && !isSearching && threads && plural('chatsFound', threads.length)}
      </span>
      {!isSearch && projects}
      {!isSearch && (
        <div className="thread-filters">
          {filters.map(({ label, isOn, onToggle }) => (
            <button key={label} type="button" className="button quiet" aria-pressed={isOn} onClick={onToggle}>
              {label}
            </button>
          ))}
        </div>
      )}
      <div className="thread-results" aria-busy={isSearching || threads === null} data-query={query}>
        {threads?.length === 0 && (
          <p className="thread-list-empty">
            {emptyText(
              query,
              filters.some(({ isOn }) => isOn),
            )}
          </p>
        )}
        {threads && (
          <ThreadList
            threads={threads}
            isGrouped={!isSearch}
            {...list}
            onAction={(threadId, action) => {
              // The row with the focus is removed.
              if (action === 'delete' || action === 'archive' || action === 'restore') field.current?.focus();
              list.onAction(threadId, action);
            }}
          />
        )}
        {isIndexing && query !== '' && <p className="thread-list-empty">{t('stillIndexing')}</p>}
      </div>
    </search>
  );
}

function emptyText(query: string, isNarrowed: boolean): string {
  if (query.trim() === '' && isNarrowed) return t('noSuchChats');
  return query.trim() === '' ? t('chatsWillBeListed') : t('nothingSaid', { words: query.trim() });
}

/** Moves the focus between the field and the chats below it. Enter opens the first one, and Escape closes. */
function onKeyDown(event: KeyboardEvent<HTMLElement>, isSearching: boolean, onClose: () => void): void {
  if (isComposing(event)) return;
  if (event.key === 'Escape') onClose();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .thread-open')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  // While a search runs, the chats are those of the previous query.
  if (event.key === 'Enter' && at === 0 && !isSearching) stops[1]?.click();
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || at < 0) return;
  event.preventDefault();
  stops[Math.min(Math.max(at + step, 0), stops.length - 1)]?.focus();
}
