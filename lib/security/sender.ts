import { Command, type CommandReply } from '../contracts/index.ts';

type Own = { id: string; origin: string };
type Handle = (command: Command) => Promise<CommandReply>;

/**
 * The only entry point for messages. Answers commands from extension pages. Other senders get no answer, and their
 * message is not parsed. Returns whether an answer follows, which browsers need to know. Never throws.
 */
export function answerMessage(
  handle: Handle,
  own: Own,
  message: unknown,
  sender: Sender | undefined,
  sendResponse: (reply: CommandReply) => void,
): boolean {
  if (classifySender(sender, own) !== 'own-page') return false;
  const command = Command.safeParse(message);
  if (!command.success) {
    const detail = command.error.message.slice(0, 2000);
    sendResponse(refused('not-understood', detail));
    return false;
  }
  handle(command.data).then(sendResponse, (error: unknown) => sendResponse(refused('command-failed', String(error))));
  return true;
}

export function refused(
  type: 'not-understood' | 'command-failed' | 'no-answer-from-worker',
  detail: string,
): CommandReply {
  return { type: 'refused', failure: { code: 'internal', reason: { type }, detail, retryable: true } };
}

/** The fields of a browser's MessageSender that are used here. */
export type Sender = {
  id?: string | undefined;
  url?: string | undefined;
  origin?: string | undefined;
  frameId?: number | undefined;
  nativeApplication?: string | undefined;
  tab?: unknown;
};

type SenderClass = 'own-page' | 'own-frame' | 'content-script' | 'other-extension' | 'program' | 'unknown';

/**
 * Classifies the sender of a message. Only `own-page` may send commands: the panel, settings or diagnostics, in a
 * sidebar or a tab. A content script also has the extension's id, but its page's address. If the browser's origin and
 * the address disagree, the message is rejected. `own` is the extension's id and the origin of its pages.
 */
export function classifySender(sender: Sender | undefined, own: { id: string; origin: string }): SenderClass {
  if (typeof sender !== 'object' || sender === null) return 'unknown';
  if (sender.nativeApplication !== undefined) return 'program';
  if (sender.id === undefined) return 'unknown';
  if (sender.id !== own.id) return 'other-extension';
  const reported = [sender.url === undefined ? undefined : originOfPage(sender.url), sender.origin];
  const origins = reported.filter((origin) => origin !== undefined);
  if (origins.length === 0) return 'unknown';
  if (!origins.every((origin) => origin === own.origin)) return 'content-script';
  return (sender.frameId ?? 0) === 0 ? 'own-page' : 'own-frame';
}

/** Node and browsers disagree about the origin of extension addresses, so it is parsed from the text. */
function originOfPage(url: string): string {
  return /^[a-z-]+:\/\/[^/?#]+(?=[/?#]|$)/i.exec(String(url))?.[0] ?? 'none';
}
