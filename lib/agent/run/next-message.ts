import {
  type AssistantMessage,
  canContinue,
  type Message,
  type QueuedMessage,
  type RunOutcome,
  type ThreadState,
} from '../../contracts/index.ts';
import { allMessages } from '../thread/branches.ts';
import { isSteered } from './next-action.ts';

/** How a thread continues after a run without the user. */
export type NextMessage =
  /** The user added something that the run ended without seeing. */
  { type: 'go-on'; after: AssistantMessage } | { type: 'send'; message: QueuedMessage };

/**
 * What follows the last run; null while one is open, and after one that was stopped, failed or interrupted, since then the user
 * decides. Depends on the log and the queue alone, so that a worker started for another reason finds it too.
 */
export function nextMessage(state: ThreadState, queue: readonly QueuedMessage[]): NextMessage | null {
  const last = state.messages.at(-1);
  if (last?.role !== 'assistant' || last.outcome === null || !isOver(last.outcome)) return null;
  if (isSteered(last)) return { type: 'go-on', after: last };
  const message = queue.find(({ messageId }) => !wasSent(state, messageId));
  return message === undefined ? null : { type: 'send', message };
}

function isOver(outcome: RunOutcome): boolean {
  return outcome.type === 'complete' || (canContinue(outcome) && outcome.reason !== 'interrupted');
}

/** Whether a queued message is in the thread already, as a question or as a steer of a run, and must not be sent again. */
export function wasSent(state: ThreadState, messageId: string): boolean {
  return allMessages(state).some((message) => message.messageId === messageId || wasSteered(message, messageId));
}

function wasSteered(message: Message, messageId: string): boolean {
  return message.role === 'assistant' && message.steers.some((steer) => steer.messageId === messageId);
}
