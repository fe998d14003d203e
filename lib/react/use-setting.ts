import { useCallback, useEffect, useState } from 'react';
import type { Setting } from '../extension/setting.ts';

/** A setting, live in every page; undefined until it is known. `item` stays the same. */
export function useSetting<Value>(item: Setting<Value>): [Value | undefined, (value: Value) => void] {
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    void item.getValue().then((read) => setValue(() => read));
    return item.watch((changed) => setValue(() => changed));
  }, [item]);
  const set = useCallback(
    (next: Value) => {
      setValue(() => next);
      void item.setValue(next);
    },
    [item],
  );
  return [value, set];
}
