import { type Browser, browser } from 'wxt/browser';
import { type OpenPage, type OpenPages, type PageBlock, PageError, type SitePolicy } from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import { oneLine } from '../page-reader/dom/index.ts';
import { isSearchable } from '../security/index.ts';
import { type DocumentState, documentState } from './document-state.ts';
import { inject } from './inject.ts';
import { matchPattern } from './permissions.ts';
import { readTopDocument } from './read-tab.ts';
import { detectSensitiveFields } from './sensitive-fields.ts';
import { settings } from './settings.ts';
import { isPrivateWindow } from './stored-state.ts';

/**
 * Maximum number of tabs that are searched, most recently used first, and of tabs that are read completely, best
 * matches first.
 */
const MAX_TABS = 100;
const MAX_READ = 16;
/** Maximum number of tabs processed in parallel. */
const MAX_PARALLEL = 8;
/** Time limits in milliseconds for one tab and for all of them. Tabs that take longer are omitted. */
const LOOK_MS = { tab: 1500, all: 4000 };
const READ_MS = { tab: 3000, all: 6000 };

type Tab = Browser.tabs.Tab;
type Sites = Readonly<Record<string, SitePolicy>>;
type SearchedTab = { tab: Tab; tabId: number; document: DocumentState };

/**
 * Searches all tabs that may be searched, and reads those that match. Keeps its readings, in memory only, until a tab
 * shows another document or its document changes.
 */
export class OpenPageReader {
  readonly #kept = new Map<number, { state: string; page: OpenPage }>();
  readonly #readDocument: typeof readTopDocument;

  constructor(readDocument = readTopDocument) {
    this.#readDocument = readDocument;
  }

  /** A page matches if it contains words that begin with one of `starts`. `onPage` gets each of them as it is read. */
  async read(starts: readonly string[], signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages> {
    const [all, sites] = await Promise.all([browser.tabs.query({}), settings.sitePolicies.getValue()]);
    const tabs = all.filter((tab) => tab.incognito === isPrivateWindow && isWebPage(tab));
    const awake = tabs
      .filter((tab) => mayBeRead(tab, sites))
      .sort((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))
      .slice(0, MAX_TABS);
    const open = new Set(all.map(({ id }) => id));
    for (const tabId of this.#kept.keys()) if (!open.has(tabId)) this.#kept.delete(tabId);
    const read = async (each: SearchedTab, inTime: AbortSignal) => {
      const page = await this.#readPage(each, sites, inTime);
      if (page !== null && !signal.aborted) onPage?.(page);
      return page;
    };
    if (awake.length <= MAX_READ) {
      // All matches are read in parallel, so that none has to wait until another tab has answered.
      const results = await ofEach(awake, READ_MS, signal, async (tab, inTime) => {
        const searchedTab = await look(tab, starts, sites, inTime);
        if (searchedTab === null || !hasWords(searchedTab)) return searchedTab && { page: null };
        const page = await read(searchedTab, inTime);
        return page && { page };
      });
      const pages = results.flatMap(({ page }) => page ?? []);
      return withUnloaded({ pages, searched: results.length }, tabs, starts, sites);
    }
    const searched = await ofEach(awake, LOOK_MS, signal, (tab, inTime) => look(tab, starts, sites, inTime));
    const fitting = bestFitting(searched, starts.length);
    const pages = await ofEach(fitting, READ_MS, signal, read);
    const count = searched.length - (fitting.length - pages.length);
    return withUnloaded({ pages, searched: count }, tabs, starts, sites);
  }

  async #readPage({ tab, tabId, document }: SearchedTab, sites: Sites, signal: AbortSignal): Promise<OpenPage | null> {
    const { active } = tab;
    const state = `${document.url} ${document.state}`;
    const cacheEntry = this.#kept.get(tabId);
    if (cacheEntry?.state === state) return { ...cacheEntry.page, active };
    const { title, url, blocks } = await unlessAborted(this.#readDocument(tabId, document.url), signal);
    if (!isSearchable(url, sites)) return null;
    const page: OpenPage = { tabId, title, url, active, blocks, isLoaded: true };
    this.#kept.set(tabId, { state, page });
    return page;
  }
}

/**
 * The results of `work` that are not null, in the order of the items. Omits items whose page cannot be read, or that
 * take too long.
 */
async function ofEach<Item, Result>(
  items: readonly Item[],
  ms: { tab: number; all: number },
  signal: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<Result | null>,
): Promise<Result[]> {
  const results: (Result | null)[] = items.map(() => null);
  const queue = items.entries();
  const end = AbortSignal.timeout(ms.all);
  const next = async () => {
    for (const [index, item] of queue) {
      if (end.aborted) return;
      const inTime = AbortSignal.any([signal, end, AbortSignal.timeout(ms.tab)]);
      results[index] = await work(item, inTime).catch((error: unknown) => {
        if (error instanceof PageError || inTime.aborted) return null;
        throw error;
      });
      signal.throwIfAborted();
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL }, next));
  return results.filter((result) => result !== null);
}

function hasWords({ document }: SearchedTab): boolean {
  return document.counts.some((count) => count > 0);
}

/** The tabs with the most and the rarest of the words, best first. */
function bestFitting(tabs: readonly SearchedTab[], words: number): SearchedTab[] {
  const rarities = Array.from({ length: words }, (_, word) => {
    const holding = tabs.filter(({ document }) => (document.counts[word] ?? 0) > 0).length;
    return Math.log(1 + tabs.length / Math.max(1, holding));
  });
  const scored = tabs.filter(hasWords).map((tab) => ({
    tab,
    score: tab.document.counts.reduce((sum, count, word) => sum + ((rarities[word] ?? 0) * count) / (count + 1), 0),
  }));
  return scored
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_READ)
    .map(({ tab }) => tab);
}

const UNLOADED_NOTE = 'This tab is not loaded. Only its title is known until the user opens it.';

/**
 * Adds tabs that the browser has not loaded, for example after a restart, if their titles match. Without loading them,
 * nothing else is known about them.
 */
function withUnloaded(
  { pages, searched }: Pick<OpenPages, 'pages' | 'searched'>,
  tabs: readonly Tab[],
  starts: readonly string[],
  sites: Sites,
): OpenPages {
  const unloaded = tabs.flatMap(({ id, title = '', url, active, discarded }): OpenPage[] => {
    if (!discarded || id === undefined || url === undefined || !isSearchable(url, sites)) return [];
    if (!starts.some((start) => hasWordFrom(title, start))) return [];
    const heading: PageBlock = { markdown: `# ${oneLine(title, 200)}`, kind: 'heading', headingLevel: 1 };
    const note: PageBlock = { markdown: UNLOADED_NOTE, kind: 'note', headingLevel: null };
    return [{ tabId: id, title, url, active, blocks: [heading, note], isLoaded: false }];
  });
  const count = searched + unloaded.length;
  return { pages: [...pages, ...unloaded], searched: count, leftOut: tabs.length - count };
}

/** Whether a text has a word that begins with `start`. In scripts without spaces, any position counts. */
function hasWordFrom(text: string, start: string): boolean {
  const folded = text.normalize('NFKC').toLowerCase();
  const isOfWord = (character = '') => character !== character.toUpperCase() || /\d/.test(character);
  for (let at = folded.indexOf(start); at !== -1; at = folded.indexOf(start, at + 1))
    if (!isOfWord(start[0]) || !isOfWord(folded[at - 1])) return true;
  return false;
}

/** A web page, or a page whose address the browser hides. */
function isWebPage({ url }: Tab): boolean {
  return url === undefined || matchPattern(url) !== null;
}

/** Whether a tab may be read: a suspended tab is not reloaded, and a loading tab is not awaited. */
function mayBeRead({ url, status, discarded, frozen }: Tab & { frozen?: boolean }, sites: Sites): boolean {
  return url !== undefined && status === 'complete' && !discarded && frozen !== true && isSearchable(url, sites);
}

/** Inspects a tab. Null if it must not be read. */
async function look(
  tab: Tab,
  starts: readonly string[],
  sites: Sites,
  signal: AbortSignal,
): Promise<SearchedTab | null> {
  const tabId = tab.id;
  if (tabId === undefined) return null;
  const run = () =>
    browser.scripting.executeScript({
      target: { tabId },
      func: documentState,
      args: [[...starts]],
      injectImmediately: true,
    });
  const document = await unlessAborted(inject<DocumentState>(tabId, run), signal);
  const isHtml = /^(?:text\/|application\/xhtml)/.test(document.contentType);
  // The tab may have navigated to another site since its address was listed.
  if (!isHtml || !isSearchable(document.url, sites)) return null;
  const isSensitive = (await unlessAborted(detectSensitiveFields(tabId), signal)) !== 'none';
  return isSensitive ? null : { tab, tabId, document };
}
