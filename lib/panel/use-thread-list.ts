import { useEffect, useState } from 'react';
import type { SidenoteDb, ThreadRow } from '../store/db.ts';
import { type SearchHit, searchThreads } from '../store/search-threads.ts';
import { recentThreads } from '../store/threads.ts';
import { useStored } from './use-stored.ts';

/** Chats that are listed at first, and added by each “more”. */
const PAGE = 60;

/** Chats that a search gives at most: who does not see theirs types one more word. */
const MOST_HITS = 20;

export type ListedThreads = {
  /** null until they are known. */
  threads: readonly ThreadRow[] | null;
  /** null where all are listed. */
  more: (() => void) | null;
};

/** The newest threads, live. */
export function useThreadList(db: SidenoteDb): ListedThreads {
  const [limit, setLimit] = useState(PAGE);
  const threads = useStored(() => recentThreads(db, limit + 1), [db, limit]) ?? null;
  if (threads === null || threads.length <= limit) return { threads, more: null };
  return { threads: threads.slice(0, limit), more: () => setLimit(limit + PAGE) };
}

export type FoundThreads = {
  /** What was found for the last query that was answered; null where nothing is searched for. */
  hits: readonly SearchHit[] | null;
  isSearching: boolean;
  error: unknown;
};

/** Searches while the person types. A query that is typed over is given up. */
export function useThreadSearch(db: SidenoteDb, query: string): FoundThreads {
  const [answer, setAnswer] = useState<{ query: string; hits: SearchHit[] | null; error: unknown }>(NO_ANSWER);
  useEffect(() => {
    const unwanted = new AbortController();
    const asked = query.trim() === '' ? Promise.resolve(null) : searchThreads(db, query, MOST_HITS, unwanted.signal);
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
