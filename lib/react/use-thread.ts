import { useCallback, useEffect, useRef, useState } from 'react';
import { nextAction, nextMessage, reduceAll } from '../agent/index.ts';
import {
  emptyThread,
  type LoggedEvent,
  type QueuedMessage,
  type StorageFailure,
  type ThreadState,
} from '../contracts/index.ts';
import { runLockFree, sendCommand } from '../extension/index.ts';
import type { FailedWrite, Stores, ThreadSnapshot } from '../storage/index.ts';
import { useStored } from './use-stored.ts';

/** `unreadable`: how many rows of the thread's log are omitted because they cannot be read. */
type WatchedThread = { thread: ThreadState; unreadable: number; isLoaded: boolean; error: unknown };

/** A thread, live. Renders at most once per frame, regardless of how fast rows arrive. */
export function useThread(storage: Pick<Stores, 'events'>, threadId: string): WatchedThread {
  const [watched, setWatched] = useState(() => loading(threadId));
  useEffect(() => {
    setWatched(loading(threadId));
    let latest: ThreadSnapshot | null = null;
    let cancel: (() => void) | null = null;
    const show = () => {
      cancel = null;
      if (latest) setWatched({ ...latest, isLoaded: true, error: null });
    };
    const stop = storage.events.watch(
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
  }, [storage, threadId]);
  return watched.thread.threadId === threadId ? watched : loading(threadId);
}

function loading(threadId: string): WatchedThread {
  return { thread: emptyThread(threadId), unreadable: 0, isLoaded: false, error: null };
}

/** Update interval for hidden pages, which get no animation frames. */
const HIDDEN_MS = 250;

/** Calls back before the next paint, or soon. Returns a function that cancels it. */
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
export function useThreadGone(storage: Pick<Stores, 'threads'>, threadId: string, onGone: () => void): void {
  const isThere = useStored(async () => (await storage.threads.get(threadId)) !== undefined, [storage, threadId]);
  const wasThere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it goes
  useEffect(() => {
    if (wasThere.current && isThere === false) onGone();
    wasThere.current = isThere === true;
  }, [isThere]);
}

const NONE: readonly QueuedMessage[] = [];

/** The queued questions of a thread, live. */
export function useQueue(storage: Pick<Stores, 'queue'>, threadId: string): readonly QueuedMessage[] {
  return useStored(() => storage.queue.load(threadId), [storage, threadId]) ?? NONE;
}

/** Time for the worker to resume a run before the lock is checked again, in milliseconds. */
const TIMEOUT_MS = 1000;

/**
 * Watches the displayed run. If the lock of an unfinished run is released, its worker was stopped, and the next one is
 * asked to resume. The same applies to a queued question whose turn has come. Runs that wait for the user are not
 * orphaned, and neither is a run that `isHeld`: it could not be written, and would fail again.
 */
export function useOrphanRun(thread: ThreadState, queue: readonly QueuedMessage[], isHeld: boolean): void {
  const { threadId } = thread;
  const action = nextAction(thread).type;
  const isDue = (action !== 'idle' && action !== 'wait') || nextMessage(thread, queue) !== null;
  const isOrphan = isDue && !isHeld;
  useEffect(() => {
    if (!isOrphan) return;
    const controller = new AbortController();
    void watchOver(threadId, controller.signal);
    return () => controller.abort();
  }, [threadId, isOrphan]);
}

async function watchOver(threadId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // The worker of a run that has just started or resumed needs some time to take the lock.
    await new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    try {
      await runLockFree(threadId, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    if (!signal.aborted) await sendCommand({ type: 'resume', threadId });
  }
}

type ThreadWithFailedWrites = {
  /** The stored thread, followed by events that could not be stored. */
  thread: ThreadState;
  failure: StorageFailure | null;
  /** Removes the events that could not be stored, before they are requested again. */
  dismiss: () => void;
};

/** Shows the output of a run that could not be written, until the thread continues. */
export function useFailedWrites(storage: Pick<Stores, 'database'>, storedThread: ThreadState): ThreadWithFailedWrites {
  const { threadId, seq } = storedThread;
  const [failedWrite, setFailedWrite] = useState<FailedWrite | null>(null);
  useEffect(
    () =>
      storage.database.onFailedWrite((next) => {
        if (next.threadId === threadId) setFailedWrite((before) => followedBy(before, next));
      }),
    [storage, threadId],
  );
  const dismiss = useCallback(() => setFailedWrite(null), []);
  // A later row means that writing works again.
  if (failedWrite === null || seq > failedWrite.after) return { thread: storedThread, failure: null, dismiss };
  return { thread: withFailedWrites(storedThread, failedWrite), failure: failedWrite.failure, dismiss };
}

function followedBy(before: FailedWrite | null, next: FailedWrite): FailedWrite {
  return before?.after === next.after ? { ...next, events: [...before.events, ...next.events] } : next;
}

function withFailedWrites(storedThread: ThreadState, { threadId, events }: FailedWrite): ThreadState {
  const rows = events.map(
    (event, index): LoggedEvent => ({ threadId, seq: storedThread.seq + index + 1, at: 0, event }),
  );
  return reduceAll(storedThread, rows);
}
