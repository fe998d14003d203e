import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs';
import { oneLine } from '../../lib/page-reader/dom/index.ts';
import { HTML_CHANNEL, type HtmlReply, type HtmlRequest } from '../../lib/page-reader/html/index.ts';
import {
  PDF_CHANNEL,
  PDF_PAGES_AT_ONCE,
  type PdfError,
  type PdfPageText,
  type PdfReply,
  type PdfRequest,
  type PdfText,
  pdfBlocks,
} from '../../lib/page-reader/pdf/index.ts';
import { readHtml } from './read-html.ts';

/** Limits per request besides PDF_PAGES_AT_ONCE: characters, milliseconds. */
const limits = { characters: 1_500_000, ms: 30_000 };

const channel = new BroadcastChannel(PDF_CHANNEL);
channel.addEventListener('message', ({ data }: MessageEvent<PdfRequest | PdfReply>) => {
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
      const pages = await pageTexts(document, first);
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

async function pageTexts(document: PDFDocumentProxy, first: number) {
  const deadline = performance.now() + limits.ms;
  const pages: PdfPageText[] = [];
  let characters = 0;
  for (let number = first; number <= document.numPages; number += 1) {
    if (pages.length >= PDF_PAGES_AT_ONCE || characters > limits.characters || performance.now() > deadline) break;
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item): PdfText[] => {
      if (!('str' in item)) return [];
      const [, , shear = 0, size = 0, x = 0, y = 0] = item.transform as number[];
      const height = Math.hypot(shear, size) || item.height;
      return [{ text: item.str, x, y, width: item.width, size: height, endsLine: item.hasEOL }];
    });
    characters += texts.reduce((sum, { text }) => sum + text.length, 0);
    pages.push({ number, texts });
    page.cleanup();
  }
  return pages;
}

function explain(error: unknown): PdfError {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PasswordException') {
    return { code: 'pdf-locked', error: 'This PDF is protected by a password, so its text cannot be read.' };
  }
  if (name === 'InvalidPDFException') {
    return { code: 'pdf-damaged', error: 'This document is no PDF, or a damaged one.' };
  }
  return { code: 'pdf-failed', error: `This PDF could not be read: ${message}` };
}
