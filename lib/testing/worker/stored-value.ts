import type { StoredValue } from '../../worker/browser-access.ts';

/** A setting in memory. */
export function storedValue<Value>(value: Value): StoredValue<Value> {
  let current = value;
  return {
    getValue: async () => current,
    setValue: async (next) => {
      current = next;
    },
  };
}
