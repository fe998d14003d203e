import { browser } from 'wxt/browser';
import { isOwnPage } from './commands.ts';

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
