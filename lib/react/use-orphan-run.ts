import { useEffect } from 'react';
import { nextAction, nextMessage } from '../agent/index.ts';
import type { QueuedMessage, ThreadState } from '../contracts/index.ts';
import { runLockFree, sendCommand } from '../extension/index.ts';

/** After asking for a run to be taken up, the worker gets this long before we look again. */
const TIMEOUT_MS = 1000;

/**
 * Watches over the run that is shown: when the lock of an unfinished run is released, its worker was stopped, and the next
 * worker is asked to resume; and so is one for a question that waits in the queue although its turn has come. A run that
 * waits for the user is no orphan, and neither is one that `isHeld`: it could not be written, and would fail again.
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
    // A run has just been started or taken up: its worker needs a moment to take the lock.
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
