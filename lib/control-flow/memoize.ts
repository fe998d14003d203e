/**
 * Wraps a function so that it is called once for each object. The value is kept as long as the object. Any further
 * arguments must be determined by the object.
 */
/* @__NO_SIDE_EFFECTS__ */
export function memoize<Key extends object, Rest extends readonly unknown[], Value>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const values = new WeakMap<Key, Value>();
  return (key, ...rest) => {
    const stored = values.get(key);
    if (stored !== undefined) return stored;
    const value = compute(key, ...rest);
    values.set(key, value);
    return value;
  };
}
