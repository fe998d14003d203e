import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';

test.each([
  [false, 'session:spareStore'],
  [true, 'session:private-spareStore'],
])('a replacement database is only used by its own kind of windows (private: %s)', async (inIncognitoContext, name) => {
  vi.resetModules();
  Object.assign(browser, { extension: { inIncognitoContext } });
  const { fallbackDatabase } = await import('./browser-storage.ts');
  expect(fallbackDatabase.key).toBe(name);
});
