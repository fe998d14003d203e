import * as z from 'zod';
import { parseDate } from './dates.ts';
import {
  chainMessages,
  type ForeignChat,
  type ForeignFormat,
  type ForeignMessage,
  type Loss,
  readMessages,
} from './foreign-chat.ts';

/** Message times are in MongoDB's notation. */
const Time = z.union([z.string(), z.object({ $date: z.union([z.string(), z.object({ $numberLong: z.string() })]) })]);

const Message = z.object({
  response: z.looseObject({
    _id: z.string(),
    parent_response_id: z.string().nullish(),
    sender: z.string(),
    message: z.string().nullish(),
    thinking_trace: z.string().nullish(),
    model: z.string().nullish(),
    create_time: Time.nullish(),
    file_attachments: z.array(z.unknown()).nullish(),
    generated_image_urls: z.array(z.unknown()).nullish(),
    steps: z.array(z.unknown()).nullish(),
  }),
});

const Chat = z.object({
  conversation: z.looseObject({
    id: z.string(),
    title: z.string().nullish(),
    create_time: z.string().nullish(),
    modify_time: z.string().nullish(),
  }),
  responses: z.array(z.unknown()),
});

/** The array of Grok's file that holds its chats. */
export const GROK_LIST = 'conversations';

const File = z.object({ [GROK_LIST]: z.array(Chat) });

/** `prod-grok-backend.json` of Grok's data export: a chat of its list, or the whole file. */
export const grok: ForeignFormat = {
  name: 'Grok',
  read(value) {
    const chat = Chat.safeParse(value);
    if (chat.success) return [readChat(chat.data)];
    const file = File.safeParse(value);
    return file.success ? file.data[GROK_LIST].map(readChat) : null;
  },
};

function readChat({ conversation, responses }: z.infer<typeof Chat>): ForeignChat {
  const messages = readMessages(
    responses,
    Message,
    ({ response }) => readMessage(response),
    ({ response }) => {
      const { _id: id, parent_response_id: parent } = (response ?? {}) as Record<string, unknown>;
      return [id, parent];
    },
  );
  const isTree = messages.some(({ parentId }) => parentId !== null);
  return {
    id: conversation.id,
    title: conversation.title ?? '',
    createdAt: parseDate(conversation.create_time),
    updatedAt: parseDate(conversation.modify_time),
    messages: isTree ? messages : chainMessages(messages),
    currentId: messages.at(-1)?.id ?? null,
  };
}

function readMessage(response: z.infer<typeof Message>['response']): ForeignMessage {
  const lost: Loss[] = [
    ...(response.file_attachments ?? []).map((): Loss => 'attachment'),
    ...(response.generated_image_urls ?? []).map((): Loss => 'picture'),
    ...(response.steps ?? []).map((): Loss => 'tool-call'),
  ];
  return {
    id: response._id,
    parentId: response.parent_response_id ?? null,
    role: /^(human|user)$/i.test(response.sender) ? 'user' : 'assistant',
    text: response.message ?? '',
    reasoning: response.thinking_trace ?? '',
    model: response.model ?? null,
    at: toTimestamp(response.create_time),
    files: [],
    lost,
  };
}

function toTimestamp(time: z.infer<typeof Time> | null | undefined): number | null {
  if (time === null || time === undefined || typeof time === 'string') return parseDate(time);
  const { $date: date } = time;
  return typeof date === 'string' ? parseDate(date) : Number(date.$numberLong);
}
