import * as z from 'zod';
import { parseDate } from './dates.ts';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss, readMessages } from './foreign-chat.ts';
import { readMessageParts } from './message-parts.ts';

const Message = z.object({
  messageId: z.string(),
  parentMessageId: z.string().nullish(),
  isCreatedByUser: z.boolean(),
  text: z.string().nullish(),
  content: z.unknown().optional(),
  model: z.string().nullish(),
  createdAt: z.string().nullish(),
  files: z.array(z.unknown()).nullish(),
});

const Conversation = z.object({
  conversationId: z.string(),
  title: z.string().nullish(),
  options: z.looseObject({ model: z.string().nullish() }).nullish(),
  messages: z.array(z.unknown()).nullish(),
  messagesTree: z.array(z.unknown()).nullish(),
});

/** “Export conversation” of LibreChat as JSON: one chat, its messages as a list or as a tree. */
export const libreChat = foreignFormat('LibreChat', Conversation, readConversation);

function readConversation(conversation: z.infer<typeof Conversation>): ForeignChat {
  const { conversationId, title, options, messages, messagesTree } = conversation;
  const all = readMessages(
    flat(messages ?? messagesTree ?? []),
    Message,
    (message) => readMessage(message, options?.model ?? null),
    ({ messageId, parentMessageId }) => [messageId, parentMessageId],
  );
  return {
    id: conversationId,
    title: title ?? '',
    createdAt: all[0]?.at ?? null,
    updatedAt: all.at(-1)?.at ?? null,
    messages: all,
    currentId: all.at(-1)?.id ?? null,
  };
}

/** The messages of a tree, in order. Without recursion, because a chat is nested as deeply as it has messages. */
function flat(tree: readonly unknown[]): unknown[] {
  const messages: unknown[] = [];
  const open = [...tree].reverse();
  while (open.length > 0) {
    const message = open.pop();
    messages.push(message);
    const children = (message as { children?: unknown } | null)?.children;
    if (Array.isArray(children)) for (const child of children.toReversed()) open.push(child);
  }
  return messages;
}

function readMessage(message: z.infer<typeof Message>, model: string | null): ForeignMessage {
  const parts = readMessageParts(message.content);
  const files: Loss[] = (message.files ?? []).map(() => 'attachment');
  return {
    id: message.messageId,
    parentId: message.parentMessageId ?? null,
    role: message.isCreatedByUser ? 'user' : 'assistant',
    text: message.text || parts.text,
    reasoning: parts.reasoning,
    model: message.model ?? model,
    at: parseDate(message.createdAt),
    files: [],
    lost: [...files, ...parts.lost],
  };
}
