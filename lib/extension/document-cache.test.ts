import '../testing/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { DocumentCache } from './document-cache.ts';
import { fetchDocument } from './fetch-document.ts';

vi.mock('./fetch-document.ts', () => ({ fetchDocument: vi.fn() }));

const URL = 'https://site.test/x.pdf';
let store: string;
/** Identifies the load of the tab. Null for a viewer in which no script runs. */
let load: string | null;
let version: string;

beforeEach(() => {
  [store, load, version] = ['firefox-default', null, 'ONE'];
  vi.spyOn(browser.tabs, 'get').mockImplementation((async () => ({ cookieStoreId: store, url: URL })) as never);
  Object.assign(browser, {
    scripting: { executeScript: async () => [load === null ? undefined : { frameId: 0, result: load }] },
  });
  vi.mocked(fetchDocument).mockImplementation(async (_tabId, url) => ({
    url,
    contentType: 'application/pdf',
    print: version,
    bytes: new TextEncoder().encode(`%PDF- ${version}`),
  }));
  vi.stubEnv('FIREFOX', 'true');
  return () => {
    vi.unstubAllEnvs();
    vi.useRealTimers();
  };
});

async function versionIn(cache: DocumentCache, change: object = {}): Promise<string> {
  return (await cache.get({ tabId: 1, url: URL, ...change })).print;
}

async function afterChange(change: (cache: DocumentCache) => void): Promise<string> {
  const cache = new DocumentCache();
  expect(await versionIn(cache)).toBe('ONE');
  version = 'TWO';
  expect(await versionIn(cache)).toBe('ONE');
  change(cache);
  return versionIn(cache);
}

const updated = (tabId: number, change: object) =>
  (browser.tabs.onUpdated as unknown as { trigger(...given: unknown[]): void }).trigger(tabId, change, {});

test('a PDF is fetched again once its tab was loaded again, in a viewer without scripts', async () => {
  expect(await afterChange(() => updated(1, { status: 'loading' }))).toBe('TWO');
});

test('a PDF is fetched again once its tab was loaded again, in a viewer with scripts', async () => {
  load = '1000';
  expect(
    await afterChange(() => {
      load = '2000';
    }),
  ).toBe('TWO');
});

test('a PDF is fetched again for a run that starts', async () => {
  expect(await afterChange((cache) => cache.forget())).toBe('TWO');
});

test('a PDF is fetched again for a tab with other cookies', async () => {
  expect(
    await afterChange(() => {
      store = 'firefox-container-2';
    }),
  ).toBe('TWO');
});

test('a PDF is fetched again after two minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(await afterChange(() => vi.setSystemTime(Date.now() + 120_000))).toBe('TWO');
});

test.each([
  ['another tab loads', () => updated(2, { status: 'loading' })],
  ['its tab changes its title', () => updated(1, { title: 'Tides' })],
])('the parts of a PDF are read from one copy, even when %s', async (_what, change) => {
  expect(await afterChange(change)).toBe('ONE');
});

test('a PDF that was fetched with cookies is not the one without', async () => {
  const cache = new DocumentCache();
  expect(await versionIn(cache)).toBe('ONE');
  version = 'TWO';
  expect(await versionIn(cache, { withSession: false })).toBe('TWO');
});

test('no tab is watched without a cached PDF', async () => {
  const add = vi.spyOn(browser.tabs.onUpdated, 'addListener');
  const remove = vi.spyOn(browser.tabs.onUpdated, 'removeListener');
  const cache = new DocumentCache();
  await versionIn(cache);
  await versionIn(cache, { url: `${URL}2` });
  cache.forget();
  expect(add).toHaveBeenCalledTimes(2);
  expect(remove.mock.calls).toEqual(add.mock.calls);
});
