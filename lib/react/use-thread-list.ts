import { useEffect, useState } from 'react';
import {
  indexThreads,
  isIndexing,
  listThread,
  projectNames,
  purgeDeleted,
  recentThreads,
  type SearchHit,
  type SidenoteDb,
  searchThreads,
  type ThreadRow,
  threadIdsIn,
  type UnsentChat,
  unsentChats,
  type Wanted,
} from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** Chats listed at first, and added by each “more”. */
const PAGE = 60;

/** Maximum results of a search; a user who does not find a chat adds a word. */
const MAX_HITS = 20;

type ListedThreads = {
  /** Chats whose first question was written and not sent, in the list of all. */
  unsent: readonly UnsentChat[];
  /** Null until they are known. */
  threads: readonly ThreadRow[] | null;
  /** Ids of the pinned threads. */
  pinned: ReadonlySet<string>;
  /** The name of the project of each chat that is in one. */
  projects: ReadonlyMap<string, string>;
  /** Null if all are listed. */
  more: (() => void) | null;
};

const NONE: ReadonlySet<string> = new Set();
const NO_UNSENT: readonly UnsentChat[] = [];
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The newest threads, live; in the list of all threads, pinned ones come first. */
export function useThreadList(db: SidenoteDb, { site, isArchived, projectId }: Wanted): ListedThreads {
  const [limit, setLimit] = useState(PAGE);
  const listed = useStored(async () => {
    const wanted = { site, isArchived, projectId };
    const deleted = await threadIdsIn(db, 'deleted-threads');
    const isPlain = site === null && !isArchived && projectId === null;
    const pinnedIds = isPlain ? (await threadIdsIn(db, 'pinned-threads')).filter((id) => !deleted.includes(id)) : [];
    const pinned = (await db.threads.bulkGet(pinnedIds)).flatMap((row) => (row && !row.isArchived ? [row] : []));
    const apart = new Set([...deleted, ...pinned.map((row) => row.threadId)]);
    const others = await recentThreads(db, limit + 1, wanted, apart);
    const projects = await projectNames(
      db,
      [...pinned, ...others].map(({ threadId }) => threadId),
    );
    return { pinned, others, projects, unsent: isPlain ? await unsentChats(db) : NO_UNSENT };
  }, [db, limit, site, isArchived, projectId]);
  if (listed === undefined) return { unsent: NO_UNSENT, threads: null, pinned: NONE, projects: NO_NAMES, more: null };
  const { pinned, others, projects, unsent } = listed;
  const threads = [...pinned, ...others.slice(0, limit)];
  const more = others.length > limit ? () => setLimit(limit + PAGE) : null;
  return { unsent, threads, pinned: new Set(pinned.map((row) => row.threadId)), projects, more };
}

type FoundThreads = {
  /** Results of the last completed query; null without a query. */
  hits: readonly SearchHit[] | null;
  isSearching: boolean;
  error: unknown;
};

/** Searches while the user types. An outdated query is aborted. */
export function useThreadSearch(db: SidenoteDb, query: string): FoundThreads {
  const [answer, setAnswer] = useState<{ query: string; hits: SearchHit[] | null; error: unknown }>(NO_ANSWER);
  useEffect(() => {
    const unwanted = new AbortController();
    const asked = query.trim() === '' ? Promise.resolve(null) : searchListed(db, query, unwanted.signal);
    asked.then(
      (hits) => {
        if (!unwanted.signal.aborted) setAnswer({ query, hits, error: null });
      },
      (error: unknown) => {
        if (!unwanted.signal.aborted) setAnswer({ query, hits: null, error });
      },
    );
    return () => unwanted.abort();
  }, [db, query]);
  return { hits: answer.hits, isSearching: answer.query !== query, error: answer.error };
}

const NO_ANSWER = { query: '', hits: null, error: null };

/** Results of a search, without chats that were just deleted. */
async function searchListed(db: SidenoteDb, query: string, signal: AbortSignal): Promise<SearchHit[]> {
  const hits = await searchThreads(db, query, MAX_HITS, signal);
  const deleted = await threadIdsIn(db, 'deleted-threads');
  return hits.filter(({ thread }) => !deleted.includes(thread.threadId));
}

/** How long a deletion can be undone while a panel is open, in milliseconds. */
const UNDO_MS = 8_000;

/**
 * The deleted chats whose deletion can be undone, live. They are purged some time after the last one, while a panel is open:
 * chats deleted right before it closed can be restored in the next one.
 */
export function useDeleted(db: SidenoteDb): { threadIds: readonly string[]; undo: () => Promise<void> } {
  const threadIds = useStored(() => threadIdsIn(db, 'deleted-threads'), [db]) ?? NO_IDS;
  const key = threadIds.join(' ');
  useEffect(() => {
    if (key === '') return;
    const timer = setTimeout(() => void purgeDeleted(db), UNDO_MS);
    return () => clearTimeout(timer);
  }, [db, key]);
  return {
    threadIds,
    undo: async () => {
      for (const threadId of threadIds) await listThread(db, 'deleted-threads', threadId, false);
    },
  };
}

const NO_IDS: readonly string[] = [];

/** Pause between two batches, in which the page can respond, in milliseconds. */
const PAUSE_MS = 10;

/** Whether some chats are not indexed yet, live. */
export function useIsIndexing(db: SidenoteDb): boolean {
  return useStored(() => isIndexing(db), [db]) ?? false;
}

/** Indexes the threads that an upgrade deferred, in one page at a time, while a page is open. */
export function useIndexing(db: SidenoteDb): void {
  const isLeft = useIsIndexing(db);
  useEffect(() => {
    if (!isLeft) return;
    const closed = new AbortController();
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
    const work = () => indexThreads(db, closed.signal, pause);
    navigator.locks.request('index-texts', { signal: closed.signal }, work).catch((error: unknown) => {
      // Search then knows less; the next page that opens tries again.
      // biome-ignore lint/suspicious/noConsole: no caller handles it
      if (!closed.signal.aborted) console.warn('Sidenote: chats could not be indexed.', error);
    });
    return () => closed.abort();
  }, [db, isLeft]);
}
