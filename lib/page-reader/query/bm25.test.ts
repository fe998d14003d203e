import { expect, it } from 'vitest';
import { bm25 } from './bm25.ts';

it('prefers rare words, short documents and more of the words, and gives 0 for none', () => {
  const documents = [
    ['tea', 'pot'],
    ['tea', 'cup', 'and', 'much', 'more', 'besides'],
    ['tea', 'pot', 'lid'],
    [],
    ['cat'],
  ];
  const scores = bm25(documents, ['tea', 'lid']);
  expect(scores.map(({ found }) => found)).toEqual([1, 1, 2, 0, 0]);
  const [first = 0, second = 0, third = 0, empty, none] = scores.map(({ score }) => score);
  expect(third).toBeGreaterThan(first);
  expect(first).toBeGreaterThan(second);
  expect([empty, none]).toEqual([0, 0]);
});
