import { globSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Page } from 'puppeteer-core';
import { TimeoutSettings } from 'puppeteer-core/internal/common/TimeoutSettings.js';
import { expect, inject, test, vi } from 'vitest';
import './driver-limits.ts';
import { LONG_WAIT_LIMIT_MS, TEST_LIMIT_MS, UNIT_TEST_LIMIT_MS, UNIT_WAIT_LIMIT_MS, WAIT_LIMIT_MS } from './limits.ts';
import { ownLimits } from './own-limits.ts';

/** Tests, and code that only tests run. Not those of packages that an end-to-end test has installed. */
const FILES = globSync(
  [
    '{lib,components,entrypoints,scripts,e2e}/**/*.test.{ts,tsx}',
    'e2e/support/**/*.{ts,tsx}',
    'lib/testing/**/*.{ts,tsx}',
    'scripts/call-paths/*.ts',
  ],
  { exclude: ['**/node_modules/**'] },
);

test('no test file sets its own limit, or judges a measured time', () => {
  expect(FILES.length).toBeGreaterThan(400);
  const places = FILES.flatMap((file) =>
    ownLimits(readFileSync(file, 'utf8'), { tsx: file.endsWith('x') }).map((place) => `${file}: ${place}`),
  );
  expect(places).toEqual([]);
});

test.each([
  ['a limit of a test', "test('a', () => undefined, 5_000)", 'test(…, 5000)'],
  ['a limit in a constant', "test.each([1])('a', async () => undefined, SLOW)", 'test(…, SLOW)'],
  ['a limit that is calculated', 'beforeAll(async () => undefined, 2 * SECONDS)', 'beforeAll(…, BinaryExpression)'],
  ['a limit of a hook of one browser', "testInFirefox('a', () => undefined, 9)", 'testInFirefox(…, 9)'],
  ['an option', "page.waitForSelector('a', { timeout: 500 })", 'timeout: 500'],
  ['an option in a constant', 'expect.poll(read, { timeout: TIMEOUT })', 'timeout: TIMEOUT'],
  ['a limit of a locator', "page.locator('a').setTimeout(5_000).click()", 'setTimeout(5000)'],
  ['a judged time', 'expect(performance.now() - before).toBeLessThan(500)', 'expect(a time that was measured)'],
  ['a judged time with a message', "expect(Date.now() - start, 'a').toBe(5)", 'expect(a time that was measured)'],
])('finds %s', (_what, source, place) => {
  expect(ownLimits(source)).toEqual([place]);
});

test.each([
  "page.waitForSelector('a', { timeout: WAIT_LIMIT_MS })",
  "page.goto('a', { timeout: 0 })",
  "test('a', { concurrent: true }, () => undefined)",
  "test.each([[1, 500]])('a', () => undefined)",
  'setTimeout(() => undefined, 500)',
  'expect(rowsSince(Date.now() - 60_000)).toEqual([])',
  'runThread({ toolTimeoutMs: 50 })',
])('finds nothing in %s', (source) => {
  expect(ownLimits(source)).toEqual([]);
});

test('a wait ends long before its test, which would only say that it took too long', () => {
  expect(UNIT_WAIT_LIMIT_MS).toBeLessThanOrEqual(UNIT_TEST_LIMIT_MS / 5);
  expect(WAIT_LIMIT_MS).toBeLessThanOrEqual(TEST_LIMIT_MS / 5);
  expect(LONG_WAIT_LIMIT_MS).toBeLessThanOrEqual(TEST_LIMIT_MS / 2);
});

test('vi.waitFor and vi.waitUntil wait longer than vitest’s second', async () => {
  expect(inject('waitLimitMs')).toBe(UNIT_WAIT_LIMIT_MS);
  let isOver = false;
  void pause(1_200).then(() => {
    isOver = true;
  });
  await Promise.all([vi.waitFor(() => expect(isOver).toBe(true)), vi.waitUntil(() => isOver)]);
  await expect(vi.waitFor(() => expect(isOver).toBe(false), 50)).rejects.toThrow();
});

test('the driver waits as long for elements, navigations and targets', () => {
  const settings = new TimeoutSettings();
  expect([settings.timeout(), settings.navigationTimeout()]).toEqual([WAIT_LIMIT_MS, WAIT_LIMIT_MS]);
  settings.setDefaultTimeout(LONG_WAIT_LIMIT_MS);
  expect(settings.timeout()).toBe(LONG_WAIT_LIMIT_MS);
  // Pages create their timeout settings from it.
  expect(String(Page)).toContain('_timeoutSettings = new TimeoutSettings()');
});
