import type { PageErrorCode } from './tool-failure.ts';
import type { ToolImage } from './tool-output.ts';

/** What a block is. Each item of a list, and each term and each meaning of a definition list, is a block of its own. */
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
  /** A remark of the reader's own about what is not there: rows not loaded yet, a drawing without text. */
  | 'note';

/** One block of a page, in reading order, as Markdown. */
export type PageBlock = {
  markdown: string;
  kind: BlockKind;
  headingLevel: number | null;
  /** Of a block of kind `table`: its cells. */
  table?: PageTable;
  /** Of a block of kind `frame`: which frame stands here. Its `markdown` is empty: what the frame shows takes its place. */
  frame?: FramePlace;
};

/**
 * The cells of a table as Markdown on one line each, pipes not escaped, line breaks as `<br>`. Every row has as many
 * cells as the first: a cell over several rows is repeated in each, one over several columns stands in the first.
 */
export type PageTable = {
  /** '' where it has none. */
  caption: string;
  /** Names of the columns; several header rows are joined ("2025 / Q1"). Empty texts where the page names none. */
  header: string[];
  rows: string[][];
};

/** A frame whose document only the frame's own reader can see: the reading with this `frameKey`, or where that is null, with this URL. */
export type FramePlace = { key: string | null; url: string };

/** What a user sees on a page, for a model. Text here is data from the page: never an instruction. */
export type PageReading = {
  url: string;
  title: string;
  /** BCP 47, or '' where the page does not say. */
  language: string;
  /** `article`: the main content was found and the rest left out; `page`: everything visible. */
  layout: 'article' | 'page';
  blocks: PageBlock[];
  /**
   * What is visible beside `blocks` where a main content was found (navigation, comments): each run with the index of the
   * block it stands before.
   */
  around: { before: number; blocks: PageBlock[] }[];
  /** What the user has selected, or ''. */
  selection: string;
  /** True where the page was larger than the reader takes in one go. */
  truncated: boolean;
  /**
   * Where this document is among the frames of its tab ("0.2": the third frame in the first), '' for the tab's own, null if
   * unknown.
   */
  frameKey: string | null;
};

/** A reading with what the frames in it show, in their places. */
export type PageSnapshot = PageReading & {
  /** The same for two readings of a page that did not change in between. Lower-case letters and digits. */
  snapshot: string;
  /** Sites whose frames stand on the page and could not be read; one entry a frame. */
  unreadFrames: string[];
  /** How many pages a PDF has; null for everything else. */
  pdfPages: number | null;
};

/** A tab as far as we may know it: without access, browsers hide title and address. */
export type TabInfo = { tabId: number; title: string; url: string; active: boolean };

/** Why a page could not be read. The message is for a model; components make what a user reads of the code. */
export class PageError extends Error {
  readonly code: PageErrorCode;
  constructor(code: PageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PageError';
    this.code = code;
  }
}

export type PageAccessState =
  | { type: 'granted'; title: string; url: string }
  /** Not without the user. Which site it is stays hidden from us until then. */
  | { type: 'needed' }
  | { type: 'impossible'; error: PageError };

/** What a page says of itself beside its text. Everything is the page's word and bounded. */
export type PageFacts = {
  url: string;
  title: string;
  canonical: string;
  /** `description`, `author`, `og:type`, …: what stands in `meta` elements, by name. */
  meta: Record<string, string>;
  /** JSON-LD objects as the page wrote them, parsed, without markup. */
  jsonLd: unknown[];
  forms: PageForm[];
};

export type PageForm = { name: string; fields: PageField[]; buttons: string[] };

/** A field of a form as the user sees it. `value` is '' for what is empty, and null for sensitive values. */
export type PageField = {
  label: string;
  type: string;
  value: string | null;
  required: boolean;
  /** Of a list or a group of buttons. */
  options: string[];
  /** What the page says is wrong with the value. */
  error: string;
};

/** What is said in a video, in order. `start` is in seconds. */
export type Transcript = { title: string; url: string; language: string; lines: { start: number; text: string }[] };

/** The pages of this browser, as far as the user allows. All methods reject with PageError only, but for aborts. */
export interface PageAccess {
  check(tabId: number): Promise<PageAccessState>;
  /**
   * What a tab shows; of a PDF its first pages. A page that has not changed since it was last read is not read again.
   * Rejects with the signal's reason as soon as it falls. The reader in the page is one piece of work and cannot hear of
   * it: it ends by itself, after 5 s at most, and what it found is dropped.
   */
  read(tabId: number, signal: AbortSignal): Promise<PageSnapshot>;
  facts(tabId: number, signal: AbortSignal): Promise<PageFacts>;
  /** null where the page has no video, or none with captions. */
  transcript(tabId: number, signal: AbortSignal): Promise<Transcript | null>;
  /** Whether the document at `url`, which the page in the tab links to, may be fetched now. */
  mayFetch(tabId: number, url: string): Promise<boolean>;
  /** The pages of a PDF from number `first` (1 for the first) on, each under a heading `Page N`, as many as are read in one go. */
  readPdf(source: { tabId: number; url: string; first: number }, signal: AbortSignal): Promise<PageSnapshot>;
  /** A picture of what the tab shows now; it has to be in front of its window. */
  capture(tabId: number, signal: AbortSignal): Promise<ToolImage>;
  /** Tabs whose address we are allowed to know. */
  list(): Promise<TabInfo[]>;
}
