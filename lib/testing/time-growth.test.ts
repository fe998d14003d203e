import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from './time-growth.ts';

function count(steps: number): number {
  let sum = 0;
  for (let step = 0; step < steps; step++) sum = (sum + step * 7) % 1_000_003;
  return sum;
}

test('linear work grows less than quadratic work', async () => {
  expect(await timeGrowth((size) => count(size * 400), 50_000)).toBeLessThan(LINEAR_GROWTH);
  expect(await timeGrowth((size) => count(size * size), 8_000)).toBeGreaterThan(LINEAR_GROWTH);
});

test('work that is too short to measure does not grow', async () => {
  expect(await timeGrowth(() => undefined, 8)).toBe(0);
});
