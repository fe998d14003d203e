import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import type { PageReading } from '../../lib/contracts/index.ts';
import { captureDom } from '../../lib/page-reader/capture/index.ts';
import { composeReading } from '../../lib/page-reader/document/index.ts';
import { oneLine } from '../../lib/page-reader/dom/index.ts';
import { HTML_CHANNEL, type HtmlReply, type HtmlRequest, inertHtml } from '../../lib/page-reader/html/index.ts';
import {
  PDF_CHANNEL,
  PDF_PAGES_AT_ONCE,
  type PdfError,
  type PdfJsPage,
  type PdfPageRead,
  type PdfPageText,
  type PdfReply,
  type PdfRequest,
  pdfBlocks,
  pdfPageText,
  pdfTexts,
} from '../../lib/page-reader/pdf/index.ts';

/** Limits per request besides PDF_PAGES_AT_ONCE: characters, milliseconds. */
const limits = { characters: 1_500_000, ms: 30_000 };

const channel = new BroadcastChannel(PDF_CHANNEL);
channel.addEventListener('message', ({ data }: MessageEvent<PdfRequest | PdfPageRead | PdfReply>) => {
  if ('bytes' in data) void read(data).then((reply) => channel.postMessage(reply));
});

const pages = new BroadcastChannel(HTML_CHANNEL);
pages.addEventListener('message', ({ data }: MessageEvent<HtmlRequest | HtmlReply>) => {
  if ('html' in data) void readHtml(data).then((reply) => pages.postMessage(reply));
});

async function read({ id, bytes, first }: PdfRequest): Promise<PdfReply> {
  try {
    const document = await getDocument({ data: bytes, disableFontFace: true, enableXfa: false }).promise;
    try {
      const { info } = await document.getMetadata().catch(() => ({ info: {} }));
      const title = 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title, 200) : '';
      const pages = await pageTexts(document, first, (page) => {
        channel.postMessage({ id, number: page.number, text: pdfPageText(page) } satisfies PdfPageRead);
      });
      const last = pages.at(-1)?.number ?? document.numPages;
      const truncated = last < document.numPages;
      return { id, title, pages: document.numPages, blocks: pdfBlocks(pages), truncated };
    } finally {
      await document.loadingTask.destroy();
    }
  } catch (error) {
    return { id, ...explain(error) };
  }
}

async function pageTexts(document: PDFDocumentProxy, first: number, onPage: (page: PdfPageText) => void) {
  const deadline = performance.now() + limits.ms;
  const pages: PdfPageText[] = [];
  let characters = 0;
  for (let number = first; number <= document.numPages; number += 1) {
    if (pages.length >= PDF_PAGES_AT_ONCE || characters > limits.characters || performance.now() > deadline) break;
    const page = await document.getPage(number);
    const { items, styles } = await page.getTextContent({ includeMarkedContent: true });
    const structure = await page.getStructTree();
    const annotations = await page.getAnnotations();
    const content = { rotate: page.rotate, items, styles, structure, annotations } as PdfJsPage;
    const read = { number, ...pdfTexts(content) };
    characters += read.texts.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(read);
    page.cleanup();
    onPage(read);
    await afterOtherWork();
  }
  return pages;
}

/**
 * Lets everything else on this thread go first, which the library does not: the panel, and in Firefox the background page, share
 * the thread, and show the page that was just read.
 */
function afterOtherWork(): Promise<void> {
  return scheduler.postTask(() => undefined, { priority: 'background' });
}

function explain(error: unknown): PdfError {
  const { name } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PasswordException') {
    return { code: 'pdf-locked', error: 'This PDF is protected by a password, so its text cannot be read.' };
  }
  if (name === 'InvalidPDFException') {
    return { code: 'pdf-damaged', error: 'This document is no PDF, or a damaged one.' };
  }
  // Not in the words of the library, which may quote the document: an error is no text that was read.
  return { code: 'pdf-failed', error: 'This PDF could not be read.' };
}

/** A screen as wide as most, so that pages show what they show there. CSS pixels. */
const SIZE = { width: '1280px', height: '1600px' };
const LOAD_MS = 5_000;

/** Reads a page that was fetched, in a frame that can neither run nor load anything. */
async function readHtml({ id, html, url }: HtmlRequest): Promise<HtmlReply> {
  try {
    return { id, reading: await readInFrame(html, url) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

async function readInFrame(html: string, url: string): Promise<PageReading> {
  const frame = document.createElement('iframe');
  // Same origin, so that it can be read; without `allow-scripts` it runs nothing, whatever is in it.
  frame.setAttribute('sandbox', 'allow-same-origin');
  Object.assign(frame.style, { ...SIZE, border: '0', position: 'absolute' });
  frame.srcdoc = inertHtml(html, url, (text) => new DOMParser().parseFromString(text, 'text/html'));
  const { promise, resolve } = Promise.withResolvers<void>();
  frame.addEventListener('load', () => resolve(), { once: true });
  const timer = setTimeout(resolve, LOAD_MS);
  document.body.append(frame);
  try {
    await promise;
    const { contentDocument, contentWindow } = frame;
    if (contentDocument === null || contentWindow === null) throw new Error('The frame has no document.');
    const { capture } = await captureDom(contentDocument, contentWindow as Window & typeof globalThis);
    return composeReading({ ...capture, url, frameKey: '' });
  } finally {
    clearTimeout(timer);
    frame.remove();
  }
}
