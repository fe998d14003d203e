import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { BROWSER_SEARCH } from '../contracts/index.ts';
import type { SitePolicy } from '../contracts/site-policy.ts';
import { unlessAborted } from '../control-flow/abortable-wait.ts';
import { addressKey } from '../security/index.ts';
import { openStorage } from '../storage/index.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import type { FetchHop } from '../web/index.ts';
import { createWebAccess, type WebAccessDependencies } from './web-access.ts';

const PAGE = 'https://example.com/notes.txt';
const fetchHop = vi.fn<FetchHop>();
const tabs = { open: vi.fn(), state: vi.fn(), close: vi.fn() };

/** A server that answers once the returned function is called, unless the request was aborted. */
function startServer(): () => void {
  const ready = Promise.withResolvers<void>();
  fetchHop.mockReset().mockImplementation(async (_url, signal) => {
    await unlessAborted(ready.promise, signal);
    return { response: new Response('Low at six.', { headers: { 'content-type': 'text/plain' } }), ip: null };
  });
  return ready.resolve;
}

/** The web with every site allowed. Dependencies that no test needs fail. */
function webAccess(own: Partial<WebAccessDependencies> = {}) {
  const unexpected = async () => Promise.reject(new Error('not expected here'));
  return createWebAccess({
    storage: openStorage(crypto.randomUUID()),
    browser: createBrowserAccess(),
    reader: { read: unexpected, readHtml: unexpected },
    fetchHop,
    tabs,
    searchInTab: unexpected,
    getCookieStoreId: async (tabId) => `container ${tabId}`,
    page: { read: unexpected },
    settings: async () => ({ engine: null, address: '', searchId: '' }),
    sitePolicies: async () => ({}),
    now: () => 0,
    record: async () => undefined,
    ...own,
  });
}
const request = (threadId: string) => ({ threadId, url: PAGE, typed: new Set<string>(), within: null, tabId: null });

test('a page is loaded for one chat though another one that loads it is stopped', async () => {
  const answer = startServer();
  const web = webAccess();
  const stop = new AbortController();
  const first = web.open(request('a'), stop.signal);
  const second = web.open(request('b'), new AbortController().signal);
  await vi.waitFor(() => expect(fetchHop).toHaveBeenCalled());
  stop.abort(new Error('stopped'));
  await expect(first).rejects.toThrow('stopped');
  answer();
  expect((await second).blocks[0]?.markdown).toContain('Low at six.');
});

test('a page that was loaded is kept', async () => {
  startServer()();
  const web = webAccess();
  const page = await web.open(request('a'), new AbortController().signal);
  expect(await web.open(request('b'), new AbortController().signal)).toBe(page);
  expect(fetchHop).toHaveBeenCalledOnce();
});

test('a page of a site that is never sent is not opened, and one to be asked about only if the user wrote its address', async () => {
  const answer = startServer();
  const open = (policy: SitePolicy, typed: string[]) => {
    const web = webAccess({ sitePolicies: async () => ({ [new URL(PAGE).origin]: policy }) });
    return web.open({ ...request('a'), typed: new Set(typed) }, new AbortController().signal);
  };
  fetchHop.mockClear();
  await expect(open('never', [addressKey(new URL(PAGE))])).rejects.toMatchObject({ code: 'page-refused' });
  await expect(open('ask', [])).rejects.toMatchObject({ code: 'page-refused' });
  expect(fetchHop).not.toHaveBeenCalled();
  const opened = open('ask', [addressKey(new URL(PAGE))]);
  answer();
  expect((await opened).blocks[0]?.markdown).toContain('Low at six.');
});

test('a page that is kept is not given if it ended on a site that may not be read any more', async () => {
  fetchHop
    .mockReset()
    .mockImplementation(async (url) =>
      url === PAGE
        ? { location: 'https://elsewhere.test/notes.txt', ip: null }
        : { response: new Response('Low at six.', { headers: { 'content-type': 'text/plain' } }), ip: null },
    );
  const policies: Record<string, SitePolicy> = {};
  const web = webAccess({ sitePolicies: async () => policies });
  const { signal } = new AbortController();
  expect((await web.open(request('a'), signal)).url).toBe('https://elsewhere.test/notes.txt');
  policies['https://elsewhere.test'] = 'never';
  await expect(web.open(request('a'), signal)).rejects.toMatchObject({ code: 'site-not-allowed' });
  policies[new URL(PAGE).origin] = 'never';
  await expect(web.open(request('a'), signal)).rejects.toMatchObject({ code: 'page-refused' });
});

test('a page that was opened with the cookies of one container is not used for a question next to another', async () => {
  tabs.state.mockResolvedValue({ url: PAGE, isLoaded: true });
  tabs.open.mockImplementation(async (_url: string, besideTabId: number) => besideTabId);
  const read = async (tabId: number) => ({
    url: PAGE,
    snapshot: String(tabId),
    blocks: [{ markdown: `Orders of account ${tabId}. `.repeat(20) }],
  });
  const web = webAccess({ page: { read: read as unknown as WebAccessDependencies['page']['read'] } });
  const { signal } = new AbortController();
  const openBeside = (tabId: number) => {
    const beside = { threadId: 'a', url: PAGE, typed: new Set<string>(), tabId };
    return web.openInTab({ ...beside, address: PAGE, origins: [new URL(PAGE).origin] }, signal);
  };
  const [mine] = await Promise.all([openBeside(1), openBeside(2)]);
  expect(mine.snapshot).toBe('1');
  const again = { threadId: 'a', url: PAGE, typed: new Set<string>(), within: null };
  expect((await web.open({ ...again, tabId: 1 }, signal)).snapshot).toBe('1');
  expect((await web.open({ ...again, tabId: 2 }, signal)).snapshot).toBe('2');
});

test('a search without its own engine uses the browser, and is recorded', async () => {
  const recorded: object[] = [];
  const results = [{ title: 'Tides', url: 'https://tides.test/', snippet: '', date: '' }];
  const web = webAccess({
    searchInTab: async () => results,
    record: async (_answer, request) => void recorded.push(request),
  });
  expect(await web.searchAddress()).toBe(BROWSER_SEARCH);
  const answer = { threadId: 't', runId: 'r' };
  expect(await web.search({ query: 'tides', site: '', recency: null }, new AbortController().signal, 7, answer)).toBe(
    results,
  );
  expect(recorded).toMatchObject([{ kind: 'search', method: 'TAB', url: BROWSER_SEARCH, body: 'tides' }]);
});

test('a search engine is not asked without its key, or if the browser does not allow its site', async () => {
  const settings = async () => ({ engine: 'brave' as const, address: '', searchId: '' });
  const search = (own: Partial<WebAccessDependencies> = {}) =>
    webAccess({ settings, ...own }).search(
      { query: 'tides', site: '', recency: null },
      new AbortController().signal,
      null,
    );
  await expect(search()).rejects.toMatchObject({ code: 'search-key' });
  const browser = createBrowserAccess({ hasHostPermission: async () => false });
  await expect(search({ browser })).rejects.toMatchObject({ code: 'site-not-allowed' });
});

test('a page of a site that is never sent is not read in a tab where another site shows it', async () => {
  const archived = `${new URL(PAGE).origin}/web/2024/https://bank.test/`;
  tabs.state.mockResolvedValue({ url: archived, isLoaded: true });
  tabs.open.mockResolvedValue(1);
  const reading = { url: archived, snapshot: 'a', blocks: [{ markdown: 'Balance of Alice: 4711 EUR. '.repeat(20) }] };
  const read = (async () => reading) as unknown as WebAccessDependencies['page']['read'];
  const web = webAccess({ page: { read }, sitePolicies: async () => ({ 'https://bank.test': 'never' }) });
  const tab = { threadId: 'a', url: PAGE, typed: new Set<string>(), tabId: 1, address: PAGE };
  const opening = web.openInTab({ ...tab, origins: [new URL(PAGE).origin] }, new AbortController().signal);
  await expect(opening).rejects.toMatchObject({ code: 'page-refused' });
});
