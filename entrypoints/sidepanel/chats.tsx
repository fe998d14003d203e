import { useState } from 'react';
import type { ThreadListItem } from '../../components/thread-list.tsx';
import { ThreadSearch } from '../../components/thread-search.tsx';
import { downloadThread } from '../../lib/panel/export-files.ts';
import { useIsIndexing } from '../../lib/panel/use-indexing.ts';
import { useThreadList, useThreadSearch } from '../../lib/panel/use-thread-list.ts';
import type { SidenoteDb, ThreadRow } from '../../lib/store/db.ts';

type Props = {
  db: SidenoteDb;
  current: string;
  onOpen: (threadId: string, messageId: string | null) => void;
  onDelete: (threadId: string) => Promise<void>;
  onError: (error: unknown) => void;
  onClose: () => void;
};

/** Earlier chats: all of them, or those in which something was said. */
export function Chats({ db, current, onOpen, onDelete, onError, onClose }: Props) {
  const [query, setQuery] = useState('');
  const { threads, more } = useThreadList(db);
  const { hits, isSearching } = useThreadSearch(db, query);
  const isIndexing = useIsIndexing(db);
  const found = hits?.map(({ thread, ...found }) => itemOf(thread, found));
  const all = threads?.map((thread) => itemOf(thread, null)) ?? null;
  return (
    <nav className="chats" aria-label="Chats">
      <ThreadSearch
        query={query}
        onQuery={setQuery}
        threads={found ?? all}
        isSearching={isSearching}
        isIndexing={isIndexing}
        current={current}
        onMore={found ? null : more}
        onOpen={onOpen}
        onDelete={(threadId) => void onDelete(threadId).catch(onError)}
        onExport={(threadId, format) => void downloadThread(db, threadId, format, new Date()).catch(onError)}
        onClose={onClose}
      />
    </nav>
  );
}

function itemOf(thread: ThreadRow, found: ThreadListItem['found']): ThreadListItem {
  const { threadId, title, updatedAt, openRunId } = thread;
  return { threadId, title, updatedAt, isRunning: openRunId !== '', found };
}
