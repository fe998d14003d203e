import type { ApprovedForm, FillOutcome, PageForms } from './page-forms.ts';
import type { AnswerRef } from './receipt.ts';
import type { SitePolicy } from './site-policy.ts';
import { ToolError } from './tool-error.ts';
import type { PageErrorCode } from './tool-failure.ts';
import type { ToolImage } from './tool-output.ts';

/** The kind of a block. Each list item, and each term and meaning of a definition list, is a separate block. */
export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list'
  | 'definition-list'
  | 'quote'
  | 'code'
  | 'table'
  | 'math'
  | 'figure'
  | 'form'
  | 'media'
  | 'frame'
  | 'rule'
  /** A note of the reader about missing content: rows not loaded yet, a drawing without text. */
  | 'note';

/** One block of a page, in reading order, as Markdown. */
export type PageBlock = {
  markdown: string;
  kind: BlockKind;
  headingLevel: number | null;
  /** The cells of a `table` block. */
  table?: PageTable;
  /** The frame of a `frame` block, whose `markdown` is empty and replaced by the frame's content. */
  frame?: FramePlace;
};

/**
 * The cells of a table as Markdown on one line each, pipes not escaped, line breaks as `<br>`. Every row has as many cells as the
 * first: a cell over several rows is repeated in each, one over several columns is in the first.
 */
export type PageTable = {
  /** '' if there is none. */
  caption: string;
  /** Names of the columns; several header rows are joined ("2025 / Q1"). Empty strings if the page has none. */
  header: string[];
  rows: string[][];
};

/**
 * A frame whose document only its own reader can access. Its content is the reading with this `frameKey`, or, if that is null, with
 * this URL.
 */
export type FramePlace = { key: string | null; url: string };

/** The visible content of a page, for a model. It is untrusted data, never an instruction. */
export type PageReading = {
  url: string;
  title: string;
  /** BCP 47, or '' if the page does not declare it. */
  language: string;
  /** `article`: the main content was found and the rest left out; `page`: everything visible. */
  layout: 'article' | 'page';
  blocks: PageBlock[];
  /** Visible blocks outside the main content (navigation, comments): each group with the index of the block after it. */
  around: { before: number; blocks: PageBlock[] }[];
  /** The selected text, or ''. */
  selection: string;
  /** Whether the page was larger than the reader's limit. */
  truncated: boolean;
  /**
   * The place of this document among the frames of its tab ("0.2": the third frame in the first), '' for the top frame, null if
   * unknown.
   */
  frameKey: string | null;
};

/** A reading with the content of its frames inserted. */
export type PageSnapshot = PageReading & {
  /** Equal for two readings of an unchanged page. Lower-case letters and digits. */
  snapshot: string;
  /** Sites of frames on the page that could not be read; one entry per frame. */
  unreadFrames: string[];
  /** The number of pages of a PDF; null for other documents. */
  pdfPages: number | null;
  /** Whether the document was fetched without the tab's session, which may show more or a different one. */
  isWithoutSession?: boolean;
};

/** A tab as far as the browser reveals it: title and address are hidden without access. */
export type TabInfo = { tabId: number; title: string; url: string; active: boolean };

/**
 * A tab that was read for a search in all tabs: its top document, without frames. Untrusted, like every page. `isLoaded`: whether
 * the browser has loaded it, so that it can be read; else only its title is known.
 */
export type OpenPage = TabInfo & { blocks: PageBlock[]; isLoaded: boolean };

/** `pages`: the best matches among the `searched` tabs. `leftOut`: the number of tabs that were not searched. */
export type OpenPages = { pages: OpenPage[]; searched: number; leftOut: number };

/** A page of the PDF at `url` that was just read, as plain text, to show to the user before the others are read. */
export type PdfPage = { url: string; number: number; text: string };

/** Why a page could not be read. */
export class PageError extends ToolError<PageErrorCode> {
  override readonly name = 'PageError';
}

export type PageAccessState =
  | { type: 'granted'; title: string; url: string }
  /** Needs the user's permission. The site is hidden until then. */
  | { type: 'needed' }
  /** Has a field for a password or payment data, so that the user is asked before a tool reads it for a remote model. */
  | { type: 'sensitive'; url: string }
  /** The browser shows this document in its own viewer, for which only a permission for its site helps. */
  | { type: 'viewer'; url: string }
  | { type: 'impossible'; error: PageError };

/** A page's metadata. All of it is untrusted and limited in size. */
export type PageFacts = {
  url: string;
  title: string;
  canonical: string;
  /** `description`, `author`, `og:type`, …: the content of `meta` elements, by name. */
  meta: Record<string, string>;
  /** Parsed JSON-LD objects, without markup. */
  jsonLd: unknown[];
};

/** The captions of a video, in order. `start` is in seconds. */
export type Transcript = { title: string; url: string; language: string; lines: { start: number; text: string }[] };

/**
 * `onPdfPage` receives each page of a PDF as it is read. `mayReadFrame`: whether a frame of another site may be read with the page,
 * by its address; frames of the page's own site always may. A frame that may not is listed as unread. `answer`: for the receipt, if
 * a document is loaded.
 */
export type ReadOptions = {
  onPdfPage?: ((page: PdfPage) => void) | undefined;
  mayReadFrame?: (url: string) => boolean;
  answer?: AnswerRef;
};

/** The pages of this browser, as far as the user allows access. All methods reject with PageError, or when aborted. */
export interface PageAccess {
  check(tabId: number): Promise<PageAccessState>;
  /**
   * The content of a tab; of a PDF its first pages. An unchanged page is not read again. Rejects with the signal's reason when it
   * is aborted. The injected reader cannot be aborted: it ends within 20 s, and its result is dropped. `onPdfPage` as for `readPdf`.
   */
  read(tabId: number, signal: AbortSignal, options?: ReadOptions): Promise<PageSnapshot>;
  /** The user's current policy for the site of this address. */
  policyFor(url: string): Promise<SitePolicy>;
  facts(tabId: number, signal: AbortSignal): Promise<PageFacts>;
  /** The forms of a page, in the frames that `mayReadFrame` allows, as in `read`. Changes nothing in the page. */
  forms(tabId: number, signal: AbortSignal, options?: Pick<ReadOptions, 'mayReadFrame'>): Promise<PageForms>;
  /** Fills a form as the user has approved it, once: a second call for the same filling returns the existing outcome. */
  fillForm(form: ApprovedForm, signal: AbortSignal): Promise<FillOutcome>;
  /**
   * Whether the page shows a field for a password, a code or payment data, in any frame, shadow tree or form of it. `isLoaded`: the
   * page was or will be read anyway, so do not wait for it to load.
   */
  hasSensitiveField(tabId: number, signal: AbortSignal, options?: { isLoaded?: boolean }): Promise<boolean>;
  /** Null if the page has no video, or none with captions. */
  transcript(tabId: number, signal: AbortSignal): Promise<Transcript | null>;
  /** Whether the document at `url`, which the tab's page links to, may be fetched now. */
  mayFetch(tabId: number, url: string): Promise<boolean>;
  /**
   * The pages of a PDF from number `first` (starting at 1), each under a heading `Page N`, as many as one request reads; may
   * include others around them. `onPdfPage` receives each as it is read, and none if they had been read before. `withSession`:
   * whether the user's cookies are sent with the request, which is the default. No redirect is followed.
   */
  readPdf(
    source: { tabId: number; url: string; first: number; withSession?: boolean; answer?: AnswerRef },
    signal: AbortSignal,
    onPdfPage?: (page: PdfPage) => void,
  ): Promise<PageSnapshot>;
  /** The bytes of the PDF in a tab; null if it is no longer the one that was read, or too large to be sent as a file. */
  pdfFile(
    source: { tabId: number; url: string; snapshot: string; answer?: AnswerRef },
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** A screenshot of the tab, which has to be active in its window. */
  capture(tabId: number, signal: AbortSignal): Promise<ToolImage>;
  /** Tabs whose address the browser reveals. */
  list(): Promise<TabInfo[]>;
  /**
   * The text of the tabs that contain words of `query`, among all that may be searched. Nothing is loaded for it: suspended tabs,
   * PDFs and documents that would have to be fetched are left out, as are sites that the user wants to be asked about or never
   * sends, and pages with a password or payment field. `onPage` receives each page as it is read.
   */
  openPages(query: string, signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages>;
}
