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

/** Answers commands from our own pages; everybody else gets no answer. */
export function onCommand(handle: (command: Command) => Promise<CommandReply>): void {
  browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) =>
    answerMessage(handle, own(), message, sender, sendResponse),
  );
}

/** Whether the sender is a page of this extension, in a sidebar or in a tab. */
export function isOwnPage(sender: Sender): boolean {
  return classifySender(sender, own()) === 'own-page';
}

function own(): { id: string; origin: string } {
  return { id: browser.runtime.id, origin: browser.runtime.getURL('/').replace(/\/$/, '') };
}
