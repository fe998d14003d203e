/**
 * Runs work for a key exclusively: calls run in order, each when the previous one has ended, regardless of its success.
 */
export type Turns<Key = string> = <Value>(key: Key, work: () => Promise<Value>) => Promise<Value>;

/** Turns within this process. */
export function createTurns<Key = string>(): Turns<Key> {
  const tails = new Map<Key, Promise<unknown>>();
  return async (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const result = before.then(work);
    const tail = result.catch(() => undefined);
    tails.set(key, tail);
    try {
      return await result;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
