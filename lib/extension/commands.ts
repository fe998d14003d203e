import { browser } from 'wxt/browser';
import { type Command, CommandReply } from '../contracts/index.ts';
import { answerMessage, classifySender, refused, type Sender } from '../security/index.ts';

/** Sends a command to the worker. Resolves to an error if the worker is missing or stops before it answers. */
export async function sendCommand(command: Command): Promise<CommandReply> {
  try {
    return CommandReply.parse(await browser.runtime.sendMessage(command));
  } catch (error) {
    return refused('no-answer-from-worker', String(error));
  }
}

/** Answers commands from pages of the extension. Other senders get no answer. */
export function onCommand(handle: (command: Command) => Promise<CommandReply>): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) =>
    answerMessage(handle, own(), message, sender, sendResponse),
  );
}

/** Whether the sender is a page of this extension, in a sidebar or in a tab. */
function isOwnPage(sender: Sender): boolean {
  return classifySender(sender, own()) === 'own-page';
}

function own(): { id: string; origin: string } {
  return { id: browser.runtime.id, origin: browser.runtime.getURL('/').replace(/\/$/, '') };
}

/**
 * Sends `message` to the worker on a port of this name, from a page. `read` gets each message that comes back, until it
 * returns a result. Resolves to that result, or to `closed()` if the worker closes the port before that or `signal` is
 * aborted.
 */
export function askOnPort<Result>(
  name: string,
  message: unknown,
  read: (answer: unknown) => Result | undefined,
  getClosedResult: () => Result,
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
  port.onDisconnect.addListener(() => resolve(getClosedResult()));
  signal?.addEventListener('abort', () => end(getClosedResult()));
  port.postMessage(message);
  return promise;
}

/**
 * Answers pages of this extension on ports of this name, in the worker. `answer` gets the page's message, a function
 * that posts to the page while the port is open, and a signal that is aborted when the page is gone. If `answer`
 * rejects, the port is closed.
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
