import { useEffect } from 'react';
import { indexThreads, isIndexing, type SidenoteDb } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

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
      // biome-ignore lint/suspicious/noConsole: nobody waits for this
      if (!closed.signal.aborted) console.warn('Sidenote: chats could not be indexed.', error);
    });
    return () => closed.abort();
  }, [db, isLeft]);
}
