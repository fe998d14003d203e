import { useState } from 'react';
import type { ThreadListItem } from '../../components/history/thread-list.tsx';
import { ThreadSearch } from '../../components/history/thread-search.tsx';
import { t } from '../../lib/i18n/index.ts';
import { useIsIndexing, useThreadList, useThreadSearch } from '../../lib/react/index.ts';
import { renameThread, type SidenoteDb, type ThreadRow } from '../../lib/storage/index.ts';
import { runThreadAction } from './thread-actions.ts';

type Props = {
  db: SidenoteDb;
  current: string;
  /** The site of the current page, if known. */
  site: string | null;
  /** Whether it is beside the conversation and not over it. */
  isBeside: boolean;
  onOpen: (threadId: string, messageId: string | null) => void;
  /** Called after a chat was deleted. */
  onDeleted: (threadId: string) => void;
  onError: (error: unknown) => void;
  onClose: () => void;
};

/** Earlier chats: all of them, or search results. */
export function Chats({ db, current, site, isBeside, onOpen, onDeleted, onError, onClose }: Props) {
  const [query, setQuery] = useState('');
  const [isOfSite, setIsOfSite] = useState(false);
  const [isArchived, setIsArchived] = useState(false);
  const { threads, pinned, more } = useThreadList(db, { site: isOfSite ? site : null, isArchived });
  const { hits, isSearching } = useThreadSearch(db, query);
  const isIndexing = useIsIndexing(db);
  const found = hits?.map(({ thread, ...found }) => itemOf(thread, false, found));
  const all = threads?.map((thread) => itemOf(thread, pinned.has(thread.threadId), null)) ?? null;
  const filters = [{ label: t('archived'), isOn: isArchived, onToggle: () => setIsArchived(!isArchived) }];
  if (site !== null) {
    const label = t('onlySite', { site: site.replace(/^https?:\/\//, '') });
    filters.unshift({ label, isOn: isOfSite, onToggle: () => setIsOfSite(!isOfSite) });
  }
  const act = async (threadId: string, action: Parameters<typeof runThreadAction>[2]) => {
    await runThreadAction(db, threadId, action);
    if (action === 'delete') onDeleted(threadId);
  };
  return (
    <nav className={isBeside ? 'chats beside' : 'chats'} aria-label={t('chats')}>
      <ThreadSearch
        hasFocus={!isBeside}
        query={query}
        onQuery={setQuery}
        threads={found ?? all}
        isSearching={isSearching}
        isIndexing={isIndexing}
        filters={filters}
        current={current}
        onMore={found ? null : more}
        onOpen={onOpen}
        onAction={(threadId, action) => void act(threadId, action).catch(onError)}
        onRename={(threadId, title) => void renameThread(db, threadId, title).catch(onError)}
        onClose={onClose}
      />
    </nav>
  );
}

function itemOf(thread: ThreadRow, isPinned: boolean, found: ThreadListItem['found']): ThreadListItem {
  const { threadId, title, updatedAt, openRunId, isArchived = false } = thread;
  return { threadId, title, updatedAt, isRunning: openRunId !== '', isPinned, isArchived, found };
}
