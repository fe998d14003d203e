import '../testing/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { PageSnapshot, SearchResult } from '../contracts/index.ts';
import { backgroundTabs, closeLeftTabs, searchInTab } from './background-tab.ts';
import { browserSession } from './browser-session.ts';

type FakeTab = { id: number; url: string; status: string; active: boolean; muted: boolean };

const RESULT: SearchResult = { title: 'Tides', url: 'https://tides.test/', snippet: 'High water', date: '' };
let tabs: Map<number, FakeTab>;

beforeEach(async () => {
  tabs = new Map();
  const missing = () => Promise.reject(new Error('No tab with that id.'));
  vi.spyOn(browser.tabs, 'create').mockImplementation((async ({ url }: { url: string }) => {
    const tab = { id: 100 + tabs.size, url, status: 'complete', active: false, muted: false };
    tabs.set(tab.id, tab);
    return tab;
  }) as never);
  vi.spyOn(browser.tabs, 'get').mockImplementation((async (id: number) => tabs.get(id) ?? missing()) as never);
  vi.spyOn(browser.tabs, 'update').mockImplementation((async (id: number, change: object) =>
    Object.assign(tabs.get(id) ?? (await missing()), change)) as never);
  vi.spyOn(browser.tabs, 'remove').mockImplementation((async (id: number) => void tabs.delete(id)) as never);
  Object.assign(browser, {
    search: {
      async query({ tabId }: { tabId: number }) {
        Object.assign(tabs.get(tabId) ?? {}, { url: 'https://search.test/?q=tides' });
      },
    },
  });
  await browserSession.set('open-tabs', null);
});

const search = (
  results: SearchResult[],
  signal = new AbortController().signal,
  read = async () => ({}) as PageSnapshot,
) => searchInTab('tides', { read, signal, extractResults: () => results, besideTabId: null });

test('the tab of a search is closed once its results were read', async () => {
  const read = vi.fn(async (tabId: number) => {
    expect(tabs.get(tabId)?.muted).toBe(true);
    return {} as PageSnapshot;
  });
  expect(await search([RESULT], undefined, read as never)).toEqual([RESULT]);
  expect(read).toHaveBeenCalledOnce();
  expect(tabs.size).toBe(0);
});

test('a tab whose results cannot be read stays open for the user, with its sound', async () => {
  await expect(search([])).rejects.toMatchObject({ code: 'results-unread' });
  expect([...tabs.values()]).toMatchObject([{ url: 'https://search.test/?q=tides', muted: false }]);
  await closeLeftTabs();
  expect(tabs.size).toBe(1);
});

test('the tab is closed when the search is stopped', async () => {
  const stop = new AbortController();
  const done = search([RESULT], stop.signal, () => Promise.reject(stop.signal.reason));
  stop.abort();
  await expect(done).rejects.toThrow();
  expect(tabs.size).toBe(0);
});

test('a tab that the user has brought to the front stays, with its sound', async () => {
  const found = search([RESULT], undefined, async () => {
    for (const tab of tabs.values()) tab.active = true;
    return {} as PageSnapshot;
  });
  expect(await found).toEqual([RESULT]);
  expect([...tabs.values()]).toMatchObject([{ active: true, muted: false }]);
});

test('the next worker closes the tab of a search during which the worker was stopped', async () => {
  const reading = Promise.withResolvers<void>();
  // The worker is stopped: neither the search nor the code after it ever continues.
  void search([RESULT], undefined, () => {
    reading.resolve();
    return new Promise(() => undefined);
  });
  await reading.promise;
  vi.resetModules();
  const next = await import('./background-tab.ts');
  await next.closeLeftTabs();
  expect(tabs.size).toBe(0);
});

test.each([
  [
    'in the container of the tab of the question',
    { windowId: 3, cookieStoreId: 'firefox-container-2' },
    { windowId: 3, openerTabId: 7 },
  ],
  ['beside a tab of no container', { windowId: 3, cookieStoreId: 'firefox-default' }, { windowId: 3 }],
  ['in a browser without containers', { windowId: 3 }, { windowId: 3 }],
])('a page is opened with the cookies of the tab of the question: %s', async (_what, beside, place) => {
  tabs.set(7, {
    id: 7,
    url: 'https://site.test/',
    status: 'complete',
    active: true,
    muted: false,
    ...beside,
  } as FakeTab);
  await backgroundTabs.open('https://site.test/mine', 7);
  expect(vi.mocked(browser.tabs.create).mock.lastCall?.[0]).toEqual({
    active: false,
    url: 'https://site.test/mine',
    ...place,
  });
});

test('the browser’s engine shows its results with the cookies of the tab of the question', async () => {
  const beside = { id: 7, url: 'https://site.test/', status: 'complete', active: true, muted: false };
  tabs.set(7, { ...beside, windowId: 3, cookieStoreId: 'firefox-container-2' } as FakeTab);
  const signal = new AbortController().signal;
  await searchInTab('tides', {
    read: async () => ({}) as PageSnapshot,
    signal,
    extractResults: () => [RESULT],
    besideTabId: 7,
  });
  expect(vi.mocked(browser.tabs.create).mock.lastCall?.[0]).toMatchObject({ openerTabId: 7 });
});
