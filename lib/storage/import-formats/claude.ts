import * as z from 'zod';
import { parseDate } from './dates.ts';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss, readMessages } from './foreign-chat.ts';
import { readMessageParts } from './message-parts.ts';

const Message = z.object({
  uuid: z.string(),
  parent_message_uuid: z.string().nullish(),
  sender: z.string(),
  text: z.string().nullish(),
  content: z.unknown().optional(),
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
  chat_messages: z.array(z.unknown()),
});

/**
 * `conversations.json` of Claude's data export. It contains the text that Claude read from attached files, but not the
 * files themselves.
 */
export const claude = foreignFormat('Claude', Conversation, readConversation);

function readConversation(conversation: z.infer<typeof Conversation>): ForeignChat {
  const values = conversation.chat_messages;
  const ids = values.map((value) => (value as { uuid?: string } | null)?.uuid ?? null);
  const knownIds = new Set(ids);
  const messages = readMessages(
    values,
    Message,
    (message, index) => {
      // Older exports have no parents: their messages are in order.
      const parent = message.parent_message_uuid;
      const before = ids[index - 1] ?? null;
      const parentId = parent === undefined ? before : parent !== null && knownIds.has(parent) ? parent : null;
      return readMessage(message, parentId, conversation.model ?? null);
    },
    ({ uuid, parent_message_uuid: parent }, index) => [uuid, parent === undefined ? ids[index - 1] : parent],
  );
  return {
    id: conversation.uuid,
    title: conversation.name ?? '',
    createdAt: parseDate(conversation.created_at),
    updatedAt: parseDate(conversation.updated_at),
    messages,
    currentId: conversation.current_leaf_message_uuid ?? messages.at(-1)?.id ?? null,
  };
}

function readMessage(message: z.infer<typeof Message>, parentId: string | null, model: string | null): ForeignMessage {
  const parts = readMessageParts(message.content);
  const attachments = message.attachments ?? [];
  const withText = attachments.filter(({ extracted_content: text }) => text);
  const lost: Loss[] = [
    ...parts.lost,
    ...attachments.filter(({ extracted_content: text }) => !text).map((): Loss => 'attachment'),
    ...(message.files ?? []).slice(attachments.length).map((): Loss => 'attachment'),
  ];
  return {
    id: message.uuid,
    parentId,
    role: message.sender === 'human' ? 'user' : message.sender === 'assistant' ? 'assistant' : 'other',
    text: parts.text || (message.text ?? ''),
    reasoning: parts.reasoning,
    model,
    at: parseDate(message.created_at),
    files: withText.map((each) => ({ name: each.file_name || 'file.txt', text: each.extracted_content ?? '' })),
    lost,
  };
}
