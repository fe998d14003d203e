import { useMemo, useRef } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: whatever the callbacks take
type Callbacks = Record<string, (...values: any[]) => unknown>;

/**
 * Stable callbacks that call the latest ones, so that components are not rendered again when a callback's dependencies change.
 * The names must stay the same.
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
