import { type Browser, browser } from 'wxt/browser';
import { Command, CommandReply } from '../protocol/command.ts';
import type { Failure } from '../protocol/failure.ts';

/** Asks the worker. A worker that is not there, or dies over it, is a refusal that says so. */
export async function sendCommand(command: Command): Promise<CommandReply> {
  try {
    return CommandReply.parse(await browser.runtime.sendMessage(command));
  } catch (error) {
    return refused('internal', 'Sidenote did not answer. Try again; if it stays, reload the extension.', String(error));
  }
}

/** Answers commands from our own pages; everybody else, and everything that is no command, gets no answer. */
export function onCommand(handle: (command: Command) => Promise<CommandReply>): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
    if (!isOwnPage(sender)) return false;
    const command = Command.safeParse(message);
    if (!command.success) {
      sendResponse(
        refused('internal', 'Sidenote did not understand itself. Reload the extension.', command.error.message),
      );
      return false;
    }
    handle(command.data).then(sendResponse, (error: unknown) =>
      sendResponse(refused('internal', 'Something went wrong inside Sidenote. Try again.', String(error))),
    );
    return true;
  });
}

/** Our panel and options page, in a sidebar or in a tab; not a content script, which sends from its page's address. */
export function isOwnPage(sender: Browser.runtime.MessageSender): boolean {
  const own = new URL(browser.runtime.getURL('/')).origin;
  const from = [sender.url && URL.parse(sender.url)?.origin, sender.origin].filter((origin) => origin !== undefined);
  return sender.id === browser.runtime.id && from.length > 0 && from.every((origin) => origin === own);
}

function refused(code: Failure['code'], message: string, detail: string): CommandReply {
  return { type: 'refused', failure: { code, message, detail, retryable: true } };
}
