import { useEffect, useState } from 'react';
import { emptyThread, type ThreadState } from '../protocol/thread.ts';
import type { SidenoteDb } from '../store/db.ts';
import { watchThread } from '../store/watch-thread.ts';

export type WatchedThread = { thread: ThreadState; isLoaded: boolean; error: string | null };

/** A thread, live. Renders at most once a frame, however fast rows arrive. */
export function useThread(db: SidenoteDb, threadId: string): WatchedThread {
  const [watched, setWatched] = useState(() => loading(threadId));
  useEffect(() => {
    setWatched(loading(threadId));
    let latest: ThreadState | null = null;
    let cancel: (() => void) | null = null;
    const show = () => {
      cancel = null;
      if (latest) setWatched({ thread: latest, isLoaded: true, error: null });
    };
    const stop = watchThread(
      db,
      threadId,
      (state) => {
        latest = state;
        cancel ??= nextFrame(show);
      },
      (error) => setWatched((before) => ({ ...before, isLoaded: true, error: String(error) })),
    );
    return () => {
      stop();
      cancel?.();
    };
  }, [db, threadId]);
  return watched.thread.threadId === threadId ? watched : loading(threadId);
}

function loading(threadId: string): WatchedThread {
  return { thread: emptyThread(threadId), isLoaded: false, error: null };
}

/** Hidden pages get no frames; they are brought up to date this often all the same. */
const HIDDEN_MS = 250;

/** Calls back before the next paint, or soon. Returns the function that calls it off. */
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
