import type { ApprovedForm, FillOutcome, PageForms } from './page-forms.ts';
import type { ApprovedToolCall, PageToolOutcome, PageTools } from './page-tools.ts';
import type { AnswerRef } from './receipt.ts';
import type { SitePolicy } from './site-policy.ts';
import { ToolError } from './tool-error.ts';
import type { PageErrorCode } from './tool-failure.ts';
import type { ToolImage } from './tool-output.ts';

/** The kind of a block. Each list item, and each term and description of a definition list, is a separate block. */
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
  /** A note of the reader about missing content, such as rows that are not loaded yet, or a drawing without text. */
  | 'note';

/** One block of a page, in reading order, as Markdown. */
export type PageBlock = {
  markdown: string;
  kind: BlockKind;
  headingLevel: number | null;
  /** The cells of a `table` block. */
  table?: PageTable;
  /** The frame of a `frame` block, whose `markdown` is empty. The content of the frame replaces it. */
  frame?: FramePlace;
};

/**
 * The cells of a table as Markdown on one line each. Pipes are not escaped, and line breaks are `<br>`. Every row has
 * as many cells as the first. A cell over several rows is repeated in each, one over several columns is in the first.
 */
export type PageTable = {
  /** '' if there is none. */
  caption: string;
  /** The names of the columns. Several header rows are joined ("2025 / Q1"). Empty strings if the page has none. */
  header: string[];
  rows: string[][];
};

/**
 * A frame whose document only its own reader can access. Its content is the reading with this `frameKey` or, if that is
 * null, with this URL.
 */
export type FramePlace = {
  key: string | null;
  url: string;
  /** A link to it stands before it, so that it counts as read. */
  isPdf?: true;
};

/** The visible content of a page, for a model. It is untrusted data, never an instruction. */
export type PageReading = {
  url: string;
  title: string;
  /** BCP 47, or '' if the page does not declare it. */
  language: string;
  /** `article`: the main content was found and the rest omitted. `page`: everything visible. */
  layout: 'article' | 'page';
  blocks: PageBlock[];
  /** Visible blocks outside the main content (navigation, comments). Each group has the index of the block after it. */
  around: { before: number; blocks: PageBlock[] }[];
  /** The selected text, or ''. */
  selection: string;
  /** Whether the page was larger than the reader's limit. */
  truncated: boolean;
  /**
   * The place of this document among the frames of its tab ("0.2" is the third frame in the first). '' for the top
   * frame, null if unknown.
   */
  frameKey: string | null;
};

/** A reading with the content of its frames inserted. */
export type PageSnapshot = PageReading & {
  /** Equal for two readings of an unchanged page. Consists of lower-case letters and digits. */
  snapshot: string;
  /** Sites of frames on the page that could not be read, with one entry per frame. */
  unreadFrames: string[];
  /** The number of pages of a PDF. Null for other documents. */
  pdfPages: number | null;
  /** Whether the document was fetched without the tab's session, which may show more or a different document. */
  isWithoutSession?: boolean;
  /** The cookie store of a container tab, in which an address may show another account's page. Absent for normal tabs. */
  cookieStore?: string;
};

/** A tab as far as the browser reveals it. The title and address are hidden without access. */
export type TabInfo = { tabId: number; title: string; url: string; active: boolean };

/**
 * A tab that was read for a search in all tabs: its top document, without frames. It is untrusted, like every page.
 * `isLoaded`: whether the browser has loaded it, so that it can be read. Otherwise only its title is known.
 */
export type OpenPage = TabInfo & { blocks: PageBlock[]; isLoaded: boolean };

/** `pages` are the best matches among the `searched` tabs. `leftOut` is the number of tabs that were not searched. */
export type OpenPages = { pages: OpenPage[]; searched: number; leftOut: number };

/** A page of the PDF at `url` that was just read, as plain text, to be shown to the user before the others are read. */
export type PdfPage = { url: string; number: number; text: string };

/** Why a page could not be read. */
export class PageError extends ToolError<PageErrorCode> {
  override readonly name = 'PageError';
}

export type PageAccessState =
  | { type: 'granted'; title: string; url: string }
  /** Needs the user's permission. The site is hidden until then. */
  | { type: 'needed' }
  /**
   * It has a field for a password or payment data, so that the user is asked before a tool reads it for a remote model.
   */
  | { type: 'sensitive'; url: string }
  /** The browser shows this document in its own viewer, so it can only be read with a permission for its site. */
  | { type: 'viewer'; url: string }
  | { type: 'impossible'; error: PageError };

/** A page's metadata. All of it is untrusted and limited in size. */
export type PageFacts = {
  url: string;
  title: string;
  canonical: string;
  /** The content of `meta` elements, by name: `description`, `author`, `og:type`, …. */
  meta: Record<string, string>;
  /** Parsed JSON-LD objects, without markup. */
  jsonLd: unknown[];
};

/** The captions of a video, in order. `start` is in seconds. */
export type Transcript = { title: string; url: string; language: string; lines: { start: number; text: string }[] };

/**
 * `onPdfPage` receives each page of a PDF as it is read. `mayReadFrame` decides, by its address, whether a frame of
 * another site may be read with the page. Frames of the page's own site may always be read. A frame that may not be
 * read is listed as unread. `answer` is for the receipt, if a document is loaded.
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
   * Returns the content of a tab, or the first pages of a PDF. An unchanged page is not read again. Rejects with the
   * signal's reason when it is aborted. The injected reader cannot be aborted. It ends within 20 s, and its result is
   * dropped. `onPdfPage` is the same as for `readPdf`.
   */
  read(tabId: number, signal: AbortSignal, options?: ReadOptions): Promise<PageSnapshot>;
  /** Returns the user's current policy for the site of this address. */
  policyFor(url: string): Promise<SitePolicy>;
  facts(tabId: number, signal: AbortSignal): Promise<PageFacts>;
  /**
   * Returns the forms of a page, in the frames that `mayReadFrame` allows, as in `read`. Changes nothing in the page.
   */
  forms(tabId: number, signal: AbortSignal, options?: Pick<ReadOptions, 'mayReadFrame'>): Promise<PageForms>;
  /**
   * Fills in a form as the user has approved it, once. A second call for the same filling returns the existing outcome.
   */
  fillForm(form: ApprovedForm, signal: AbortSignal): Promise<FillOutcome>;
  /** Whether the page can have registered tools of its own. Calls nothing of the page, which cannot notice it. */
  mayHaveTools(tabId: number, signal: AbortSignal): Promise<boolean>;
  /** The tools that a page and its frames have registered, in the frames that `mayReadFrame` allows. */
  pageTools(tabId: number, signal: AbortSignal, options?: Pick<ReadOptions, 'mayReadFrame'>): Promise<PageTools>;
  /** Calls a tool of a page as the user has approved it. The caller has to call it once only. */
  callPageTool(call: ApprovedToolCall, signal: AbortSignal): Promise<PageToolOutcome>;
  /**
   * Whether the page shows a field for a password, a code or payment data, in any frame, shadow tree or form.
   * `isLoaded`: the page was or will be read anyway, so do not wait for it to load.
   */
  hasSensitiveField(tabId: number, signal: AbortSignal, options?: { isLoaded?: boolean }): Promise<boolean>;
  /** Returns the captions of the video. Null if the page has no video, or none with captions. */
  transcript(tabId: number, signal: AbortSignal): Promise<Transcript | null>;
  /** Whether the document at `url`, which the tab's page links to, may be fetched now. */
  mayFetch(tabId: number, url: string): Promise<boolean>;
  /**
   * Returns the pages of a PDF from number `first` (starting at 1), each under a heading `Page N`, as many as one
   * request reads. It may include others around them. `onPdfPage` receives each page as it is read, but none that had
   * been read before. `withSession`: whether the user's cookies are sent with the request, which is the default.
   * Redirects are not followed.
   */
  readPdf(
    source: { tabId: number; url: string; first: number; withSession?: boolean; answer?: AnswerRef },
    signal: AbortSignal,
    onPdfPage?: (page: PdfPage) => void,
  ): Promise<PageSnapshot>;
  /**
   * Returns the bytes of the PDF in a tab. Null if it is no longer the one that was read, or too large to be sent as a
   * file.
   */
  pdfFile(
    source: { tabId: number; url: string; snapshot: string; answer?: AnswerRef },
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Takes a screenshot of the tab, which has to be active in its window. */
  capture(tabId: number, signal: AbortSignal): Promise<ToolImage>;
  /** Tabs whose address the browser reveals. */
  list(): Promise<TabInfo[]>;
  /**
   * Returns the text of the tabs that contain words of `query`, among all that may be searched. Nothing is loaded for
   * it. Suspended tabs, PDFs and documents that would have to be fetched are excluded, as are sites that the user wants
   * to be asked about or never sends, and pages with a password or payment field. `onPage` receives each page as it is
   * read.
   */
  openPages(query: string, signal: AbortSignal, onPage?: (page: OpenPage) => void): Promise<OpenPages>;
}
