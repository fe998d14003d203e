/**
 * "Somebody is working on this thread", as a Web Lock: it falls by itself when its holder dies, and worker and panels see
 * the same one.
 */
function lockName(threadId: string): string {
  return `thread:${threadId}`;
}

/** Runs `work` under the thread's lock once it is free, or, with `ifFree`, not at all unless it is free now. */
export async function withRunLock(threadId: string, ifFree: boolean, work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(lockName(threadId), { ifAvailable: ifFree }, async (lock) => {
    if (lock !== null) await work();
  });
}

/** Resolves when nobody holds the thread's lock; rejects when `signal` is aborted. */
export async function runLockFree(threadId: string, signal: AbortSignal): Promise<void> {
  await navigator.locks.request(lockName(threadId), { mode: 'shared', signal }, () => undefined);
}
