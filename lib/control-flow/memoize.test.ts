import { expect, test } from 'vitest';
import { memoize } from './memoize.ts';

test('a memoized function computes once for each object, even if the value is falsy', () => {
  const calls: string[] = [];
  const count = memoize(({ text }: { text: string }) => {
    calls.push(text);
    return text.length;
  });
  const [empty, word] = [{ text: '' }, { text: 'word' }];
  expect([count(empty), count(word), count(empty), count(word)]).toEqual([0, 4, 0, 4]);
  expect(calls).toEqual(['', 'word']);
  expect(count({ text: 'word' })).toBe(4);
  expect(calls).toHaveLength(3);
});

test('further arguments of a memoized function are those of the first call', () => {
  const join = memoize((key: { name: string }, suffix: string) => key.name + suffix);
  const key = { name: 'a' };
  expect([join(key, 'x'), join(key, 'y')]).toEqual(['ax', 'ax']);
});
