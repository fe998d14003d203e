import { type Browser, browser } from 'wxt/browser';
import { type PageAccess, PageError, type PageSnapshot, type SearchResult, WebError } from '../contracts/index.ts';
import { sleep } from '../control-flow/index.ts';
import type { BackgroundTabs } from '../web/index.ts';
import { browserSession } from './browser-session.ts';
import { getCookieStoreId, isOwnCookieStore } from './cookie-store.ts';

const POLL_MS = 150;
const TIMEOUT_MS = 15_000;
/** A tab whose address the browser hides for this long contains a page that may not be read. Milliseconds. */
const HIDDEN_MS = 4_000;

type Options = { read: PageAccess['read']; signal: AbortSignal };
/** `besideTabId`: the tab of the question, or null. */
type SearchOptions = Options & {
  extractResults: (page: PageSnapshot) => SearchResult[];
  besideTabId: number | null;
};

/**
 * Searches with the browser's own engine in a background tab, which is closed once its results have been read. If they
 * cannot be read, rejects with WebError and leaves the tab open for the user.
 */
export async function searchInTab(
  text: string,
  { extractResults, besideTabId, ...options }: SearchOptions,
): Promise<SearchResult[]> {
  // Missing in Chrome until the user has granted the permission.
  const search = (browser as { search?: { query(query: { text: string; tabId: number }): Promise<void> } }).search;
  if (search === undefined)
    throw new WebError('no-search-engine', 'The browser does not let Sidenote search. The user can set up an engine.');
  const tabId = await backgroundTabs.open('about:blank', besideTabId);
  try {
    await search.query({ text, tabId });
    const results = extractResults(await readWhenLoaded(tabId, options));
    if (results.length === 0)
      throw new WebError(
        'results-unread',
        'The page of results, in a new tab, shows none that could be read: it may show a cookie notice or a captcha. The user can look at that tab, or set up a search engine in Settings, under Web search. Say so.',
      );
    return results;
  } catch (error) {
    if (error instanceof WebError) await leaveTab(tabId);
    throw error;
  } finally {
    await backgroundTabs.close(tabId);
  }
}

async function readWhenLoaded(tabId: number, { read, signal }: Options): Promise<PageSnapshot> {
  const start = Date.now();
  for (;;) {
    await sleep(POLL_MS, signal);
    const state = await backgroundTabs.state(tabId);
    if (state === null) throw new WebError('results-unread', 'The tab with the results was closed.');
    const { url, isLoaded } = state;
    const ms = Date.now() - start;
    if (/^https?:/.test(url) && isLoaded) return await readTab(tabId, { read, signal });
    if (url === '' && ms > HIDDEN_MS)
      throw new WebError(
        'results-hidden',
        'The results are open in a new tab, which the browser does not let Sidenote read. The user can allow opening pages in Settings, under Web search, or ask beside that tab. Say so.',
      );
    if (ms > TIMEOUT_MS) throw new WebError('page-slow', 'The page of results did not load in time. Say so.');
  }
}

/** Tabs that this worker has opened and not closed yet. */
const openTabIds = new Set<number>();
/**
 * Key in the browser's session storage for the ids of these tabs, so that the next worker closes tabs that a stopped
 * one has left open.
 */
const OPEN_TABS = 'open-tabs';

/** Tabs for pages that are read and closed. */
export const backgroundTabs: BackgroundTabs = {
  async open(url, besideTabId) {
    const beside = besideTabId === null ? null : await browser.tabs.get(besideTabId).catch(() => null);
    const place = beside === null ? {} : { windowId: beside.windowId, ...(await inheritContainer(beside)) };
    const { id: tabId = browser.tabs.TAB_ID_NONE } = await browser.tabs.create({ active: false, url, ...place });
    openTabIds.add(tabId);
    await rememberOpenTabs();
    await browser.tabs.update(tabId, { muted: true }).catch(() => undefined);
    return tabId;
  },
  async state(tabId) {
    const tab = await browser.tabs.get(tabId).catch(() => null);
    // Chrome returns '' before the first response of the server, and nothing if it hides the address.
    return tab && { url: tab.url === undefined ? '' : tab.url || 'about:blank', isLoaded: tab.status === 'complete' };
  },
  async close(tabId) {
    if (!openTabIds.has(tabId)) return;
    await closeUnlessInFront(tabId);
    openTabIds.delete(tabId);
    await rememberOpenTabs();
  },
};

/**
 * A tab opened by another tab is in the same container, so it has the same cookies. Without the permission `cookies`,
 * Firefox does not let extensions name the container. Elsewhere all tabs of a window have the same cookies.
 */
async function inheritContainer({ id }: Browser.tabs.Tab): Promise<{ openerTabId?: number }> {
  if (id === undefined || isOwnCookieStore(await getCookieStoreId(id))) return {};
  return { openerTabId: id };
}

/** From now on, the tab belongs to the user. */
async function leaveTab(tabId: number): Promise<void> {
  openTabIds.delete(tabId);
  await rememberOpenTabs();
  await unmute(tabId);
}

/** Closes tabs that an earlier worker opened for reading. */
export async function closeLeftTabs(): Promise<void> {
  const storedTabs = await browserSession.get(OPEN_TABS);
  if (storedTabs === null) return;
  for (const tabId of JSON.parse(storedTabs) as number[]) if (!openTabIds.has(tabId)) await closeUnlessInFront(tabId);
  await rememberOpenTabs();
}

function rememberOpenTabs(): Promise<void> {
  return browserSession.set(OPEN_TABS, openTabIds.size === 0 ? null : JSON.stringify([...openTabIds]));
}

/** Closes a tab, unless the user is looking at it. */
async function closeUnlessInFront(tabId: number): Promise<void> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (tab?.active) await unmute(tabId);
  else if (tab !== null) await browser.tabs.remove(tabId).catch(() => undefined);
}

async function unmute(tabId: number): Promise<void> {
  await browser.tabs.update(tabId, { muted: false }).catch(() => undefined);
}

function readTab(tabId: number, { read, signal }: Options): Promise<PageSnapshot> {
  return read(tabId, signal).catch((error: unknown) => {
    if (!(error instanceof PageError)) throw error;
    throw new WebError('results-unread', 'The page of results in the new tab could not be read. Say so.', {
      cause: error,
    });
  });
}
