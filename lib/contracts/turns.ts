/** Runs work on a thread alone: the next waits until the last has ended, in the order of the calls. */
export type ThreadLock = <Value>(threadId: string, work: () => Promise<Value>) => Promise<Value>;

/** A lock for the threads of this process. */
export function createThreadLocks(): ThreadLock {
  const tails = new Map<string, Promise<unknown>>();
  return async (threadId, work) => {
    const before = tails.get(threadId) ?? Promise.resolve();
    const done = before.then(work);
    const tail = done.catch(() => undefined);
    tails.set(threadId, tail);
    try {
      return await done;
    } finally {
      if (tails.get(threadId) === tail) tails.delete(threadId);
    }
  };
}
