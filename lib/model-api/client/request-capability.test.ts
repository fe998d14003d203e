import { expect, test } from 'vitest';
import type { Capability } from '../../contracts/capability.ts';
import { worksWithTools } from './request-capability.ts';

const after = (useful: number, needless: number, unused: number) =>
  worksWithTools({ toolOffers: { useful, needless, unused } } as Capability);

test('a model works well with tools once it has called them for what was not in front of it', () => {
  expect(worksWithTools(undefined)).toBe(null);
  expect(after(2, 0, 1)).toBe(null);
  expect(after(2, 0, 2)).toBe(true);
  expect(after(8, 2, 0)).toBe(true);
});

test('a model that only leaves tools alone has not shown that it can call them', () => {
  expect(after(0, 0, 40)).toBe(null);
  expect(after(1, 0, 40)).toBe(null);
});

test('a model that calls for the page in front more than once in five offers does not work well with tools', () => {
  expect(after(3, 1, 0)).toBe(false);
  expect(after(0, 1, 3)).toBe(false);
  expect(after(0, 1, 4)).toBe(null);
});
