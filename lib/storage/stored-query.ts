import { Dexie, liveQuery, type Subscription } from 'dexie';

/**
 * After this many changes a query is subscribed anew. Dexie collects all changes that do not affect a live query until one does,
 * so an open panel would grow by about 25 KB with every run (`npm run soak`).
 */
const RENEW_AFTER = 500;

/** The result of a database query, now and after every change that affects it. */
export type StoredQuery<Result> = {
  /** Returns the unsubscribe function. */
  subscribe(next: (result: Result) => void, error: (error: unknown) => void): () => void;
};

/** A live query that can stay subscribed for days. */
export function storedQuery<Result>(querier: () => Promise<Result>): StoredQuery<Result> {
  return {
    subscribe(next, error) {
      let subscription: Subscription | null = null;
      let changes = 0;
      const ask = () => {
        changes = 0;
        subscription?.unsubscribe();
        subscription = liveQuery(querier).subscribe(next, error);
      };
      const count = () => {
        changes += 1;
        if (changes >= RENEW_AFTER) ask();
      };
      Dexie.on('storagemutated', count);
      ask();
      return () => {
        Dexie.on.storagemutated.unsubscribe(count);
        subscription?.unsubscribe();
      };
    },
  };
}
