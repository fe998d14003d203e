import { browser } from 'wxt/browser';
import {
  type AnswerRef,
  MAX_PDF_FILE_BYTES,
  type PageAccess,
  type PageAccessState,
  PageError,
  type PageFacts,
  type PageSnapshot,
  type PdfPage,
  type ReadOptions,
  type RecordRequest,
  type ToolImage,
  type Transcript,
} from '../contracts/index.ts';
import { unlessAborted } from '../control-flow/index.ts';
import { type GoogleExport, googleExport, plainReading } from '../page-reader/document/index.ts';
import { PDF_PAGES_AT_ONCE } from '../page-reader/pdf/index.ts';
import { readingTokens, wordStarts } from '../page-reader/query/index.ts';
import { policyFor } from '../security/index.ts';
import { getCookieStoreId, isOwnCookieStore } from './cookie-store.ts';
import { DocumentCache, isPdfDocument } from './document-cache.ts';
import { type FetchedDocument, fetchDocument, mayFetch } from './fetch-document.ts';
import { browserWords, inject } from './inject.ts';
import { OpenPageReader } from './open-pages.ts';
import { openTabs } from './open-tabs.ts';
import { fillTabForm, listTabForms } from './page-forms.ts';
import { callTabTool, listTabTools, mayTabHaveTools } from './page-tools.ts';
import { awaitClick } from './panel.ts';
import type { PdfReader } from './pdf-reader.ts';
import { hasHostPermission, isRestrictedHost, matchPattern } from './permissions.ts';
import { pictureFrom, scaledPicture } from './pictures.ts';
import { type FramePrint, fingerprintFrames, printTab, readableFrames, readFrames, untilLoaded } from './read-tab.ts';
import { detectSensitiveFields } from './sensitive-fields.ts';
import { settings } from './settings.ts';

type OnPdfPage = (page: PdfPage) => void;
type PdfSource = Parameters<PageAccess['readPdf']>[0];
type PdfFileSource = Parameters<PageAccess['pdfFile']>[0];

/**
 * `measure`: the approximate number of tokens of a page, or null if that would require loading something.
 * `forgetDocuments`: makes the next reading fetch its document again, when a run starts.
 */
export type BrowserPages = PageAccess & { measure(tabId: number): Promise<number | null>; forgetDocuments(): void };

/**
 * Page access through `scripting.executeScript`: readers are injected on demand and leave nothing behind. The browser
 * decides about access (the click on the toolbar button, or a site that the user allowed).
 */
export function createPageAccess(pdfs: PdfReader, record: RecordRequest): BrowserPages {
  const openPages = new OpenPageReader();
  const texts = new TextReader(pdfs, record);
  return {
    check: checkTab,
    read: (tabId, signal, options) => unlessAborted(readWithCookieStore(texts, tabId, options), signal),
    policyFor: async (url) => policyFor(url, await settings.sitePolicies.getValue()),
    facts: (tabId, signal) => unlessAborted(runInTab<PageFacts>(tabId, '/page-facts.js'), signal),
    fillForm: (form, signal) => unlessAborted(fillTabForm(form), signal),
    forms: (tabId, signal, options) => unlessAborted(listTabForms(tabId, options), signal),
    mayHaveTools: (tabId, signal) => unlessAborted(mayTabHaveTools(tabId), signal),
    pageTools: (tabId, signal, options) => unlessAborted(listTabTools(tabId, options), signal),
    callPageTool: (call, signal) => unlessAborted(callTabTool(call), signal),
    hasSensitiveField: (tabId, signal, { isLoaded = false } = {}) =>
      unlessAborted(showsSensitiveField(tabId, isLoaded), signal),
    async transcript(tabId, signal) {
      const { transcript } = await unlessAborted(
        runInTab<{ transcript: Transcript | null }>(tabId, '/page-transcript.js'),
        signal,
      );
      return transcript;
    },
    mayFetch,
    readPdf: (source, signal, onPdfPage) => unlessAborted(texts.readPdf(source, onPdfPage), signal),
    pdfFile: (source, signal) => unlessAborted(texts.readPdfFile(source), signal),
    // A page that cannot be read reports the error when it is read.
    measure: (tabId) => texts.measure(tabId).catch((error: unknown) => unlessPageError(error)),
    capture: (tabId, signal) => unlessAborted(captureTab(tabId), signal),
    list: async () => (await openTabs()).tabs,
    forgetDocuments: () => texts.forgetDocuments(),
    openPages: (query, signal, onPage) => openPages.read(wordStarts(query), signal, onPage),
  };
}

/** Reads pages, the documents that tabs show, and the documents to which pages link. */
class TextReader {
  readonly #pdfs: PdfReader;
  readonly #record: RecordRequest;
  readonly #readings = new ReadingCache();
  readonly #documents = new DocumentCache();

  constructor(pdfs: PdfReader, record: RecordRequest) {
    this.#pdfs = pdfs;
    this.#record = record;
  }

  async read(
    tabId: number,
    { onPdfPage, mayReadFrame = () => false, answer }: ReadOptions = {},
  ): Promise<PageSnapshot> {
    const prints = await printTab(tabId).catch((error: unknown) => unlessViewer(tabId, error));
    if ('viewed' in prints) {
      const document = await this.#getShown({ tabId, url: prints.viewed }, answer);
      return this.#readDocument(documentInViewer(document), 1, onPdfPage);
    }
    const [top] = prints;
    if (top?.contentType === 'application/pdf') {
      return this.#readDocument(await this.#getShown({ tabId, url: top.url }, answer), 1, onPdfPage);
    }
    const exported = googleExport(top?.url ?? '');
    if (exported) {
      await this.#withRecording(exported, answer).onFetch();
      return this.#readExport(tabId, exported, top?.title ?? '');
    }
    return this.#readPage(tabId, prints, mayReadFrame);
  }

  /** Readings begin at every hundredth page, so that adjacent requests share one, or where the previous one ended. */
  async readPdf({ first, answer, ...source }: PdfSource, onPdfPage?: OnPdfPage): Promise<PageSnapshot> {
    const document = await this.#documents.get(this.#withRecording(source, answer));
    const shared = await this.#readDocument(document, first - ((first - 1) % PDF_PAGES_AT_ONCE), onPdfPage);
    const hasFirst = shared.blocks.some(({ markdown }) => markdown === `# Page ${first}`);
    return hasFirst || shared.pdfPages === null || first > shared.pdfPages
      ? shared
      : this.#readDocument(document, first, onPdfPage);
  }

  /** The file of a PDF, or null if it changed since the snapshot or is too large. */
  async readPdfFile({ tabId, url, snapshot, answer }: PdfFileSource): Promise<Uint8Array<ArrayBuffer> | null> {
    const document = await this.#documents.get(this.#withRecording({ tabId, url }, answer));
    const isSame = document.print === snapshot && isPdfDocument(document);
    return isSame && document.bytes.length <= MAX_PDF_FILE_BYTES ? document.bytes : null;
  }

  async measure(tabId: number): Promise<number | null> {
    const prints = await printTab(tabId);
    const [top] = prints;
    if (top === undefined || top.contentType === 'application/pdf' || googleExport(top.url)) return null;
    return readingTokens(await this.#readPage(tabId, prints, () => false));
  }

  forgetDocuments(): void {
    this.#documents.forget();
  }

  async #readPage(
    tabId: number,
    prints: readonly FramePrint[],
    mayReadFrame: (url: string) => boolean,
  ): Promise<PageSnapshot> {
    const frames = readableFrames(prints, mayReadFrame, await settings.sitePolicies.getValue());
    return this.#readings.get(`tab ${tabId}`, fingerprintFrames(frames), () => readFrames(tabId, frames));
  }

  async #readDocument(document: FetchedDocument, first: number, onPdfPage?: OnPdfPage): Promise<PageSnapshot> {
    const reading = await this.#readings.get(`${document.url} ${first}`, document.print, async () =>
      isPdfDocument(document) ? this.#pdfs.read(document, first, onPdfPage) : plainReading(document),
    );
    return document.isWithoutSession ? { ...reading, isWithoutSession: true } : reading;
  }

  /**
   * The document that a tab shows. Its site may refuse to send it again, or redirect to a page for signing in, for
   * example if its link was valid once or it is the answer to a form.
   */
  #getShown(source: { tabId: number; url: string }, answer: AnswerRef | undefined): Promise<FetchedDocument> {
    return this.#documents.get(this.#withRecording(source, answer)).catch((error: unknown) => {
      throw error instanceof PageError && REFUSALS.has(error.code) ? notSentAgain({ cause: error }) : error;
    });
  }

  /** The exported document of a Google page. The site refuses if its owner forbids copies. */
  async #readExport(tabId: number, { url, contentType }: GoogleExport, title: string): Promise<PageSnapshot> {
    // Google serves exports from another host.
    const document = await fetchDocument(tabId, url, 'google-export').catch((error: unknown) => {
      throw error instanceof PageError && REFUSALS.has(error.code) ? notGivenOut({ cause: error }) : error;
    });
    // The response is a sign-in page instead of the document.
    if (document.contentType.startsWith('text/html')) throw notGivenOut();
    const reading = await this.#readDocument({ ...document, contentType }, 1);
    return { ...reading, title };
  }

  /** Adds a callback that records the origin of a document when it is requested on behalf of an answer. */
  #withRecording<Source extends { url: string }>(source: Source, answer: AnswerRef | undefined) {
    const request = { kind: 'document', method: 'GET', url: source.url, headers: [], body: null } as const;
    return { ...source, onFetch: async () => (answer === undefined ? undefined : this.#record(answer, request)) };
  }
}

/** Reads a tab, and adds its cookie store if it is in a container. */
async function readWithCookieStore(texts: TextReader, tabId: number, options?: ReadOptions): Promise<PageSnapshot> {
  const [reading, cookieStore] = await Promise.all([texts.read(tabId, options), getCookieStoreId(tabId)]);
  return isOwnCookieStore(cookieStore) ? reading : { ...reading, cookieStore };
}

/** The page may never finish loading, so wait only as long as before a reading. */
async function runInTab<Result>(tabId: number, file: '/page-facts.js' | '/page-transcript.js'): Promise<Result> {
  await untilLoaded(tabId);
  const injection = { target: { tabId }, files: [file], injectImmediately: true };
  return inject<Result>(tabId, () => browser.scripting.executeScript(injection));
}

async function showsSensitiveField(tabId: number, isLoaded: boolean): Promise<boolean> {
  if (!isLoaded) await untilLoaded(tabId);
  return (await detectSensitiveFields(tabId)) === 'shown';
}

function unlessPageError(error: unknown): null {
  if (error instanceof PageError) return null;
  throw error;
}

/** Failures to which the site of a document may have contributed. */
const REFUSALS: ReadonlySet<PageError['code']> = new Set(['site-refused', 'not-fetched']);

function notGivenOut(options?: ErrorOptions): PageError {
  const errorText =
    'The text of this document is drawn, not written, and Google did not give it out. Its owner may have switched off downloads: select and copy the text instead.';
  return new PageError('drawn', errorText, options);
}

/**
 * Throws PageError if the site sends a page, such as one for signing in, instead of the document that the viewer shows.
 */
function documentInViewer(document: FetchedDocument): FetchedDocument {
  if (!/^(?:text\/html|application\/xhtml)/.test(document.contentType) || isPdfDocument(document)) return document;
  throw notSentAgain();
}

function notSentAgain(options?: ErrorOptions): PageError {
  const errorText =
    'The site did not send the document of the tab a second time. The user can download the file and attach it.';
  return new PageError('not-sent-again', errorText, options);
}

/**
 * Firefox allows no scripts in its PDF and JSON viewers, and does not identify them. With the user's permission for the
 * address, the document can be fetched instead.
 */
async function unlessViewer(tabId: number, error: unknown): Promise<{ viewed: string }> {
  const viewed = error instanceof PageError && error.code === 'browser-page' ? await addressInViewer(tabId) : null;
  if (viewed === null || !(await hasHostPermission(viewed))) throw error;
  return { viewed };
}

/**
 * The web address of a tab in which Firefox runs no script; null if no permission would help, and in other browsers.
 */
async function addressInViewer(tabId: number): Promise<string | null> {
  const tab = import.meta.env.FIREFOX ? await browser.tabs.get(tabId).catch(() => null) : null;
  const url = URL.parse(tab?.url ?? '');
  return url !== null && /^https?:$/.test(url.protocol) && !isRestrictedHost(url.hostname) ? url.href : null;
}

type TitledPage = { title: string; url: string };

/** How long a page may take to run a script before it counts as busy. Milliseconds. */
const BUSY_MS = 1_500;

/**
 * A page as described by its tab, once `busy` resolves, if the browser reveals it. For pages that are too busy to run a
 * script.
 */
async function asItsTabSays(tabId: number, busy: Promise<void>): Promise<TitledPage | null> {
  await busy;
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const { title = '', url = '' } = tab ?? {};
  return matchPattern(url) === null ? null : { title, url };
}

/** Tries the smallest injection. This is the only reliable test, since addresses are hidden without access. */
async function checkTab(tabId: number): Promise<PageAccessState> {
  const { promise: busy, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, BUSY_MS);
  try {
    const target = { tabId };
    const answer = inject<TitledPage>(tabId, () =>
      browser.scripting.executeScript({
        target,
        func: () => ({ title: document.title, url: location.href }),
        // The page may never finish loading; its current title is enough.
        injectImmediately: true,
      }),
    );
    const page = await Promise.race([answer, asItsTabSays(tabId, busy).then((tabPage) => tabPage ?? answer)]);
    return { type: 'granted', ...page };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    // A page in Reader View can be shared once the user has left Reader View.
    if (error.code === 'no-access' || error.code === 'reader-view') return { type: 'needed' };
    const url = error.code === 'browser-page' ? await addressInViewer(tabId) : null;
    if (url === null) return { type: 'impossible', error };
    return (await hasHostPermission(url)) ? { type: 'granted', title: '', url } : { type: 'viewer', url };
  } finally {
    clearTimeout(timer);
  }
}

/** A JPEG of the visible part of the tab. Throws PageError if the tab is not active or the browser refuses. */
async function captureTab(tabId: number): Promise<ToolImage> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (tab === null) throw new PageError('tab-gone', 'The tab this chat is about was closed.');
  if (!tab.active) {
    throw new PageError(
      'not-in-front',
      'Only a tab in front of its window can be captured. Go to the tab and ask again.',
    );
  }
  const url = await browser.tabs.captureVisibleTab(tab.windowId, { format: 'png' }).catch((error: unknown) => {
    const failure = captureFailure(error);
    if (failure.code === 'needs-click') awaitClick(tabId);
    throw failure;
  });
  return scaledPicture(pictureFrom(url));
}

/** Chrome and Firefox require a click on the toolbar button, or access to all addresses. */
function captureFailure(error: unknown): PageError {
  const message = error instanceof Error ? error.message : String(error);
  if (!/permission/i.test(message)) {
    return new PageError('no-picture', `The browser took no picture: ${browserWords(message)}`, { cause: error });
  }
  const errorText =
    'The browser lets Sidenote take a picture only after a click on its button in the toolbar, on that page. Click it and ask again.';
  return new PageError('needs-click', errorText, { cause: error });
}

/** How many readings are kept. A page has at most 2 MB and typically 20 KB. */
const MAX_KEPT = 6;

type Kept = { snapshot: string; reading: Promise<PageSnapshot> };

/** The last readings, in memory only. Concurrent requests for the same unchanged page share one reading. */
export class ReadingCache {
  readonly #kept = new Map<string, Kept>();

  /** The reading stored under `key` if it has this snapshot, else the result of `read`, which replaces it. */
  get(key: string, snapshot: string, read: () => Promise<PageSnapshot>): Promise<PageSnapshot> {
    const cachedEntry = this.#kept.get(key);
    if (cachedEntry?.snapshot === snapshot) {
      this.#keep(key, cachedEntry);
      return cachedEntry.reading;
    }
    const newEntry = { snapshot, reading: read() };
    this.#keep(key, newEntry);
    newEntry.reading.catch(() => {
      if (this.#kept.get(key) === newEntry) this.#kept.delete(key);
    });
    return newEntry.reading;
  }

  #keep(key: string, entry: Kept): void {
    this.#kept.delete(key);
    this.#kept.set(key, entry);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
