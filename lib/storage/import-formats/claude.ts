import * as z from 'zod';
import { type ForeignChat, foreignFormat, type Loss } from './foreign-chat.ts';

const Block = z.looseObject({
  type: z.string(),
  text: z.string().nullish(),
  thinking: z.string().nullish(),
});

const Message = z.object({
  uuid: z.string(),
  parent_message_uuid: z.string().nullish(),
  sender: z.enum(['human', 'assistant']),
  text: z.string().nullish(),
  content: z.array(Block).nullish(),
  created_at: z.string().nullish(),
  attachments: z
    .array(z.looseObject({ file_name: z.string().nullish(), extracted_content: z.string().nullish() }))
    .nullish(),
  files: z.array(z.unknown()).nullish(),
});

const Conversation = z.object({
  uuid: z.string(),
  name: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  model: z.string().nullish(),
  current_leaf_message_uuid: z.string().nullish(),
  chat_messages: z.array(Message),
});

/** `conversations.json` of Claude's data export. Text that Claude read from attached files is in it; files themselves are not. */
export const claude = foreignFormat('Claude', Conversation, readConversation);

function readConversation(conversation: z.infer<typeof Conversation>): ForeignChat {
  const { chat_messages: messages } = conversation;
  const ids = new Set(messages.map(({ uuid }) => uuid));
  return {
    id: conversation.uuid,
    title: conversation.name ?? '',
    createdAt: date(conversation.created_at),
    updatedAt: date(conversation.updated_at),
    messages: messages.map((message, index) => {
      const blocks = message.content ?? [];
      const written = (type: string, field: 'text' | 'thinking') =>
        blocks.flatMap((block) => (block.type === type && block[field] ? [block[field]] : [])).join('\n\n');
      const attachments = message.attachments ?? [];
      const withText = attachments.filter(({ extracted_content: text }) => text);
      const lost: Loss[] = [
        ...blocks.filter(({ type }) => type === 'tool_use').map((): Loss => 'tool-call'),
        ...attachments.filter(({ extracted_content: text }) => !text).map((): Loss => 'attachment'),
        ...(message.files ?? []).slice(attachments.length).map((): Loss => 'attachment'),
      ];
      // Older exports have no parents: their messages are in order.
      const before = messages[index - 1]?.uuid ?? null;
      const parent = message.parent_message_uuid;
      return {
        id: message.uuid,
        parentId: parent === undefined ? before : parent !== null && ids.has(parent) ? parent : null,
        role: message.sender === 'human' ? 'user' : 'assistant',
        text: written('text', 'text') || (message.text ?? ''),
        reasoning: written('thinking', 'thinking'),
        model: conversation.model ?? null,
        at: date(message.created_at),
        files: withText.map((each) => ({ name: each.file_name || 'file.txt', text: each.extracted_content ?? '' })),
        lost,
      };
    }),
    currentId: conversation.current_leaf_message_uuid ?? messages.at(-1)?.uuid ?? null,
  };
}

function date(text: string | null | undefined): number | null {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? null : ms;
}
