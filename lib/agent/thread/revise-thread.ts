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
 * The events that a change of a thread appends before its run starts, the question that the run answers, and the run
 * that it continues. `refusal` says why the change is not possible.
 */
export type Revision =
  | { events: ThreadEvent[]; question: UserMessage; continues: string | null }
  | { refusal: FailureReason };

/**
 * Answers a question again: that of the answer `messageId`, or by default the last. The existing answer becomes a
 * branch.
 */
export function reviseAnswer({ messages, imported }: ThreadState, messageId: string | undefined): Revision {
  const index = messages.findIndex((message) => message.messageId === messageId);
  const place = index < 0 ? messages.length - 1 : index;
  const old = messages[place];
  const last = findQuestion(messages.slice(0, place + 1));
  if (last === undefined) return { refusal: { type: 'no-question' } };
  const question = asOwn(last, imported);
  if (old?.role !== 'assistant') return { events: [], question, continues: null };
  // A run that continued another one continues it again.
  return {
    events: [{ type: 'thread-truncate', messageId: old.messageId }],
    question,
    continues: old.continues,
  };
}

/** Asks an edited question with the attachments of the old one, which becomes a branch with everything after it. */
export function reviseQuestion(
  { messages, imported }: ThreadState,
  { messageId, newMessageId, content }: { messageId: string; newMessageId: string; content: string },
): Revision {
  const message = messages.find((each) => each.messageId === messageId);
  if (message?.role !== 'user') return { refusal: { type: 'question-gone' } };
  const old = asOwn(message, imported);
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
export function continueAnswer({ messages, imported }: ThreadState): Revision {
  const last = messages.at(-1);
  const question = findQuestion(messages);
  if (last?.role !== 'assistant' || question === undefined) return { refusal: { type: 'no-answer-to-continue' } };
  if (last.outcome === null) return { refusal: { type: 'answer-in-progress' } };
  if (!canContinue(last.outcome)) return { refusal: { type: 'cannot-continue' } };
  return { events: [], question: asOwn(question, imported), continues: last.messageId };
}

/**
 * Returns a question for the user to ask again. An imported question loses its tabs, whose ids could belong to other
 * tabs here, and its text counts as written by somebody else.
 */
function asOwn(question: UserMessage, imported: ReadonlySet<string>): UserMessage {
  if (!imported.has(question.messageId)) return question;
  const { tabs: _, filled = [], ...rest } = question;
  return { ...rest, filled: [...filled, question.content].filter((text) => text !== '') };
}

function findQuestion(messages: readonly Message[]): UserMessage | undefined {
  return messages.findLast((message) => message.role === 'user');
}
