import { browser } from 'wxt/browser';
import { GgufError, GgufReply, GgufRequest } from '../contracts/index.ts';
import { onPagePort } from './commands.ts';
import { closeHiddenPage, openHiddenPage } from './hidden-page.ts';

/** A port tells each side when the other is gone: a stopped worker cancels its request, a closed page fails it. */
const PORT = 'gguf';
const PAGE = '/gguf.html';

/** Replies of the page that runs models, which is opened if needed, up to the end. Throws GgufError, or the reason of `signal`. */
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

/** Answers in the page. `signal` is aborted when the request is cancelled or the worker was stopped. */
export function onGgufRequest(
  handle: (request: GgufRequest, post: (reply: GgufReply) => void, signal: AbortSignal) => Promise<void>,
): void {
  onPagePort<GgufReply>(PORT, (message, post, signal) => handle(GgufRequest.parse(message), post, signal));
}

/** Closes the page that this is called in. */
export function closeGgufPage(): void {
  closeHiddenPage(PAGE);
}
