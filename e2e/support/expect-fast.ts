import { expect } from 'vitest';
import { IS_FULL } from './scale.ts';

/**
 * Prints the slowest of `times`, in milliseconds, and expects it to be below `limit` in `npm run test:full`, which has the machine to
 * itself. `npm test` runs beside whatever the machine does, and a slow machine is no fault of the code.
 */
export function expectFast(what: string, times: readonly number[], limit: number): void {
  expect(times.every(Number.isFinite)).toBe(true);
  const slowest = Math.max(0, ...times);
  console.log(`${what}: ${Math.round(slowest)} ms at most, of ${times.length}`);
  if (IS_FULL) expect(slowest).toBeLessThan(limit);
}
