import * as z from 'zod';
import type { PageSnapshot, PdfPage } from './page.ts';
import type { AnswerRef } from './receipt.ts';
import { WebError } from './tool-error.ts';
import type { TabOpening } from './tool-output.ts';

/** The maximum age of search results. */
export const Recency = z.enum(['day', 'week', 'month', 'year']);
export type Recency = z.infer<typeof Recency>;

/** `site`: a host name, or '' for the whole web. */
export type SearchQuery = { query: string; site: string; recency: Recency | null };

/** One result of a search engine. Texts are plain. `date` is `YYYY-MM-DD`, or '' if the engine gives none. */
export const SearchResult = z.object({ title: z.string(), url: z.string(), snippet: z.string(), date: z.string() });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchEngineId = z.enum(['searxng', 'brave', 'tavily', 'exa', 'kagi', 'google', 'serper', 'duckduckgo']);
export type SearchEngineId = z.infer<typeof SearchEngineId>;

/**
 * The search engine that the user chose. `address` is that of the user's own server, `searchId` that of a Google
 * Programmable Search Engine. Its key is stored separately.
 */
export const SearchSettings = z.object({
  engine: SearchEngineId.nullable(),
  address: z.string(),
  searchId: z.string(),
});
export type SearchSettings = z.infer<typeof SearchSettings>;

/** Limits for opening pages: bytes per page, milliseconds per page, pages per run, and redirects. */
export const WEB_LIMITS = { bytes: 5_000_000, ms: 15_000, pages: 8, redirects: 5 };

/**
 * A request of a chat to open a page. `typed` are addresses that the user wrote in this chat, which may lead into the
 * local network. `within` is the origin that redirects may not leave, or null. `tabId` is the tab of the question, or
 * null. `answer` is for the receipt.
 */
export type OpenRequest = {
  url: string;
  threadId: string;
  typed: ReadonlySet<string>;
  within: string | null;
  tabId: number | null;
  answer?: AnswerRef;
};

/**
 * A page that the user allowed to be opened in a tab at `address`, because `url` cannot be read otherwise. `origins`
 * are those that may be read once the tab has loaded. The tab opens beside that of the question, with the user's
 * cookies.
 */
export type TabRequest = Omit<OpenRequest, 'within'> & { address: string; origins: readonly string[] };

/** A page that shows nothing without cookies and scripts. A call made by the model may ask the user for `tab`. */
export class TabNeededError extends WebError {
  readonly tab: TabOpening;

  constructor(tab: TabOpening, message: string) {
    super('needs-browser', message);
    this.tab = tab;
  }
}

/** The receiver of a query if no engine is set up: the browser's own engine, whose address only the browser knows. */
export const BROWSER_SEARCH = 'browser:search';

/** The web, as far as the user turned it on. Except for aborts, methods only reject with WebError or PageError. */
export interface WebAccess {
  /** Returns the receiver of a query: the address of the engine, or `BROWSER_SEARCH`. */
  searchAddress(): Promise<string>;
  /** `besideTabId` is the tab of the question, or null. The browser's own engine shows its results beside it. */
  search(
    query: SearchQuery,
    signal: AbortSignal,
    besideTabId: number | null,
    answer?: AnswerRef,
  ): Promise<SearchResult[]>;
  /** Whether the browser allows opening pages of this address's site without asking the user. */
  mayOpen(url: string): Promise<boolean>;
  /**
   * Loads a page without cookies and reads it in a document that cannot run or load anything. `onPdfPage` receives the
   * pages of a PDF as they are read. Rejects with TabNeededError if only a tab shows the page.
   */
  open(request: OpenRequest, signal: AbortSignal, onPdfPage?: (page: PdfPage) => void): Promise<PageSnapshot>;
  /** Opens a page in a background tab, with the user's cookies, reads it once it is loaded, and closes the tab. */
  openInTab(request: TabRequest, signal: AbortSignal): Promise<PageSnapshot>;
}

/** What a call reveals to the web: the words of a search, or the address of a page that is opened. */
export type WebEgress = { type: 'query'; query: string; site: string } | { type: 'address'; url: string };

/** A web page that was opened and read, with the number by which answers cite it. `texts` is what was read of it. */
export type WebSource = { number: number; url: string; title: string; texts: readonly string[] };
