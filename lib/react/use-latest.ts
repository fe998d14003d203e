import { useMemo, useRef } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: whatever the callbacks take
type Callbacks = Record<string, (...values: any[]) => unknown>;

/**
 * The same callbacks for as long as a page lives, each doing what the latest of its name does: so that what is drawn with them
 * is not drawn anew whenever something they look at changes. The names must stay the same.
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
