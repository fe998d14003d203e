import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';

test.each([
  [false, 'session:spareStore'],
  [true, 'session:private-spareStore'],
])(
  'a database that takes the place of one is that of its own windows alone (private: %s)',
  async (inIncognitoContext, name) => {
    vi.resetModules();
    Object.assign(browser, { extension: { inIncognitoContext } });
    const { fallbackDatabase } = await import('./browser-storage.ts');
    expect(fallbackDatabase.key).toBe(name);
  },
);
