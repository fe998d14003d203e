import { expect, test } from 'vitest';
import { listWindow, rowOffsets } from './model-list.tsx';

const offsets = rowOffsets(Array.from({ length: 5_000 }, (_, index) => (index % 2 ? 48 : 32)));

test('rows begin where those before them end', () => {
  expect(rowOffsets([10, 20, 5])).toEqual([0, 10, 30, 35]);
  expect(rowOffsets([])).toEqual([0]);
});

test('a long list renders few rows at any scroll position, including all visible ones', () => {
  for (const top of [0, 1, 4_000, 100_000, 199_600]) {
    const { first, end } = listWindow(offsets, top, 400);
    expect(offsets[first]).toBeLessThanOrEqual(top);
    expect(offsets[end]).toBeGreaterThanOrEqual(Math.min(top + 400, 200_000));
    expect(end - first).toBeLessThan(30);
  }
});

test('an empty list renders no rows', () => {
  expect(listWindow(rowOffsets([]), 0, 400)).toEqual({ first: 0, end: 0 });
});
