import { browser } from 'wxt/browser';
import { GgufError, GgufReply, GgufRequest } from '../contracts/index.ts';
import { onPagePort } from './commands.ts';
import { closeHiddenPage, openHiddenPage } from './hidden-page.ts';

/**
 * A port notifies each side when the other is gone: if the worker stops, its request is cancelled, and if the page
 * closes, the request fails.
 */
const PORT = 'gguf';
const PAGE = '/gguf.html';

/**
 * Yields the replies of the page that runs models until the end. Opens the page if needed. Throws GgufError, or the
 * reason of `signal`.
 */
export async function* askGgufPage(request: GgufRequest, signal: AbortSignal): AsyncGenerator<GgufReply> {
  signal.throwIfAborted();
  await openHiddenPage(PAGE);
  const replies: GgufReply[] = [];
  let wake = Promise.withResolvers<void>();
  let isGone = false;
  const port = browser.runtime.connect({ name: PORT });
  port.onMessage.addListener((message: unknown) => {
    replies.push(GgufReply.parse(message));
    wake.resolve();
  });
  port.onDisconnect.addListener(() => {
    isGone = true;
    wake.resolve();
  });
  const stop = () => wake.resolve();
  signal.addEventListener('abort', stop, { once: true });
  port.postMessage(request);
  try {
    for (;;) {
      const reply = replies.shift();
      signal.throwIfAborted();
      if (reply === undefined) {
        if (isGone) throw new GgufError({ type: 'page-closed' });
        await wake.promise;
        wake = Promise.withResolvers<void>();
        continue;
      }
      if (reply.type === 'failed') throw new GgufError(reply.problem, reply.detail);
      yield reply;
      if (reply.type === 'done' || reply.type === 'refused') return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    port.disconnect();
  }
}

/** Answers in the page. `signal` is aborted when the request is cancelled or the worker has stopped. */
export function onGgufRequest(
  handle: (request: GgufRequest, post: (reply: GgufReply) => void, signal: AbortSignal) => Promise<void>,
): void {
  onPagePort<GgufReply>(PORT, (message, post, signal) => handle(GgufRequest.parse(message), post, signal));
}

/** Closes the page in which this is called. */
export function closeGgufPage(): void {
  closeHiddenPage(PAGE);
}
