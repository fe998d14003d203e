/** Carries out work on a key alone: the next begins once the one before it has ended, however it ended, in the order of the calls. */
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
