import { useObservable } from 'dexie-react-hooks';
import type { DependencyList } from 'react';
import { storedQuery } from '../storage/index.ts';

/** The result of a database query, live; undefined until it is known. Runs again when `deps` change. */
export function useStored<Result>(querier: () => Promise<Result>, deps: DependencyList): Result | undefined {
  return useObservable(() => storedQuery(querier), [...deps]);
}
