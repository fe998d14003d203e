import { setTimeout as pause } from 'node:timers/promises';
import { WAIT_LIMIT_MS } from './limits.ts';

/**
 * Calls `look` until it returns something truthy, and returns that. Throws an Error with `failure` if that takes longer
 * than `limitMs`. `pauseMs`: the pause between two calls.
 */
export async function waitUntil<Found>(
  look: () => Found | Promise<Found>,
  failure: string,
  { limitMs = WAIT_LIMIT_MS, pauseMs = 20 } = {},
): Promise<NonNullable<Found>> {
  for (const end = performance.now() + limitMs; ; await pause(pauseMs)) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(failure);
  }
}
