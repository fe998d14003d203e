import { browser } from 'wxt/browser';

/** Pages of the extension that run invisibly. */
export type HiddenPage = '/pdf.html' | '/gguf.html';

type Request = { type: 'open' | 'close'; page: HiddenPage };
type Reply = { type: 'opened'; page: HiddenPage };

const CHANNEL = 'hidden-pages';
const OFFSCREEN_PAGE = '/offscreen.html';
const OPEN_TIMEOUT_MS = 5_000;

/**
 * Opens a hidden page of the extension unless it is open, and resolves when it has loaded. In Chrome, a worker can
 * neither load code later nor start workers, but an extension may have one offscreen document, which holds such pages
 * in frames. In Firefox, the background is a page and holds the frames itself.
 */
export async function openHiddenPage(page: HiddenPage): Promise<void> {
  if (import.meta.env.FIREFOX) return openFrame(page);
  for (let attempt = 1; ; attempt++) {
    // Two callers may both try to create one; the second is refused.
    if (!(await browser.offscreen.hasDocument())) await createOffscreenDocument().catch(() => undefined);
    // The document may have closed itself in the meantime.
    if (await isOpened(page)) return;
    if (attempt === 3) throw new Error(`${page} could not be opened.`);
  }
}

/** Closes a hidden page, from anywhere in the extension. */
export function closeHiddenPage(page: HiddenPage): void {
  // The frame itself may be the one that closes it.
  if (import.meta.env.FIREFOX) window.parent.document.querySelector(buildFrameSelector(page))?.remove();
  else send({ type: 'close', page });
}

/** Holds the hidden pages in the offscreen document, which closes itself after the last of them. */
export function holdHiddenPages(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<Request | Reply>) => {
    if (data.type === 'open') void openFrame(data.page).then(() => channel.postMessage({ ...data, type: 'opened' }));
    if (data.type !== 'close') return;
    document.querySelector(buildFrameSelector(data.page))?.remove();
    if (document.querySelector('iframe') === null) window.close();
  });
}

function createOffscreenDocument(): Promise<void> {
  return browser.offscreen.createDocument({
    url: OFFSCREEN_PAGE,
    reasons: ['DOM_PARSER', 'WORKERS'],
    justification: 'Reads the text of PDF documents and of pages from the web, and runs models on this computer.',
  });
}

async function isOpened(page: HiddenPage): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), OPEN_TIMEOUT_MS);
  channel.addEventListener('message', ({ data }: MessageEvent<Request | Reply>) => {
    if (data.type === 'opened' && data.page === page) resolve(true);
  });
  channel.postMessage({ type: 'open', page } satisfies Request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    channel.close();
  }
}

function send(request: Request): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(request);
  channel.close();
}

const loading = new WeakMap<Element, Promise<unknown>>();

async function openFrame(page: HiddenPage): Promise<void> {
  const open = document.querySelector(buildFrameSelector(page));
  if (open !== null) {
    await loading.get(open);
    return;
  }
  const frame = document.createElement('iframe');
  const frameLoad = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  loading.set(frame, frameLoad);
  frame.src = browser.runtime.getURL(page);
  document.body.append(frame);
  await frameLoad;
}

function buildFrameSelector(page: HiddenPage): string {
  return `iframe[src="${browser.runtime.getURL(page)}"]`;
}
