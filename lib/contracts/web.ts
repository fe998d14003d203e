import * as z from 'zod';
import type { PageSnapshot, PdfPage } from './page.ts';
import type { AnswerRef } from './receipt.ts';
import { WebError } from './tool-error.ts';
import type { TabOpening } from './tool-output.ts';

/** How old results of a search may be. */
export const Recency = z.enum(['day', 'week', 'month', 'year']);
export type Recency = z.infer<typeof Recency>;

/** `site`: a host name, or '' for all of the web. */
export type SearchQuery = { query: string; site: string; recency: Recency | null };

/** One result of a search engine. Texts are plain; `date` is `YYYY-MM-DD` or '' if the engine gives none. */
export const SearchResult = z.object({ title: z.string(), url: z.string(), snippet: z.string(), date: z.string() });
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchEngineId = z.enum(['searxng', 'brave', 'tavily', 'exa', 'kagi', 'google', 'serper', 'duckduckgo']);
export type SearchEngineId = z.infer<typeof SearchEngineId>;

/**
 * The engine the user chose. `address`: of an own server; `searchId`: of a Google Programmable Search Engine. Its key is stored
 * apart.
 */
export const SearchSettings = z.object({
  engine: SearchEngineId.nullable(),
  address: z.string(),
  searchId: z.string(),
});
export type SearchSettings = z.infer<typeof SearchSettings>;

/** Limits of opening pages: bytes of one, milliseconds for one, and how many in one run. */
export const WEB_LIMITS = { bytes: 5_000_000, ms: 15_000, pages: 8, redirects: 5 };

/**
 * A page to open, for one chat. `typed`: addresses the user wrote in this chat, which may lead into the own network. `within`:
 * the origin that redirects may not leave, or null. `tabId`: the tab of the question, or null. `answer`: for the receipt.
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
 * A page that the user lets be opened in a tab at `address`, since `url` cannot be read without. `origins`: those that may be read
 * once the tab has loaded. The tab is opened beside that of the question, with its cookies.
 */
export type TabRequest = Omit<OpenRequest, 'within'> & { address: string; origins: readonly string[] };

/** A page that shows nothing to a request without cookies and scripts. A call that the model made may ask the user for `tab`. */
export class TabNeededError extends WebError {
  readonly tab: TabOpening;

  constructor(tab: TabOpening, message: string) {
    super('needs-browser', message);
    this.tab = tab;
  }
}

/** Who gets a query if no engine is set up: the browser's own engine, whose address only the browser knows. */
export const BROWSER_SEARCH = 'browser:search';

/** The web, as far as the user switched it on. Methods reject with WebError or PageError only, but for aborts. */
export interface WebAccess {
  /** Who gets a query: the address of the engine, or `BROWSER_SEARCH`. */
  searchAddress(): Promise<string>;
  /** `besideTabId`: the tab of the question, or null; the browser's own engine shows its results beside it. */
  search(
    query: SearchQuery,
    signal: AbortSignal,
    besideTabId: number | null,
    answer?: AnswerRef,
  ): Promise<SearchResult[]>;
  /** Whether the browser lets us open pages of this address's site without asking the user. */
  mayOpen(url: string): Promise<boolean>;
  /**
   * Loads a page without cookies and reads it in a document that can run and load nothing. `onPdfPage` gets the pages of a PDF as
   * they are read. Rejects with TabNeededError if only a tab shows it.
   */
  open(request: OpenRequest, signal: AbortSignal, onPdfPage?: (page: PdfPage) => void): Promise<PageSnapshot>;
  /** Opens a page in a tab behind the one in front, with the user's cookies, reads it once it is loaded, and closes the tab. */
  openInTab(request: TabRequest, signal: AbortSignal): Promise<PageSnapshot>;
}

/** What a call tells somebody on the web: the words of a search, or the address of a page that is opened. */
export type WebEgress = { type: 'query'; query: string; site: string } | { type: 'address'; url: string };

/** A page that was opened on the web and read, with the number answers cite it by. `texts`: what was read of it. */
export type WebSource = { number: number; url: string; title: string; texts: readonly string[] };

/** `[2]` or `[1, 3]`, as answers cite sources. */
export const CITATION = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g;
