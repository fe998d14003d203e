import '../testing/fake-browser.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { printTab } from './read-tab.ts';

/** A page whose scripts run once it has loaded: never, or after so many milliseconds. */
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

test('a page that never ends loading is read after five seconds as it is', async () => {
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
