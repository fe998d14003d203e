import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { SitePolicies } from '../security/index.ts';
import { type FramePrint, printTab, readableFrames } from './read-tab.ts';

/** A page whose scripts run after `ms` milliseconds, when it has loaded. Null for never. */
function loading(ms: number | null): void {
  const executeScript = async ({ injectImmediately }: { injectImmediately?: boolean }) => {
    if (!injectImmediately) await new Promise((resolve) => ms !== null && setTimeout(resolve, ms));
    return [{ frameId: 0, result: { print: 'The lock closes at nine.' } }];
  };
  Object.assign(browser, { scripting: { executeScript } });
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a page is read once it has loaded', async () => {
  loading(300);
  let isRead = false;
  const reading = printTab(1).then(() => {
    isRead = true;
  });
  await vi.advanceTimersByTimeAsync(299);
  expect(isRead).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await reading;
  expect(vi.getTimerCount()).toBe(0);
});

test('a page that never finishes loading is read after five seconds', async () => {
  loading(null);
  const reading = printTab(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await reading).toMatchObject([{ frameId: 0, print: 'The lock closes at nine.' }]);
});

test('an error of the page is thrown at once', async () => {
  Object.assign(browser, { scripting: { executeScript: () => Promise.reject(new Error('No tab with id: 1')) } });
  Object.assign(browser.tabs, { get: () => Promise.resolve(null) });
  await expect(printTab(1)).rejects.toMatchObject({ code: 'tab-gone' });
});

test('frames of other sites are read only if they may be, and never those of a site that is kept back', () => {
  const frame = (frameId: number, key: string, url: string) => ({ frameId, key, url }) as FramePrint;
  const prints = [
    frame(0, '', 'https://www.shop.test/'),
    frame(1, '0', 'https://pay.shop.test/card'),
    frame(2, '1', 'https://bank.test/balance'),
    // Frames without a site belong to the site of the frame around them.
    frame(3, '1.0', 'about:srcdoc'),
    frame(4, '1.1', 'blob:https://bank.test/4711'),
    frame(5, '2', 'about:blank'),
    frame(6, '3', 'https://maps.test/'),
  ];
  const read = (allowed: string, policies: SitePolicies = {}) =>
    readableFrames(prints, (url) => allowed !== '' && url.includes(allowed), policies).map(({ frameId }) => frameId);
  expect(read('')).toEqual([0, 1, 5]);
  expect(read('bank.test')).toEqual([0, 1, 2, 3, 4, 5]);
  expect(read('maps.test', { 'https://maps.test': 'never' })).toEqual([0, 1, 5]);
  expect(read('', { 'https://pay.shop.test': 'never' })).toEqual([0, 5]);
});
