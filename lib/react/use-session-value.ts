import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { browserSession } from '../extension/index.ts';

/**
 * A value kept until the browser closes; undefined until it is known. A stored value that does not match `schema` is replaced by
 * `first`. `schema` and `first` must not change.
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
    const take = (kept: string | null) => {
      // The value was changed in the meantime, which is newer.
      if (isOver || latest.current !== undefined) return;
      const { success, data } = schema.safeParse(kept === null ? undefined : JSON.parse(kept));
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
      // A value that cannot be stored is kept as long as the page lives.
      const text = JSON.stringify(next);
      browserSession.set(name, text === JSON.stringify(first) ? null : text).catch(() => undefined);
    },
    [name],
  );
  return [value, change];
}
