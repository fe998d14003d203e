/**
 * Wraps a function so that it is called once for each object; the value lasts as long as the object. Further arguments must follow
 * from the object.
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
