import { type PageReading, WEB_LIMITS } from '../../lib/contracts/index.ts';
import { captureDom } from '../../lib/page-reader/capture/index.ts';
import { composeReading } from '../../lib/page-reader/document/index.ts';
import {
  HTML_CHANNEL,
  type HtmlReply,
  type HtmlRequest,
  INERT_SHELL,
  inertDocument,
} from '../../lib/page-reader/html/index.ts';
import {
  PDF_CHANNEL,
  type PdfPageRead,
  type PdfReply,
  type PdfRequest,
  readPdfInTime,
} from '../../lib/page-reader/pdf/index.ts';

// PDFs are read in a worker, which can be terminated in any state. This page shares its thread with the panel.
const startWorker = () => new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });

const channel = new BroadcastChannel(PDF_CHANNEL);
channel.addEventListener('message', ({ data }: MessageEvent<PdfRequest | PdfPageRead | PdfReply>) => {
  if (!('bytes' in data)) return;
  const onPage = (page: PdfPageRead) => channel.postMessage(page);
  void readPdfInTime(data, startWorker, onPage).then((reply) => channel.postMessage(reply));
});

const pages = new BroadcastChannel(HTML_CHANNEL);
pages.addEventListener('message', ({ data }: MessageEvent<HtmlRequest | HtmlReply>) => {
  if ('html' in data) void readHtml(data).then((reply) => pages.postMessage(reply));
});

/** In CSS pixels. As wide as most screens, so that pages show the same content. */
const SIZE = { width: '1280px', height: '1600px' };

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
  // It has the same origin, so that it can be read. Without `allow-scripts` it never runs anything.
  frame.setAttribute('sandbox', 'allow-same-origin');
  Object.assign(frame.style, { ...SIZE, border: '0', position: 'absolute' });
  frame.srcdoc = INERT_SHELL;
  const shell = Promise.withResolvers<void>();
  frame.addEventListener('load', () => shell.resolve(), { once: true });
  const page = inertDocument(html, url, { parse: parseHtml, parseSheet });
  const slow = Promise.withResolvers<never>();
  const timer = setTimeout(() => slow.reject(new Error('The page takes too long to read.')), WEB_LIMITS.ms);
  document.body.append(frame);
  try {
    await Promise.race([shell.promise, slow.promise]);
    const { contentDocument, contentWindow } = frame;
    if (contentDocument === null || contentWindow === null) throw new Error('The frame has no document.');
    contentDocument.documentElement.replaceWith(contentDocument.adoptNode(page.documentElement));
    // Capturing works in slices, so that a timeout can end it.
    const { capture } = await Promise.race([
      captureDom(contentDocument, contentWindow as Window & typeof globalThis, { pause: untilOthersRan }),
      slow.promise,
    ]);
    return composeReading({ ...capture, url, frameKey: '' });
  } finally {
    clearTimeout(timer);
    frame.remove();
  }
}

/** The panel's own tasks run between two slices. `scheduler.yield` would continue before its timers. */
function untilOthersRan(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function parseHtml(html: string): Document {
  return new DOMParser().parseFromString(html, 'text/html');
}

function parseSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}
