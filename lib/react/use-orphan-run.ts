import { useEffect } from 'react';
import { nextAction, nextMessage } from '../agent/index.ts';
import type { QueuedMessage, ThreadState } from '../contracts/index.ts';
import { runLockFree, sendCommand } from '../extension/index.ts';

/** Time for the worker to resume a run before the lock is checked again, in milliseconds. */
const TIMEOUT_MS = 1000;

/**
 * Watches the run that is shown. If the lock of an unfinished run is released, its worker was stopped, and the next one is asked
 * to resume; the same for a queued question whose turn has come. A run that waits for the user is not orphaned, nor one that
 * `isHeld`: it could not be written, and would fail again.
 */
export function useOrphanRun(thread: ThreadState, queue: readonly QueuedMessage[], isHeld: boolean): void {
  const { threadId } = thread;
  const action = nextAction(thread).type;
  const isDue = (action !== 'idle' && action !== 'wait') || nextMessage(thread, queue) !== null;
  const isOrphan = isDue && !isHeld;
  useEffect(() => {
    if (!isOrphan) return;
    const ended = new AbortController();
    void watchOver(threadId, ended.signal);
    return () => ended.abort();
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
