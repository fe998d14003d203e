import { expect } from 'vitest';
import { IS_FULL } from './scale.ts';

/**
 * Prints the maximum of `times`, in milliseconds. In `npm run test:full`, which has the machine to itself, expects it
 * to be below `limit`. `npm test` runs beside other work, and a slow machine is not a fault of the code.
 */
export function expectFast(what: string, times: readonly number[], limit: number): void {
  expect(times.every(Number.isFinite)).toBe(true);
  const slowest = Math.max(0, ...times);
  console.log(`${what}: ${Math.round(slowest)} ms at most, of ${times.length}`);
  if (IS_FULL) expect(slowest).toBeLessThan(limit);
}
