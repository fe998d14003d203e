import {
  canContinue,
  type FailureReason,
  type Message,
  type ThreadEvent,
  type ThreadState,
  toAttachments,
  type UserMessage,
} from '../../contracts/index.ts';

/**
 * What a change of a thread appends before the start of its run, the question that the run answers, and the run that it continues.
 * `refusal`: why it cannot be made.
 */
export type Revision =
  | { events: ThreadEvent[]; question: UserMessage; continues: string | null }
  | { refusal: FailureReason };

/** Answers a question again: that of the answer `messageId`, or else the last. The existing answer becomes a branch. */
export function reviseAnswer({ messages }: ThreadState, messageId: string | undefined): Revision {
  const index = messages.findIndex((message) => message.messageId === messageId);
  const place = index < 0 ? messages.length - 1 : index;
  const old = messages[place];
  const question = findQuestion(messages.slice(0, place + 1));
  if (question === undefined) return { refusal: { type: 'no-question' } };
  if (old?.role !== 'assistant') return { events: [], question, continues: null };
  // A run that continued another does so again.
  return {
    events: [{ type: 'thread-truncate', messageId: old.messageId }],
    question,
    continues: old.continues,
  };
}

/** Asks an edited question with the attachments of the old one, which becomes a branch with everything after it. */
export function reviseQuestion(
  { messages }: ThreadState,
  { messageId, newMessageId, content }: { messageId: string; newMessageId: string; content: string },
): Revision {
  const old = messages.find((message) => message.messageId === messageId);
  if (old?.role !== 'user') return { refusal: { type: 'question-gone' } };
  const attachments = toAttachments(old);
  return {
    events: [
      { type: 'thread-truncate', messageId },
      { type: 'user-message', messageId: newMessageId, content, ...attachments },
    ],
    question: { ...old, messageId: newMessageId, content },
    continues: null,
  };
}

/** Continues an answer that was cut off. */
export function continueAnswer({ messages }: ThreadState): Revision {
  const last = messages.at(-1);
  const question = findQuestion(messages);
  if (last?.role !== 'assistant' || question === undefined) return { refusal: { type: 'no-answer-to-continue' } };
  if (last.outcome === null) return { refusal: { type: 'answer-in-progress' } };
  if (!canContinue(last.outcome)) return { refusal: { type: 'cannot-continue' } };
  return { events: [], question, continues: last.messageId };
}

function findQuestion(messages: readonly Message[]): UserMessage | undefined {
  return messages.findLast((message) => message.role === 'user');
}
