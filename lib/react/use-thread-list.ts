import { useEffect, useState } from 'react';
import type { SearchHit, Stores, ThreadFilter, ThreadRow, UnsentChat } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** Number of chats listed at first, and added by each “more”. */
const PAGE = 60;

/** Maximum number of search results. A user who does not find a chat adds a word. */
const MAX_HITS = 20;

type ListedThreads = {
  /** Chats whose first question was written but not sent, in the list of all chats. */
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

const NOTHING_LOADED: ListedThreads = {
  unsent: [],
  threads: null,
  pinned: new Set(),
  projects: new Map(),
  more: null,
};

type ListStores = Pick<Stores, 'drafts' | 'projects' | 'threads'>;

/** The newest threads, live. In the list of all threads, pinned ones come first. */
export function useThreadList(storage: ListStores, { site, isArchived, projectId }: ThreadFilter): ListedThreads {
  const [limit, setLimit] = useState(PAGE);
  const threadList = useStored(
    () => loadThreadList(storage, { site, isArchived, projectId }, limit + 1),
    [storage, limit, site, isArchived, projectId],
  );
  if (threadList === undefined) return NOTHING_LOADED;
  const { pinned, others, projects, unsent } = threadList;
  const threads = [...pinned, ...others.slice(0, limit)];
  const more = others.length > limit ? () => setLimit(limit + PAGE) : null;
  return { unsent, threads, pinned: new Set(pinned.map((row) => row.threadId)), projects, more };
}

/** The pinned threads and drafts of the list of all threads, and at most `limit` others that the filter selects. */
async function loadThreadList({ drafts, projects, threads }: ListStores, filter: ThreadFilter, limit: number) {
  const isOfAll = filter.site === null && !filter.isArchived && filter.projectId === null;
  const deletedIds = await threads.listedIds('deleted-threads');
  const pinnedIds = isOfAll ? (await threads.listedIds('pinned-threads')).filter((id) => !deletedIds.includes(id)) : [];
  const pinned = (await threads.getMany(pinnedIds)).flatMap((row) => (row && !row.isArchived ? [row] : []));
  const excludedIds = new Set([...deletedIds, ...pinned.map((row) => row.threadId)]);
  const others = await threads.recent(limit, filter, excludedIds);
  const projectNames = await projects.names([...pinned, ...others].map(({ threadId }) => threadId));
  return { pinned, others, projects: projectNames, unsent: isOfAll ? await drafts.unsent() : [] };
}

type ThreadSearch = {
  /** Results of the last completed query; null without a query. */
  hits: readonly SearchHit[] | null;
  isSearching: boolean;
  error: unknown;
};

/** Searches while the user types. An outdated query is aborted. */
export function useThreadSearch(storage: Pick<Stores, 'threads'>, query: string): ThreadSearch {
  const [answer, setAnswer] = useState<{ query: string; hits: SearchHit[] | null; error: unknown }>(NO_ANSWER);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const search = query.trim() === '' ? Promise.resolve(null) : searchListed(storage, query, signal);
    search.then(
      (hits) => {
        if (!signal.aborted) setAnswer({ query, hits, error: null });
      },
      (error: unknown) => {
        if (!signal.aborted) setAnswer({ query, hits: null, error });
      },
    );
    return () => controller.abort();
  }, [storage, query]);
  return { hits: answer.hits, isSearching: answer.query !== query, error: answer.error };
}

const NO_ANSWER = { query: '', hits: null, error: null };

/** Results of a search, without chats that were just deleted. */
async function searchListed(
  storage: Pick<Stores, 'threads'>,
  query: string,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  const hits = await storage.threads.search(query, MAX_HITS, signal);
  const deletedIds = await storage.threads.listedIds('deleted-threads');
  return hits.filter(({ thread }) => !deletedIds.includes(thread.threadId));
}

/**
 * The deleted chats whose deletion can be undone, live. They are purged by the panel that no longer offers it: chats
 * deleted right before it closed can be restored in the next one.
 */
export function useDeleted(storage: Pick<Stores, 'threads'>): {
  threadIds: readonly string[];
  undo: () => Promise<void>;
  purge: () => Promise<void>;
} {
  const threadIds = useStored(() => storage.threads.listedIds('deleted-threads'), [storage]) ?? NO_IDS;
  return {
    threadIds,
    undo: async () => {
      for (const threadId of threadIds) await storage.threads.setListed('deleted-threads', threadId, false);
    },
    purge: async () => void (await storage.threads.purgeDeleted()),
  };
}

const NO_IDS: readonly string[] = [];

/** Pause between two batches, in which the page can respond, in milliseconds. */
const PAUSE_MS = 10;

/** Whether some chats are not indexed yet, live. */
export function useIsIndexing(storage: Pick<Stores, 'threads'>): boolean {
  return useStored(() => storage.threads.isIndexing(), [storage]) ?? false;
}

/** Indexes the threads that an upgrade deferred, in one page at a time, while a page is open. */
export function useIndexing(storage: Pick<Stores, 'threads'>): void {
  const hasDeferredThreads = useIsIndexing(storage);
  useEffect(() => {
    if (!hasDeferredThreads) return;
    const controller = new AbortController();
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
    const work = () => storage.threads.index(controller.signal, pause);
    navigator.locks.request('index-texts', { signal: controller.signal }, work).catch((error: unknown) => {
      // Search then finds less. The next page that opens tries again.
      // biome-ignore lint/suspicious/noConsole: no caller handles it
      if (!controller.signal.aborted) console.warn('Sidenote: chats could not be indexed.', error);
    });
    return () => controller.abort();
  }, [storage, hasDeferredThreads]);
}
