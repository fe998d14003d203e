import { useEffect, useState } from 'react';
import {
  recentThreads,
  type SearchHit,
  type SidenoteDb,
  searchThreads,
  type ThreadRow,
  threadIdsIn,
  type Wanted,
} from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** Chats listed at first, and added by each “more”. */
const PAGE = 60;

/** Maximum results of a search; a user who does not find a chat adds a word. */
const MAX_HITS = 20;

export type ListedThreads = {
  /** Null until they are known. */
  threads: readonly ThreadRow[] | null;
  /** Ids of the pinned threads. */
  pinned: ReadonlySet<string>;
  /** Null if all are listed. */
  more: (() => void) | null;
};

const NONE: ReadonlySet<string> = new Set();

/** The newest threads, live; in the list of all threads, pinned ones come first. */
export function useThreadList(db: SidenoteDb, { site, isArchived }: Wanted): ListedThreads {
  const [limit, setLimit] = useState(PAGE);
  const listed = useStored(async () => {
    const wanted = { site, isArchived };
    const deleted = await threadIdsIn(db, 'deleted-threads');
    const isPlain = site === null && !isArchived;
    const pinnedIds = isPlain ? (await threadIdsIn(db, 'pinned-threads')).filter((id) => !deleted.includes(id)) : [];
    const pinned = (await db.threads.bulkGet(pinnedIds)).flatMap((row) => (row && !row.isArchived ? [row] : []));
    const apart = new Set([...deleted, ...pinned.map((row) => row.threadId)]);
    return { pinned, others: await recentThreads(db, limit + 1, wanted, apart) };
  }, [db, limit, site, isArchived]);
  if (listed === undefined) return { threads: null, pinned: NONE, more: null };
  const { pinned, others } = listed;
  const threads = [...pinned, ...others.slice(0, limit)];
  const more = others.length > limit ? () => setLimit(limit + PAGE) : null;
  return { threads, pinned: new Set(pinned.map((row) => row.threadId)), more };
}

export type FoundThreads = {
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
