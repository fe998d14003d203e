import { browser } from 'wxt/browser';
import {
  type PageAccess,
  type PageAccessState,
  PageError,
  type PageFacts,
  type PageSnapshot,
  type Transcript,
} from '../contracts/page.ts';
import { unlessAborted } from '../contracts/unless-aborted.ts';
import { type GoogleExport, googleExport } from '../page-reader/document/google-docs.ts';
import { plainReading } from '../page-reader/document/plain-document.ts';
import { isPdf } from '../page-reader/pdf/is-pdf.ts';
import { PDF_PAGES_AT_ONCE } from '../page-reader/pdf/pdf-messages.ts';
import { readingTokens } from '../page-reader/query/format.ts';
import { captureTab } from './capture.ts';
import { type FetchedDocument, fetchDocument, mayFetch } from './fetch-document.ts';
import { inject } from './inject.ts';
import { openTabs } from './open-tabs.ts';
import type { PdfReader } from './pdf-reader.ts';
import { hasHostPermission } from './permissions.ts';
import { type FramePrint, printTab, readFrames, snapshotOf } from './read-tab.ts';
import { ReadingCache } from './reading-cache.ts';

/** Milliseconds a fetched document is kept. */
const keptMs = 120_000;

/** `measure`: about how many tokens a page takes, null if that cannot be known without loading anything. */
export type BrowserPages = PageAccess & { measure(tabId: number): Promise<number | null> };

/**
 * Pages through `scripting.executeScript`: readers are injected when they are needed and leave nothing behind. What may be
 * read is whatever the browser lets us inject into (the click on the toolbar button, or a site the user allowed).
 */
export function createPageAccess(pdfs: PdfReader): BrowserPages {
  const readings = new ReadingCache();
  let kept: { url: string; document: Promise<FetchedDocument>; until: number } | null = null;

  function readDocument(document: FetchedDocument, first: number): Promise<PageSnapshot> {
    return readings.get(`${document.url} ${first}`, document.print, async () =>
      isPdfDocument(document) ? pdfs.read(document, first) : plainReading(document),
    );
  }

  /** Readings begin at every hundredth page, so that neighbouring questions share one; or where that one did not reach. */
  async function readPdf(tabId: number, url: string, first: number): Promise<PageSnapshot> {
    const document = await fetched(tabId, url);
    const shared = await readDocument(document, first - ((first - 1) % PDF_PAGES_AT_ONCE));
    const hasFirst = shared.blocks.some(({ markdown }) => markdown === `# Page ${first}`);
    return hasFirst || shared.pdfPages === null || first > shared.pdfPages ? shared : readDocument(document, first);
  }

  /** The last PDF is kept for a while: its parts are asked for one after the other. Other documents change. */
  function fetched(tabId: number, url: string): Promise<FetchedDocument> {
    if (kept?.url === url && Date.now() < kept.until) return kept.document;
    const document = fetchDocument(tabId, url);
    kept = { url, document, until: Date.now() + keptMs };
    const drop = () => {
      if (kept?.document === document) kept = null;
    };
    document.then((loaded) => isPdfDocument(loaded) || drop(), drop);
    return document;
  }

  async function read(tabId: number): Promise<PageSnapshot> {
    const prints = await printTab(tabId).catch((error: unknown) => unlessViewer(tabId, error));
    if ('viewed' in prints) return readDocument(await fetched(tabId, prints.viewed), 1);
    const [top] = prints;
    if (top?.contentType === 'application/pdf') return readDocument(await fetched(tabId, top.url), 1);
    const exported = googleExport(top?.url ?? '');
    if (exported) return readExport(tabId, exported, top?.title ?? '');
    return readPage(tabId, prints);
  }

  function readPage(tabId: number, prints: FramePrint[]): Promise<PageSnapshot> {
    return readings.get(`tab ${tabId}`, snapshotOf(prints), () => readFrames(tabId, prints));
  }

  async function measure(tabId: number): Promise<number | null> {
    const prints = await printTab(tabId);
    const [top] = prints;
    if (top === undefined || top.contentType === 'application/pdf' || googleExport(top.url)) return null;
    return readingTokens(await readPage(tabId, prints));
  }

  /** The document that a Google page draws. The site refuses if its owner forbids copies. */
  async function readExport(tabId: number, { url, contentType }: GoogleExport, title: string): Promise<PageSnapshot> {
    const document = await fetchDocument(tabId, url).catch((error: unknown) => {
      throw error instanceof PageError ? notGivenOut({ cause: error }) : error;
    });
    // A page to sign in, instead of the document.
    if (document.contentType.startsWith('text/html')) throw notGivenOut();
    const reading = await readDocument({ ...document, contentType }, 1);
    return { ...reading, title };
  }

  function run<Result>(tabId: number, file: '/page-facts.js' | '/page-transcript.js'): Promise<Result> {
    return inject<Result>(tabId, () => browser.scripting.executeScript({ target: { tabId }, files: [file] }));
  }

  return {
    check: checkTab,
    read: (tabId, signal) => unlessAborted(read(tabId), signal),
    facts: (tabId, signal) => unlessAborted(run<PageFacts>(tabId, '/page-facts.js'), signal),
    async transcript(tabId, signal) {
      const { transcript } = await unlessAborted(
        run<{ transcript: Transcript | null }>(tabId, '/page-transcript.js'),
        signal,
      );
      return transcript;
    },
    mayFetch,
    readPdf: ({ tabId, url, first }, signal) => unlessAborted(readPdf(tabId, url, first), signal),
    // A page that cannot be read says so when it is asked about.
    measure: (tabId) => measure(tabId).catch((error: unknown) => unlessPageError(error)),
    capture: (tabId, signal) => unlessAborted(captureTab(tabId), signal),
    list: async () => (await openTabs()).tabs,
  };
}

function unlessPageError(error: unknown): null {
  if (error instanceof PageError) return null;
  throw error;
}

function notGivenOut(options?: ErrorOptions): PageError {
  const errorText =
    'The text of this document is drawn, not written, and Google did not give it out. Its owner may have switched off downloads: select and copy the text instead.';
  return new PageError('drawn', errorText, options);
}

function isPdfDocument({ contentType, bytes }: FetchedDocument): boolean {
  return contentType.startsWith('application/pdf') || isPdf(bytes);
}

/**
 * Firefox allows no script in its viewers of PDF and JSON, and does not identify them: where we have the user's permission
 * for the address, what they show can be fetched.
 */
async function unlessViewer(tabId: number, error: unknown): Promise<{ viewed: string }> {
  const viewed = error instanceof PageError && error.code === 'browser-page' ? await viewedUrl(tabId) : null;
  if (viewed === null) throw error;
  return { viewed };
}

async function viewedUrl(tabId: number): Promise<string | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.url !== undefined && (await hasHostPermission(tab.url)) ? tab.url : null;
}

/** Tries the smallest injection: only that tells for sure, since addresses are hidden from us without access. */
async function checkTab(tabId: number): Promise<PageAccessState> {
  try {
    const target = { tabId };
    const page = await inject<{ title: string; url: string }>(tabId, () =>
      browser.scripting.executeScript({
        target,
        func: () => ({ title: document.title, url: location.href }),
        // A page may take for ever to load; what it is called so far will do.
        injectImmediately: true,
      }),
    );
    return { type: 'granted', ...page };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    if (error.code === 'no-access') return { type: 'needed' };
    const viewed = error.code === 'browser-page' ? await viewedUrl(tabId) : null;
    return viewed === null ? { type: 'impossible', error } : { type: 'granted', title: '', url: viewed };
  }
}
