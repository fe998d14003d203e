import { Dexie, liveQuery, type Subscription } from 'dexie';

/**
 * So many changes after which a query is asked anew. Dexie collects for every live query all changes that do not concern
 * it, until one does: a panel that stays open would grow by about 25 KB with every run (`npm run soak`).
 */
const RENEW_AFTER = 500;

/** What a query of the database gives, now and after every change that concerns it. */
export type StoredQuery<Result> = {
  /** Returns the function that ends it. */
  subscribe(next: (result: Result) => void, error: (error: unknown) => void): () => void;
};

/** A live query that can stay subscribed to for days. */
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
