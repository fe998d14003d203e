import { useObservable } from 'dexie-react-hooks';
import type { DependencyList } from 'react';
import { storedQuery } from '../storage/index.ts';

/** What a query of the database gives, live; undefined until it is known. Asked anew when `deps` change. */
export function useStored<Result>(querier: () => Promise<Result>, deps: DependencyList): Result | undefined {
  return useObservable(() => storedQuery(querier), [...deps]);
}
