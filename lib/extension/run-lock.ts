/**
 * The name of a thread's Web Lock, which a worker holds while it runs the thread. The browser releases the lock when
 * its holder stops, and worker and panels share it.
 */
function lockName(threadId: string): string {
  return `thread:${threadId}`;
}

/** Runs `work` under the thread's lock once it is free, or, with `ifFree`, only if it is free now. */
export async function withRunLock(threadId: string, ifFree: boolean, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockName(threadId), { ifAvailable: ifFree }, async (lock) => {
    if (lock !== null) await work();
  });
}

/** Resolves when the thread's lock is free; rejects when `signal` is aborted. */
export async function runLockFree(threadId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockName(threadId), { mode: 'shared', signal }, () => undefined);
}
