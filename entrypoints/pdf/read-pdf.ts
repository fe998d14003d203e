import { getDocument, type PDFDocumentProxy, type PDFPageProxy, VerbosityLevel } from 'unpdf/pdfjs';
import { oneLine } from '../../lib/page-reader/dom/index.ts';
import {
  type PdfError,
  type PdfJsPage,
  type PdfPageRead,
  type PdfPageText,
  type PdfReply,
  type PdfWorkerRequest,
  pdfBlocks,
  pdfPageText,
  pdfTexts,
} from '../../lib/page-reader/pdf/index.ts';

/** The limits per request: characters, and milliseconds after which no further page is begun. */
const LIMITS = { characters: 1_500_000, ms: 10_000 };
/** The maximum number of text pieces taken from one page. */
const MAX_PIECES = 50_000;

/**
 * Reads pages with pdf.js on this thread. `onPage` receives each page as it is read. Warnings are off, because the page
 * that started a worker passes on what it writes to the console. A document of 7 KB can keep that page busy for half a
 * minute (quirk: `worker-console`).
 */
export async function readPdf(request: PdfWorkerRequest, onPage: (page: PdfPageRead) => void): Promise<PdfReply> {
  const { id, bytes } = request;
  try {
    const options = { disableFontFace: true, enableXfa: false, verbosity: VerbosityLevel.ERRORS };
    const document = await getDocument({ data: bytes, ...options }).promise;
    try {
      const { info } = await document.getMetadata().catch(() => ({ info: {} }));
      const title = 'Title' in info && typeof info.Title === 'string' ? oneLine(info.Title, 200) : '';
      const pages = await pageTexts(document, request, (page) =>
        onPage({ id, number: page.number, text: pdfPageText(page) }),
      );
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

async function pageTexts(
  document: PDFDocumentProxy,
  { first, maxPages }: PdfWorkerRequest,
  onPage: (page: PdfPageText) => void,
): Promise<PdfPageText[]> {
  const deadline = performance.now() + LIMITS.ms;
  const pages: PdfPageText[] = [];
  let characters = 0;
  for (let number = first; number <= document.numPages; number += 1) {
    if (pages.length >= maxPages || characters > LIMITS.characters || performance.now() > deadline) break;
    const page = await document.getPage(number);
    const read = { number, ...pdfTexts(await readPageContent(page)) };
    characters += read.texts.reduce((sum, { text }) => sum + text.length, 0);
    pages.push(read);
    page.cleanup();
    onPage(read);
  }
  return pages;
}

async function readPageContent(page: PDFPageProxy): Promise<PdfJsPage> {
  const items: PdfJsPage['items'][number][] = [];
  const styles: PdfJsPage['styles'] = {};
  const reader = page.streamTextContent({ includeMarkedContent: true }).getReader();
  while (items.length < MAX_PIECES) {
    const { done, value } = await reader.read();
    if (done) break;
    for (const item of value.items) items.push(item);
    Object.assign(styles, value.styles);
  }
  if (items.length >= MAX_PIECES) await reader.cancel(new Error('enough')).catch(() => undefined);
  const structure = await page.getStructTree();
  const annotations = await page.getAnnotations();
  return { rotate: page.rotate, view: page.view, items, styles, structure, annotations } as PdfJsPage;
}

function explain(error: unknown): PdfError {
  const { name } = error instanceof Error ? error : new Error(String(error));
  if (name === 'PasswordException') {
    return { code: 'pdf-locked', error: 'This PDF is protected by a password, so its text cannot be read.' };
  }
  if (name === 'InvalidPDFException') {
    return { code: 'pdf-damaged', error: 'This document is no PDF, or a damaged one.' };
  }
  // The library's message is not used. It may quote the document, and an error is not treated as text that was read.
  return { code: 'pdf-failed', error: 'This PDF could not be read.' };
}
