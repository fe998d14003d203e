import type { AssistantMessage, ThreadEvent, ThreadState } from '../../contracts/index.ts';
import { allMessages, type Branches, selectBranch } from './branches.ts';

/**
 * Returns the events to append before and after the rows of a second opinion. It then is a version of the answer to its
 * question, and the selected messages do not change. Null if the question was deleted.
 */
export function adoptionEvents(
  thread: ThreadState,
  questionId: string,
): { before: ThreadEvent[]; after: ThreadEvent[] } | null {
  if (!allMessages(thread).some(({ messageId }) => messageId === questionId)) return null;
  const branches: Branches = { messages: [...thread.messages], forks: [...thread.forks] };
  selectBranch(branches, questionId);
  const index = branches.messages.findIndex(({ messageId }) => messageId === questionId);
  const answer = branches.messages[index + 1];
  const isSelected = thread.messages.some(({ messageId }) => messageId === questionId);
  const last = thread.messages.at(-1);
  if (answer !== undefined && last !== undefined)
    return {
      before: [{ type: 'thread-truncate', messageId: answer.messageId }],
      after: [{ type: 'branch-select', messageId: last.messageId }],
    };
  if (isSelected || last === undefined) return { before: [], after: [] };
  return {
    before: [{ type: 'branch-select', messageId: questionId }],
    after: [{ type: 'branch-select', messageId: last.messageId }],
  };
}

/**
 * Two answers to the last question of a chat. `firstIndex` is where the first begins among the chat's messages. The
 * second is not among them.
 */
export type Comparison = { firstIndex: number; second: AssistantMessage };

/**
 * Returns the answers between which the user has not chosen yet. `opinion` is the second opinion as stored while it is
 * being written. Afterwards it is in `thread`. Null if there is nothing to compare.
 */
export function findComparison(thread: ThreadState, opinion: ThreadState): Comparison | null {
  const index = thread.messages.findLastIndex(({ role }) => role === 'user');
  const question = thread.messages[index];
  const first = thread.messages[index + 1];
  if (question === undefined || first?.role !== 'assistant' || first.isOpinion) return null;
  const versions = thread.forks.find(({ after }) => after === question.messageId)?.tails ?? [];
  const stored = versions.flatMap((tail) => tail.slice(0, 1)).findLast(isOpinion);
  const written = opinion.messages.at(-1);
  const isOfQuestion = opinion.messages.at(-2)?.messageId === question.messageId;
  const isStored = allMessages(thread).some(({ messageId }) => messageId === written?.messageId);
  const second = written?.role === 'assistant' && isOfQuestion && !isStored ? written : stored;
  return second === undefined ? null : { firstIndex: index + 1, second };
}

function isOpinion(message: ThreadState['messages'][number]): message is AssistantMessage {
  return message.role === 'assistant' && message.isOpinion;
}

/** Returns the chat up to the question of a comparison, followed by the second answer. */
export function withSecondAnswer(thread: ThreadState, { firstIndex, second }: Comparison): ThreadState {
  return { ...thread, messages: [...thread.messages.slice(0, firstIndex), second] };
}
