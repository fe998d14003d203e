import { browser } from 'wxt/browser';
import { isOwnPage } from './commands.ts';

/**
 * Sends `message` to the worker on a port of this name, from a page. `read` gets each message that comes back, until it returns a
 * result. Resolves with that, or with `closed()` if the worker closes the port before or `signal` is aborted.
 */
export function askOnPort<Result>(
  name: string,
  message: unknown,
  read: (answer: unknown) => Result | undefined,
  closed: () => Result,
  signal?: AbortSignal,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>();
  const port = browser.runtime.connect({ name });
  const end = (result: Result) => {
    port.disconnect();
    resolve(result);
  };
  port.onMessage.addListener((answer: unknown) => {
    const result = read(answer);
    if (result !== undefined) end(result);
  });
  port.onDisconnect.addListener(() => resolve(closed()));
  signal?.addEventListener('abort', () => end(closed()));
  port.postMessage(message);
  return promise;
}

/**
 * Answers pages of this extension on ports of this name, in the worker. `answer` gets what the page sent, a function that posts to
 * it as long as it is open, and a signal that is aborted when it is gone. If it rejects, the port is closed.
 */
export function onPagePort<Message>(
  name: string,
  answer: (message: unknown, post: (message: Message) => void, signal: AbortSignal) => Promise<void>,
): void {
  browser.runtime.onConnect.addListener((port) => {
    if (port.name !== name || port.sender === undefined || !isOwnPage(port.sender)) return;
    const gone = new AbortController();
    port.onDisconnect.addListener(() => gone.abort());
    const post = (message: Message) => {
      if (!gone.signal.aborted) port.postMessage(message);
    };
    port.onMessage.addListener((message: unknown) => {
      void answer(message, post, gone.signal).catch(() => port.disconnect());
    });
  });
}
