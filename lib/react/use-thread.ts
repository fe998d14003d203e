import { useEffect, useRef, useState } from 'react';
import { emptyThread, type QueuedMessage, type ThreadState } from '../contracts/index.ts';
import { loadQueue, type SidenoteDb, type Watched, watchThread } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** `unreadable`: how many rows of the thread's log are left out because they cannot be read. */
export type WatchedThread = { thread: ThreadState; unreadable: number; isLoaded: boolean; error: unknown };

/** A thread, live. Renders at most once per frame, however fast rows arrive. */
export function useThread(db: SidenoteDb, threadId: string): WatchedThread {
  const [watched, setWatched] = useState(() => loading(threadId));
  useEffect(() => {
    setWatched(loading(threadId));
    let latest: Watched | null = null;
    let cancel: (() => void) | null = null;
    const show = () => {
      cancel = null;
      if (latest) setWatched({ ...latest, isLoaded: true, error: null });
    };
    const stop = watchThread(
      db,
      threadId,
      (next) => {
        latest = next;
        cancel ??= nextFrame(show);
      },
      (error) => setWatched((before) => ({ ...before, isLoaded: true, error })),
    );
    return () => {
      stop();
      cancel?.();
    };
  }, [db, threadId]);
  return watched.thread.threadId === threadId ? watched : loading(threadId);
}

function loading(threadId: string): WatchedThread {
  return { thread: emptyThread(threadId), unreadable: 0, isLoaded: false, error: null };
}

/** Update interval for hidden pages, which get no animation frames. */
const HIDDEN_MS = 250;

/** Calls back before the next paint, or soon. Returns the function that cancels it. */
function nextFrame(callback: () => void): () => void {
  const once = () => {
    cancel();
    callback();
  };
  const frame = requestAnimationFrame(once);
  const timer = setTimeout(once, HIDDEN_MS);
  const cancel = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  return cancel;
}

/** Calls back when a stored thread is deleted by another page. */
export function useThreadGone(db: SidenoteDb, threadId: string, onGone: () => void): void {
  const isThere = useStored(async () => (await db.threads.get(threadId)) !== undefined, [db, threadId]);
  const wasThere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => {
    if (wasThere.current && isThere === false) onGone();
    wasThere.current = isThere === true;
  }, [isThere]);
}

const NONE: readonly QueuedMessage[] = [];

/** The queued questions of a thread, live. */
export function useQueue(db: SidenoteDb, threadId: string): readonly QueuedMessage[] {
  return useStored(() => loadQueue(db, threadId), [db, threadId]) ?? NONE;
}
