import {
  type AnswerRef,
  BROWSER_SEARCH,
  type OpenRequest,
  type OutgoingRequest,
  type PageAccess,
  type PageReading,
  type PageSnapshot,
  type PdfPage,
  type RecordRequest,
  type SearchEngineId,
  type SearchResult,
  type SearchSettings,
  TabNeededError,
  type WebAccess,
  WebError,
} from '../contracts/index.ts';
import { decodeHtml, fingerprint, joinBlocks, plainReading } from '../page-reader/document/index.ts';
import { isPdf } from '../page-reader/pdf/index.ts';
import { addressKey, policyFor, recordingSend, type SitePolicies } from '../security/index.ts';
import { KeysLockedError, type Stores } from '../storage/index.ts';
import { secretKeys } from '../storage/load-api-key.ts';
import {
  type BackgroundTabs,
  type FetchedPage,
  type FetchHop,
  fetchPage,
  findTabReason,
  queryWithSite,
  readInTab,
  resultsOnPage,
  searchEngine,
  searchKeyId,
  searchWeb,
} from '../web/index.ts';
import type { BrowserAccess } from './browser-access.ts';

/** How many pages are cached and for how long in milliseconds, so that reading further parts loads nothing again. */
const KEPT = { count: 8, ms: 300_000 };

export type WebAccessDependencies = {
  storage: Pick<Stores, 'keys'>;
  browser: Pick<BrowserAccess, 'hasHostPermission' | 'sendFor' | 'session'>;
  /** Reads PDFs and fetched pages where their scripts cannot run. */
  reader: {
    read(document: PdfDocument, first: number, onPdfPage?: (page: PdfPage) => void): Promise<PageSnapshot>;
    readHtml(html: string, url: string): Promise<PageReading>;
  };
  fetchHop: FetchHop;
  tabs: BackgroundTabs;
  /** Searches with the browser's own engine in a tab. */
  searchInTab(text: string, options: SearchInTab): Promise<SearchResult[]>;
  /** The id of the cookie store of a tab, or '' without containers. */
  getCookieStoreId(tabId: number): Promise<string>;
  page: Pick<PageAccess, 'read'>;
  settings: () => Promise<SearchSettings>;
  /** The user's settings for sites. */
  sitePolicies: () => Promise<SitePolicies>;
  now: () => number;
  record: RecordRequest;
};

type PdfDocument = { url: string; contentType: string; bytes: Uint8Array<ArrayBuffer>; print: string };
type SearchInTab = {
  read: PageAccess['read'];
  extractResults: (page: PageSnapshot) => SearchResult[];
  signal: AbortSignal;
  /** The tab of the question, or null. */
  besideTabId: number | null;
};

export function createWebAccess(dependencies: WebAccessDependencies): WebAccess {
  return new UserWeb(dependencies);
}

/** The web as set up by the user: one search engine with its key, and pages of the sites that the browser allows. */
class UserWeb implements WebAccess {
  readonly #dependencies: WebAccessDependencies;
  readonly #pageCache: PageCache;

  constructor(dependencies: WebAccessDependencies) {
    this.#dependencies = dependencies;
    this.#pageCache = new PageCache(dependencies.now);
  }

  async searchAddress(): Promise<string> {
    const { engine, address } = await this.#dependencies.settings();
    return engine === null ? BROWSER_SEARCH : (searchEngine(engine).address ?? address);
  }

  async search(...[query, signal, besideTabId, answer]: Parameters<WebAccess['search']>): Promise<SearchResult[]> {
    const { settings, searchInTab, page, browser, record } = this.#dependencies;
    const { engine: id } = await settings();
    if (id === null) {
      const text = queryWithSite(query);
      await this.#recordTab(answer, { kind: 'search', url: BROWSER_SEARCH, body: text });
      return searchInTab(text, { read: page.read, extractResults, signal, besideTabId });
    }
    const { engine, setup } = await this.#setUp(id);
    const fetch = recordingSend(browser.sendFor('search'), record, answer, () => ({ kind: 'search' }));
    return searchWeb(engine, query, setup, { fetch, signal });
  }

  mayOpen(url: string): Promise<boolean> {
    return this.#dependencies.browser.hasHostPermission(url);
  }

  async open(...[request, signal, onPdfPage]: Parameters<WebAccess['open']>): Promise<PageSnapshot> {
    const { sitePolicies, browser, record, fetchHop, getCookieStoreId } = this.#dependencies;
    // A site with the policy "ask" is opened only if the user wrote its address. A site with the policy "never" is not
    // opened.
    const policies = await sitePolicies();
    const isWithheldSite = (url: string) => {
      const policy = policyFor(url, policies);
      return policy === 'never' || (policy === 'ask' && !request.typed.has(addressKey(new URL(url))));
    };
    if (URL.canParse(request.url) && isWithheldSite(request.url))
      throw new WebError('page-refused', 'The user does not let this site be read unasked. Answer without it.');
    const keys = [await tabKey(getCookieStoreId, request), request.url];
    const cachedPage = keys.map((key) => this.#pageCache.get(key)).find((each) => each && !isWithheldSite(each.url));
    if (cachedPage !== undefined) return cachedPage;
    const isAllowed = async (url: string) => !isWithheldSite(url) && (await browser.hasHostPermission(url));
    const recordedHop: FetchHop = async (url, hopSignal) => {
      const { answer } = request;
      if (answer) await record(answer, { kind: 'page', method: 'GET', url, headers: [], body: null });
      return fetchHop(url, hopSignal);
    };
    const fetchedPage = fetchPage(request, { fetchHop: recordedHop, isAllowed, signal });
    const reading = fetchedPage.then((page) => this.#read(page, request.url, onPdfPage));
    return this.#pageCache.keep(
      request.url,
      reading.catch((error: unknown) => this.#unlessWithheld(error)),
    );
  }

  async openInTab(...[request, signal]: Parameters<WebAccess['openInTab']>): Promise<PageSnapshot> {
    const { sitePolicies, tabs, page, browser, getCookieStoreId } = this.#dependencies;
    const policies = await sitePolicies();
    const origins = request.origins.filter((origin) => policyFor(origin, policies) !== 'never');
    const options = { tabs, read: page.read, isAllowed: browser.hasHostPermission, signal };
    await this.#recordTab(request.answer, { kind: 'tab', url: request.address, body: null });
    const reading = readInTab({ ...request, origins }, options).then((tabPage) => {
      // A site that was allowed can show a page of another one.
      if (policyFor(tabPage.url, policies) !== 'never') return tabPage;
      throw new WebError('page-refused', 'The user does not let this page be read. Answer without it.');
    });
    return this.#pageCache.keep(await tabKey(getCookieStoreId, request), reading);
  }

  async #setUp(id: SearchEngineId) {
    const { settings, browser, storage } = this.#dependencies;
    const { address, searchId } = await settings();
    const engine = searchEngine(id);
    const base = engine.address ?? address;
    const origin = URL.parse(base)?.origin ?? '';
    if (!(await browser.hasHostPermission(base)))
      throw new WebError(
        'site-not-allowed',
        `The browser does not let Sidenote reach ${engine.name}. The user can allow it in the settings.`,
      );
    const key = await secretKeys(storage).load(searchKeyId(id), origin, browser.session).catch(unlessLocked);
    if (engine.needsKey && key === null) throw new WebError('search-key', `There is no key for ${engine.name}.`);
    return { engine, setup: { address: base.replace(/\/+$/, ''), key: key ?? '', searchId } };
  }

  async #read(
    { url, contentType, bytes }: FetchedPage,
    requested: string,
    onPdfPage?: (page: PdfPage) => void,
  ): Promise<PageSnapshot> {
    const { now, reader } = this.#dependencies;
    const document = { url, contentType, bytes, print: fingerprint(`${url} ${bytes.length} ${now()}`) };
    if (contentType.startsWith('application/pdf') || isPdf(bytes)) return reader.read(document, 1, onPdfPage);
    if (!/^(?:text\/html|application\/xhtml)/.test(contentType) && contentType !== '') return plainReading(document);
    const html = decodeHtml(bytes, contentType);
    const reading = await reader.readHtml(html, url);
    const text = joinBlocks(reading.blocks.map(({ markdown }) => markdown));
    const tab = findTabReason({ html, text, requested, url });
    if (tab !== null)
      throw new TabNeededError(
        tab,
        tab.cause === 'login' ? 'The page asks for a login.' : 'The page shows hardly any text without scripts.',
      );
    return { ...reading, snapshot: fingerprint(text), unreadFrames: [], pdfPages: null };
  }

  /**
   * Pages of sites that the user never sends to models are not offered in a tab, where they would be loaded with the
   * user's cookies.
   */
  async #unlessWithheld(error: unknown): Promise<never> {
    if (!(error instanceof TabNeededError)) throw error;
    const isWithheld = policyFor(error.tab.url, await this.#dependencies.sitePolicies()) === 'never';
    throw isWithheld ? new WebError('needs-browser', 'The page needs a login or scripts. Answer without it.') : error;
  }

  /** Records a request of a tab, which the browser sends itself. */
  async #recordTab(
    answer: AnswerRef | undefined,
    request: Pick<OutgoingRequest, 'kind' | 'url' | 'body'>,
  ): Promise<void> {
    if (answer !== undefined) await this.#dependencies.record(answer, { method: 'TAB', headers: [], ...request });
  }
}

class PageCache {
  readonly #pages = new Map<string, { page: PageSnapshot; until: number }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(key: string): PageSnapshot | undefined {
    const entry = this.#pages.get(key);
    return entry !== undefined && this.#now() < entry.until ? entry.page : undefined;
  }

  /** A page that is still loading is not shared, since the signal of another run may abort it. */
  async keep(key: string, loading: Promise<PageSnapshot>): Promise<PageSnapshot> {
    const page = await loading;
    this.#pages.set(key, { page, until: this.#now() + KEPT.ms });
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > KEPT.count && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }
}

function unlessLocked(error: unknown): never {
  if (!(error instanceof KeysLockedError)) throw error;
  throw new WebError('search-key', 'The keys are locked. The user has to enter the passphrase.', { cause: error });
}

/**
 * The cache key for a page that a tab showed with the user's cookies. Reused only in the chat in which the user allowed
 * it, beside a tab with the same cookies.
 */
async function tabKey(
  getCookieStoreId: WebAccessDependencies['getCookieStoreId'],
  { threadId, url, tabId }: Pick<OpenRequest, 'threadId' | 'url' | 'tabId'>,
): Promise<string> {
  return JSON.stringify([threadId, tabId === null ? '' : await getCookieStoreId(tabId), url]);
}

function extractResults({ blocks, url }: PageSnapshot) {
  return resultsOnPage(blocks, url);
}
