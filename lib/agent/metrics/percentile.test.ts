import { expect, test } from 'vitest';
import { computeSpread, percentile } from './metrics-summary.ts';

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test('a percentile is a measured value, by nearest rank', () => {
  expect(percentile([15, 20, 35, 40, 50], 30)).toBe(20);
  expect(percentile([15, 20, 35, 40, 50], 40)).toBe(20);
  expect(percentile([15, 20, 35, 40, 50], 50)).toBe(35);
  expect(percentile([15, 20, 35, 40, 50], 100)).toBe(50);
});

test('an exact rank is not rounded up', () => {
  for (const count of [20, 40, 60, 100, 180, 1000]) expect(percentile(upTo(count), 95)).toBe(count * 0.95);
});

test('a single value is every percentile, and without values it is null', () => {
  expect(computeSpread([7])).toEqual({ count: 1, p50: 7, p95: 7, max: 7 });
  expect(computeSpread([])).toEqual({ count: 0, p50: null, p95: null, max: null });
});

test('the input may be unsorted and is not changed', () => {
  const values = [30, 10, 200, 9];
  expect(computeSpread(values)).toEqual({ count: 4, p50: 10, p95: 200, max: 200 });
  expect(values).toEqual([30, 10, 200, 9]);
});
