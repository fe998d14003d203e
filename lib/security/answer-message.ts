import { Command, type CommandReply } from '../contracts/index.ts';
import { classifySender, type Sender } from './sender.ts';

type Own = { id: string; origin: string };
type Handle = (command: Command) => Promise<CommandReply>;

/**
 * The one door for messages. Answers commands of our own pages; everybody else gets no answer, and nothing of what they sent is
 * looked at. Returns whether an answer follows, as browsers want to know. Never throws.
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
