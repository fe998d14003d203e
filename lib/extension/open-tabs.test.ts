import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { leaveReaderView, showsReaderView } from './open-tabs.ts';

test.each([true, false])(
  'Reader View is left, and the page can be read at once if its site is always allowed: %s',
  async (isAllowed) => {
    let isReader = true;
    const url = 'https://tides.test/';
    vi.spyOn(browser.tabs, 'get').mockImplementation((async () =>
      isReader ? { isInReaderMode: true } : { isInReaderMode: false, ...(isAllowed ? { url } : {}) }) as never);
    Object.assign(browser.permissions, { contains: async () => isAllowed });
    const updated = browser.tabs.onUpdated as unknown as { trigger(...given: unknown[]): void };
    Object.assign(browser.tabs, {
      async toggleReaderMode(tabId: number) {
        isReader = false;
        updated.trigger(2, { status: 'complete' }, {});
        setTimeout(() => updated.trigger(tabId, { status: 'complete' }, {}), 5);
      },
    });
    expect(await showsReaderView(1)).toBe(true);
    expect(await leaveReaderView(1)).toBe(isAllowed);
    expect(await showsReaderView(1)).toBe(false);
  },
);
