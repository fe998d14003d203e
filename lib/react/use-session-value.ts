import { useCallback, useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { browserSession } from '../extension/index.ts';

/**
 * A value that outlives this page, but not the browser; undefined until it is known. What was kept under `name` and does not fit
 * `schema` counts as nothing, which is `first`. `schema` and `first` stay the same.
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
      // What was changed meanwhile is newer.
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
      // What cannot be kept still holds for as long as the page lives.
      const text = JSON.stringify(next);
      browserSession.set(name, text === JSON.stringify(first) ? null : text).catch(() => undefined);
    },
    [name],
  );
  return [value, change];
}
