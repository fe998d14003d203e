import { useObservable } from 'dexie-react-hooks';
import { type DependencyList, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type * as z from 'zod';
import { browserSession } from '../extension/index.ts';
import { storedQuery } from '../storage/index.ts';

/** The result of a database query, live. Undefined until it is known. Runs again when `deps` change. */
export function useStored<Result>(querier: () => Promise<Result>, deps: DependencyList): Result | undefined {
  return useObservable(() => storedQuery(querier), [...deps]);
}

/**
 * A value that is kept until the browser closes. Undefined until it is known. A stored value that does not match
 * `schema` is replaced by `first`. `schema` and `first` must not change.
 */
export function useSessionValue<Value>(
  name: string,
  schema: z.ZodType<Value>,
  first: Value,
): [Value | undefined, (how: (before: Value) => Value) => void] {
  const [value, setValue] = useState<Value>();
  const latest = useRef<Value>(undefined);
  const show = useCallback((next: Value) => {
    latest.current = next;
    setValue(() => next);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others stay the same
  useEffect(() => {
    let isOver = false;
    const take = (savedText: string | null) => {
      // The value was changed in the meantime, and the change is newer.
      if (isOver || latest.current !== undefined) return;
      const { success, data } = schema.safeParse(savedText === null ? undefined : JSON.parse(savedText));
      show(success ? data : first);
    };
    browserSession.get(name).then(take, () => take(null));
    return () => {
      isOver = true;
    };
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the others stay the same
  const change = useCallback(
    (how: (before: Value) => Value) => {
      const next = how(latest.current === undefined ? first : latest.current);
      show(next);
      // A value that cannot be stored is kept until the page is closed.
      const text = JSON.stringify(next);
      browserSession.set(name, text === JSON.stringify(first) ? null : text).catch(() => undefined);
    },
    [name],
  );
  return [value, change];
}

// biome-ignore lint/suspicious/noExplicitAny: any arguments of the callbacks
type Callbacks = Record<string, (...values: any[]) => unknown>;

/**
 * Stable callbacks that call the latest ones, so that components are not rendered again when a callback's dependencies
 * change. The names must stay the same.
 */
export function useLatest<T extends Callbacks>(callbacks: T): T {
  const latest = useRef(callbacks);
  latest.current = callbacks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once; what they do is looked up when they are called
  return useMemo(() => {
    const names = Object.keys(callbacks);
    return Object.fromEntries(names.map((name) => [name, (...values) => latest.current[name]?.(...values)])) as T;
  }, []);
}
