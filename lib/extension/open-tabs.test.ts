import '../testing/fake-browser.ts';
import { expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { detectTabLanguage, findOpeners, leaveReaderView, onTabsChange, watchReaderView } from './open-tabs.ts';
import { noteSharedPage } from './stored-state.ts';

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
    expect(await leaveReaderView(1)).toBe(isAllowed);
    expect(isReader).toBe(false);
  },
);

test('a tab that left Reader View before the button was pressed does not enter it again', async () => {
  const toggle = vi.fn();
  vi.spyOn(browser.tabs, 'get').mockImplementation((async () => ({ url: 'https://tides.test/' })) as never);
  Object.assign(browser.permissions, { contains: async () => true });
  Object.assign(browser.tabs, { toggleReaderMode: toggle });
  expect(await leaveReaderView(1)).toBe(true);
  vi.spyOn(browser.tabs, 'get').mockRejectedValue(new Error('Invalid tab ID: 1'));
  expect(await leaveReaderView(1)).toBe(false);
  expect(toggle).not.toHaveBeenCalled();
});

test('the tabs from whose links a tab was opened are found, the nearest first, as far as they are open', async () => {
  const openerIds: Record<number, number> = { 4: 3, 3: 2 };
  vi.spyOn(browser.tabs, 'get').mockImplementation((async (id: number) => {
    if (id === 2) throw new Error('Invalid tab ID: 2');
    return { id, openerTabId: openerIds[id] };
  }) as never);
  expect(await findOpeners(4)).toEqual([3, 2]);
  expect(await findOpeners(5)).toEqual([]);
});

test('Reader View is noticed, and that the tab has left it', async () => {
  vi.stubGlobal('window', new EventTarget());
  const quiet = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.permissions, { onAdded: quiet, onRemoved: quiet });
  let isInReaderMode = true;
  vi.spyOn(browser.tabs, 'get').mockImplementation((async () => ({ isInReaderMode })) as never);
  const seen: boolean[] = [];
  const stop = watchReaderView(1, (isShown) => seen.push(isShown));
  await expect.poll(() => seen).toEqual([true]);
  isInReaderMode = false;
  const updated = browser.tabs.onUpdated as unknown as { trigger(...given: unknown[]): void };
  updated.trigger(1, { status: 'complete' }, {});
  await expect.poll(() => seen).toEqual([true, false]);
  stop();
  vi.unstubAllGlobals();
});

test('a click on the toolbar button is noticed at once, and again once its access has come', async () => {
  vi.stubGlobal('window', new EventTarget());
  const quiet = { addListener: () => undefined, removeListener: () => undefined };
  Object.assign(browser.permissions, { onAdded: quiet, onRemoved: quiet });
  const seen = vi.fn();
  const stop = onTabsChange(seen);
  await noteSharedPage(1, 'about:preferences');
  await expect.poll(() => seen.mock.calls.length).toBe(1);
  await expect.poll(() => seen.mock.calls.length).toBe(2);
  stop();
  await noteSharedPage(1, 'https://tides.test/');
  expect(seen).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});

test.each([
  ['de', 'de'],
  ['und', null],
  ['', null],
])('the language of a page that the browser calls %j is %j', async (tag, language) => {
  Object.assign(browser.tabs, { detectLanguage: async () => tag });
  expect(await detectTabLanguage(1)).toBe(language);
});

test('a page has no language if the browser does not report one', async () => {
  Object.assign(browser.tabs, { detectLanguage: () => Promise.reject(new Error('No access')) });
  expect(await detectTabLanguage(1)).toBeNull();
  Object.assign(browser.tabs, { detectLanguage: undefined });
  expect(await detectTabLanguage(1)).toBeNull();
});
