import { type Browser, browser } from 'wxt/browser';
import { type OpenPage, type OpenPages, PageError, type SitePolicy, unlessAborted } from '../contracts/index.ts';
import { isSearchable } from '../security/index.ts';
import { inject } from './inject.ts';
import { matchPattern } from './permissions.ts';
import { readTopDocument } from './read-tab.ts';
import { isPrivateWindow, sitePolicies } from './settings.ts';

/** Tabs read per search, those used last. */
const MAX_TABS = 100;
/** Tabs read at a time. */
const MAX_PARALLEL = 8;
/** A tab that answers later, and all tabs after the second time, are left out. Milliseconds. */
const TAB_TIMEOUT_MS = 3000;
const SEARCH_TIMEOUT_MS = 10_000;

type Tab = Browser.tabs.Tab;
type Sites = Readonly<Record<string, SitePolicy>>;

/** Reads all tabs that may be searched, and keeps what it read, in memory only, until a tab has another document or was changed. */
export class OpenPageReader {
  readonly #kept = new Map<number, { state: string; page: OpenPage }>();
  readonly #readDocument: typeof readTopDocument;

  constructor(readDocument = readTopDocument) {
    this.#readDocument = readDocument;
  }

  /** `onPage` gets each page as it is read. */
  async read(signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages> {
    const [all, sites] = await Promise.all([browser.tabs.query({}), sitePolicies.getValue()]);
    const tabs = all.filter((tab) => tab.incognito === isPrivateWindow && isWebPage(tab));
    const searched = tabs
      .filter((tab) => mayBeRead(tab, sites))
      .sort((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))
      .slice(0, MAX_TABS);
    const open = new Set(all.map(({ id }) => id));
    for (const tabId of this.#kept.keys()) if (!open.has(tabId)) this.#kept.delete(tabId);
    const pages = new Map<Tab, OpenPage>();
    const queue = [...searched];
    const end = AbortSignal.timeout(SEARCH_TIMEOUT_MS);
    const work = async () => {
      for (let tab = queue.shift(); tab !== undefined && !end.aborted; tab = queue.shift()) {
        const page = await this.#readTab(tab, sites, AbortSignal.any([signal, end]));
        signal.throwIfAborted();
        if (page === null) continue;
        pages.set(tab, page);
        onPage?.(page);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL }, work));
    const read = searched.map((tab) => pages.get(tab)).filter((page) => page !== undefined);
    return { pages: read, leftOut: tabs.length - read.length };
  }

  /** Null if the tab cannot be read now, or must not be. */
  async #readTab({ id: tabId, active }: Tab, sites: Sites, signal: AbortSignal): Promise<OpenPage | null> {
    if (tabId === undefined) return null;
    try {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(TAB_TIMEOUT_MS)]);
      const document = await unlessAborted(look(tabId), inTime);
      // The tab may have moved to another site since its address was listed.
      if (document.hasSensitiveField || !isHtml(document) || !isSearchable(document.url, sites)) return null;
      const state = `${document.url} ${document.state}`;
      const kept = this.#kept.get(tabId);
      if (kept?.state === state) return { ...kept.page, active };
      const { title, url, blocks } = await unlessAborted(this.#readDocument(tabId, document.url), inTime);
      if (!isSearchable(url, sites)) return null;
      const page: OpenPage = { tabId, title, url, active, blocks };
      this.#kept.set(tabId, { state, page });
      return page;
    } catch (error) {
      if (error instanceof PageError || (error instanceof DOMException && error.name === 'TimeoutError')) return null;
      if (signal.aborted) return null;
      throw error;
    }
  }
}

/** A web page, or a page whose address the browser hides. */
function isWebPage({ url }: Tab): boolean {
  return url === undefined || matchPattern(url) !== null;
}

/** A tab that sleeps is not woken, and one that still loads not waited for. */
function mayBeRead({ url, status, discarded, frozen }: Tab & { frozen?: boolean }, sites: Sites): boolean {
  return url !== undefined && status === 'complete' && !discarded && frozen !== true && isSearchable(url, sites);
}

/** `state` differs for another document, and mostly for another content of the same. */
type DocumentState = { url: string; state: string; contentType: string; hasSensitiveField: boolean };

function isHtml({ contentType }: DocumentState): boolean {
  return /^(?:text\/|application\/xhtml)/.test(contentType);
}

function look(tabId: number): Promise<DocumentState> {
  return inject<DocumentState>(tabId, () =>
    browser.scripting.executeScript({ target: { tabId }, func: documentState, injectImmediately: true }),
  );
}

/** Runs inside the page, so it may only use its own code. Cheap: it needs no layout. */
function documentState(): DocumentState {
  // A page can shadow methods of the document with forms; the prototype's are not affected.
  const { getElementsByTagName, querySelector } = Document.prototype;
  const title = Reflect.get(Document.prototype, 'title', document);
  const body = Reflect.get(Document.prototype, 'documentElement', document) as Element | null;
  const counts = [getElementsByTagName.call(document, '*').length, body?.textContent?.length ?? 0];
  return {
    url: String(document.location.href),
    state: [performance.timeOrigin, ...counts, title].join(' '),
    contentType: String(Reflect.get(Document.prototype, 'contentType', document)),
    hasSensitiveField: querySelector.call(document, 'input[type="password" i], input[autocomplete*="cc-" i]') !== null,
  };
}
