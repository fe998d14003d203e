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

const NONE: ReadonlySet<string> = new Set();
const NO_UNSENT: readonly UnsentChat[] = [];
const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** The newest threads, live. In the list of all threads, pinned ones come first. */
export function useThreadList(
  storage: Pick<Stores, 'drafts' | 'projects' | 'threads'>,
  { site, isArchived, projectId }: ThreadFilter,
): ListedThreads {
  const [limit, setLimit] = useState(PAGE);
  const threadList = useStored(async () => {
    const threadFilter = { site, isArchived, projectId };
    const deleted = await storage.threads.listedIds('deleted-threads');
    const isPlain = site === null && !isArchived && projectId === null;
    const pinnedIds = isPlain
      ? (await storage.threads.listedIds('pinned-threads')).filter((id) => !deleted.includes(id))
      : [];
    const pinned = (await storage.threads.getMany(pinnedIds)).flatMap((row) => (row && !row.isArchived ? [row] : []));
    const apart = new Set([...deleted, ...pinned.map((row) => row.threadId)]);
    const others = await storage.threads.recent(limit + 1, threadFilter, apart);
    const projects = await storage.projects.names([...pinned, ...others].map(({ threadId }) => threadId));
    return { pinned, others, projects, unsent: isPlain ? await storage.drafts.unsent() : NO_UNSENT };
  }, [storage, limit, site, isArchived, projectId]);
  if (threadList === undefined)
    return { unsent: NO_UNSENT, threads: null, pinned: NONE, projects: NO_NAMES, more: null };
  const { pinned, others, projects, unsent } = threadList;
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
export function useThreadSearch(storage: Pick<Stores, 'threads'>, query: string): FoundThreads {
  const [answer, setAnswer] = useState<{ query: string; hits: SearchHit[] | null; error: unknown }>(NO_ANSWER);
  useEffect(() => {
    const unwanted = new AbortController();
    const searchPromise = query.trim() === '' ? Promise.resolve(null) : searchListed(storage, query, unwanted.signal);
    searchPromise.then(
      (hits) => {
        if (!unwanted.signal.aborted) setAnswer({ query, hits, error: null });
      },
      (error: unknown) => {
        if (!unwanted.signal.aborted) setAnswer({ query, hits: null, error });
      },
    );
    return () => unwanted.abort();
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
  const deleted = await storage.threads.listedIds('deleted-threads');
  return hits.filter(({ thread }) => !deleted.includes(thread.threadId));
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
  const isLeft = useIsIndexing(storage);
  useEffect(() => {
    if (!isLeft) return;
    const controller = new AbortController();
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS));
    const work = () => storage.threads.index(controller.signal, pause);
    navigator.locks.request('index-texts', { signal: controller.signal }, work).catch((error: unknown) => {
      // Search then knows less; the next page that opens tries again.
      // biome-ignore lint/suspicious/noConsole: no caller handles it
      if (!controller.signal.aborted) console.warn('Sidenote: chats could not be indexed.', error);
    });
    return () => controller.abort();
  }, [storage, isLeft]);
}
