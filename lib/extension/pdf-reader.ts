import { PageError, type PageReading, type PageSnapshot, type PdfPage } from '../contracts/index.ts';
import { joinBlocks } from '../page-reader/document/index.ts';
import { HTML_CHANNEL, type HtmlReply, type HtmlRequest } from '../page-reader/html/index.ts';
import { PDF_CHANNEL, PDF_SLOW, type PdfPageRead, type PdfReply, type PdfRequest } from '../page-reader/pdf/index.ts';
import { decodedComponent } from '../text/index.ts';
import type { FetchedDocument } from './fetch-document.ts';
import { closeHiddenPage, openHiddenPage } from './hidden-page.ts';

const PDF_PAGE = '/pdf.html';
const TIMEOUT_MS = 50_000;
/** The page with the PDF library is closed after this idle time, in milliseconds. */
const IDLE_MS = 30_000;

/**
 * Reads PDFs in a hidden page of the extension, which loads the library. A worker in Chrome cannot load code later, and
 * the 500 KB are not needed elsewhere.
 */
export class PdfReader {
  #open: Promise<void> | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  #inUse = 0;

  /** Reads a fetched web page in a document that can run and load nothing. Throws PageError. */
  readHtml(html: string, url: string): Promise<PageReading> {
    return this.#withPage(async () => {
      const reply = await ask<HtmlReply>(HTML_CHANNEL, 'reading', { id: crypto.randomUUID(), html, url });
      if (reply !== null && 'reading' in reply) return reply.reading;
      throw new PageError('not-readable', 'The page could not be read.', { cause: reply?.error });
    });
  }

  /**
   * The pages starting with number `first`, as many as one request reads. `onPdfPage` receives each as it is read.
   * Throws PageError.
   */
  read(
    { url, bytes, print }: FetchedDocument,
    first: number,
    onPdfPage?: (page: PdfPage) => void,
  ): Promise<PageSnapshot> {
    return this.#withPage(async () => {
      const request: PdfRequest = { id: crypto.randomUUID(), bytes, first };
      const onPart = ({ number, text }: PdfPageRead) => onPdfPage?.({ url, number, text });
      const reply = (await ask<PdfReply, PdfPageRead>(PDF_CHANNEL, 'pages', request, onPart)) ?? PDF_SLOW;
      if ('error' in reply) throw new PageError(reply.code, reply.error);
      const { title, pages, blocks, truncated } = reply;
      const rest = { language: '', layout: 'page', around: [], selection: '', frameKey: '', unreadFrames: [] } as const;
      const name = decodedComponent(url.split(/[?#]/)[0]?.split('/').at(-1) ?? '');
      return {
        ...rest,
        around: [],
        unreadFrames: [],
        url,
        title: title || name,
        blocks,
        truncated,
        snapshot: print,
        pdfPages: pages,
      };
    });
  }

  /** Runs work that needs the hidden page, which is closed some time after the last work. */
  async #withPage<Result>(work: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#idle);
    this.#inUse += 1;
    try {
      this.#open ??= openHiddenPage(PDF_PAGE).catch((cause: unknown) => {
        // The next reading tries again.
        this.#open = null;
        throw new PageError('not-readable', 'The page could not be read.', { cause });
      });
      await this.#open;
      return await work();
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#idle = setTimeout(() => this.#close(), IDLE_MS);
    }
  }

  #close(): void {
    this.#open = null;
    closeHiddenPage(PDF_PAGE);
  }
}

/**
 * The page's reply: the message with this id that has an error or `part`. Null if it takes too long. `onPart` gets the
 * other messages with this id, which arrive before the reply.
 */
async function ask<Reply extends { id: string }, Part extends { id: string } = never>(
  channelName: string,
  part: string,
  request: PdfRequest | HtmlRequest,
  onPart?: (message: Part) => void,
): Promise<Reply | null> {
  const channel = new BroadcastChannel(channelName);
  const { promise, resolve } = Promise.withResolvers<Reply | null>();
  const timer = setTimeout(() => resolve(null), TIMEOUT_MS);
  channel.addEventListener('message', ({ data }: MessageEvent<Reply | Part>) => {
    if (data.id !== request.id) return;
    if (part in data || 'error' in data) resolve(data as Reply);
    else onPart?.(data as Part);
  });
  channel.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}

/** Maximum text of a document kept with a question, in characters. */
const MAX_TEXT = 1_000_000;

/**
 * The text of an attached PDF, each page under a heading `Page N`, with a note about omitted pages at its end. Throws
 * PageError if it is not a PDF or is protected.
 */
export async function pdfText(pdfs: Pick<PdfReader, 'read'>, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const document = { url: '', contentType: 'application/pdf', bytes, print: '' };
  const parts: string[] = [];
  let length = 0;
  let next = 1;
  for (;;) {
    const { blocks, truncated, pdfPages } = await pdfs.read(document, next);
    const text = joinBlocks(blocks.map(({ markdown }) => markdown));
    parts.push(text.slice(0, MAX_TEXT - length));
    length += text.length;
    const last = blocks.findLast(({ markdown }) => /^# Page \d+$/.test(markdown))?.markdown ?? '';
    const read = Number(last.slice('# Page '.length));
    if (length >= MAX_TEXT) parts.push(`(The rest is left out: the document has ${pdfPages} pages.)`);
    if (!truncated || length >= MAX_TEXT || read < next) return parts.join('\n\n');
    next = read + 1;
  }
}
