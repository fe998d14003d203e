import * as z from 'zod';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss } from './foreign-chat.ts';

const Part = z.looseObject({
  type: z.string(),
  text: z.union([z.string(), z.looseObject({ value: z.string() })]).nullish(),
  think: z.union([z.string(), z.looseObject({ value: z.string() })]).nullish(),
});

const Message = z.object({
  messageId: z.string(),
  parentMessageId: z.string().nullish(),
  isCreatedByUser: z.boolean(),
  text: z.string().nullish(),
  content: z.array(Part).nullish(),
  model: z.string().nullish(),
  createdAt: z.string().nullish(),
  files: z.array(z.unknown()).nullish(),
  get children() {
    return z.array(Message).nullish();
  },
});
type Message = z.infer<typeof Message>;

const Conversation = z.object({
  conversationId: z.string(),
  title: z.string().nullish(),
  options: z.looseObject({ model: z.string().nullish() }).nullish(),
  messages: z.array(Message).nullish(),
  messagesTree: z.array(Message).nullish(),
});

/** “Export conversation” of LibreChat as JSON: one chat, its messages as a list or as a tree. */
export const libreChat = foreignFormat('LibreChat', Conversation, readConversation);

function readConversation({
  conversationId,
  title,
  options,
  messages,
  messagesTree,
}: z.infer<typeof Conversation>): ForeignChat {
  const all = flat(messages ?? messagesTree ?? [], options?.model ?? null);
  return {
    id: conversationId,
    title: title ?? '',
    createdAt: all[0]?.at ?? null,
    updatedAt: all.at(-1)?.at ?? null,
    messages: all,
    currentId: all.at(-1)?.id ?? null,
  };
}

function flat(messages: readonly Message[], model: string | null): ForeignMessage[] {
  const found: ForeignMessage[] = [];
  const open = [...messages].reverse();
  for (let message = open.pop(); message !== undefined; message = open.pop()) {
    open.push(...(message.children ?? []).toReversed());
    const parts = message.content ?? [];
    const files: Loss[] = (message.files ?? []).map(() => 'attachment');
    const ms = Date.parse(message.createdAt ?? '');
    found.push({
      id: message.messageId,
      parentId: message.parentMessageId ?? null,
      role: message.isCreatedByUser ? 'user' : 'assistant',
      text: message.text || written(parts, 'text'),
      reasoning: written(parts, 'think'),
      model: message.model ?? model,
      at: Number.isNaN(ms) ? null : ms,
      files: [],
      lost: [...files, ...parts.filter(({ type }) => type === 'tool_call').map((): Loss => 'tool-call')],
    });
  }
  return found;
}

function written(parts: readonly z.infer<typeof Part>[], field: 'text' | 'think'): string {
  return parts
    .flatMap((part) => {
      const value = part.type === field ? part[field] : null;
      return value ? [typeof value === 'string' ? value : value.value] : [];
    })
    .join('\n\n');
}
