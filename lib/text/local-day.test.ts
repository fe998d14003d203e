import { expect, test } from 'vitest';
import { formatLocalDay } from './local-day.ts';

test('a day is written as in the user’s time zone, with two digits for month and day', () => {
  expect(formatLocalDay(new Date(2026, 0, 5, 0, 0, 1).getTime())).toBe('2026-01-05');
  expect(formatLocalDay(new Date(2026, 10, 30, 23, 59, 59).getTime())).toBe('2026-11-30');
});
