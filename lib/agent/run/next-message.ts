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

/** What a thread goes on with after a run, without being asked again. */
export type NextMessage =
  /** The user said something to the run that it ended without hearing. */
  { type: 'go-on'; after: AssistantMessage } | { type: 'send'; message: QueuedMessage };

/**
 * What comes after the last run; null while one is open, and after one that was stopped, failed or broke off: then the user
 * decides. Decided from the log and the queue alone, so that a worker that is started for something else finds it too.
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

/** Whether a queued message is in the thread already, as a question or steering a run. Then it is not sent again. */
export function wasSent(state: ThreadState, messageId: string): boolean {
  return allMessages(state).some((message) => message.messageId === messageId || wasSteered(message, messageId));
}

function wasSteered(message: Message, messageId: string): boolean {
  return message.role === 'assistant' && message.steers.some((steer) => steer.messageId === messageId);
}
