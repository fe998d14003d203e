import { browser } from 'wxt/browser';
import {
  type PageAccess,
  PageError,
  type PageSnapshot,
  type SearchResult,
  sleep,
  WebError,
} from '../contracts/index.ts';

const POLL_MS = 150;
const TIMEOUT_MS = 15_000;
/** A tab whose address the browser hides for so long shows a page that may not be read. Milliseconds. */
const HIDDEN_MS = 4_000;

type Options = { read: PageAccess['read']; signal: AbortSignal };
type SearchOptions = Options & { resultsOf: (page: PageSnapshot) => SearchResult[] };

/**
 * Searches with the browser's own engine in a tab behind the one in front, which is closed once its results were read. Rejects with
 * WebError where they cannot be read: the tab is left for the user then.
 */
export async function searchInTab(text: string, { resultsOf, ...options }: SearchOptions): Promise<SearchResult[]> {
  // Not there in Chrome until the user has granted the permission.
  const search = (browser as { search?: { query(query: { text: string; tabId: number }): Promise<void> } }).search;
  if (search === undefined)
    throw new WebError('no-search-engine', 'The browser does not let Sidenote search. The user can set up an engine.');
  const tab = await browser.tabs.create({ active: false, url: 'about:blank' });
  const tabId = tab.id ?? browser.tabs.TAB_ID_NONE;
  await search.query({ text, tabId });
  const results = resultsOf(await readWhenLoaded(tabId, options));
  if (results.length === 0)
    throw new WebError(
      'results-unread',
      'The page of results, in a new tab, shows none that could be read: it may show a cookie notice or a captcha. The user can look at that tab, or set up a search engine in Settings, under Web search. Say so.',
    );
  // The user may have closed it.
  await browser.tabs.remove(tabId).catch(() => undefined);
  return results;
}

async function readWhenLoaded(tabId: number, { read, signal }: Options): Promise<PageSnapshot> {
  const start = Date.now();
  for (;;) {
    await sleep(POLL_MS, signal);
    const { url = '', status } = await tabOf(tabId);
    const ms = Date.now() - start;
    if (/^https?:/.test(url) && status === 'complete') return await readTab(tabId, { read, signal });
    if (url === '' && ms > HIDDEN_MS)
      throw new WebError(
        'results-hidden',
        'The results are open in a new tab, which the browser does not let Sidenote read. The user can allow opening pages in Settings, under Web search, or ask beside that tab. Say so.',
      );
    if (ms > TIMEOUT_MS) throw new WebError('page-slow', 'The page of results did not load in time. Say so.');
  }
}

function tabOf(tabId: number) {
  return browser.tabs.get(tabId).catch((error: unknown) => {
    throw new WebError('results-unread', 'The tab with the results was closed.', { cause: error });
  });
}

function readTab(tabId: number, { read, signal }: Options): Promise<PageSnapshot> {
  return read(tabId, signal).catch((error: unknown) => {
    if (!(error instanceof PageError)) throw error;
    throw new WebError('results-unread', 'The page of results in the new tab could not be read. Say so.', {
      cause: error,
    });
  });
}
