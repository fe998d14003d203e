import * as z from 'zod';
import { type ForeignChat, type ForeignFormat, type ForeignMessage, foreignFormat, type Loss } from './foreign-chat.ts';

const PageAssistMessage = z.object({
  id: z.string(),
  role: z.string(),
  name: z.string().nullish(),
  content: z.string(),
  images: z.array(z.string()).nullish(),
  createdAt: z.number().nullish(),
  modelName: z.string().nullish(),
});

const PageAssistChat = z.object({
  history: z.object({ id: z.string(), title: z.string().nullish(), createdAt: z.number().nullish() }),
  messages: z.array(PageAssistMessage),
});

/** The array of a page-assist file that holds its chats. */
export const PAGE_ASSIST_LIST = 'chat';

const PageAssistFile = z.object({ [PAGE_ASSIST_LIST]: z.array(PageAssistChat) });

/** “Export data” of page-assist: a chat of its list, or the file. Reasoning stands in the text, in `<think>`. */
export const pageAssist: ForeignFormat = {
  name: 'page-assist',
  read(value) {
    const chat = PageAssistChat.safeParse(value);
    if (chat.success) return [readPageAssistChat(chat.data)];
    const file = PageAssistFile.safeParse(value);
    return file.success ? file.data[PAGE_ASSIST_LIST].map(readPageAssistChat) : null;
  },
};

function readPageAssistChat({ history, messages }: z.infer<typeof PageAssistChat>): ForeignChat {
  const ordered = messages.toSorted((one, other) => (one.createdAt ?? 0) - (other.createdAt ?? 0));
  return chatOf(
    { id: history.id, title: history.title ?? '', createdAt: history.createdAt ?? null, updatedAt: null },
    ordered.map(({ id, role, name, content, images, createdAt, modelName }) => ({
      id,
      role,
      content,
      model: modelName ?? (role === 'assistant' ? (name ?? null) : null),
      at: createdAt ?? null,
      pictures: (images ?? []).filter((image) => image !== '').length,
    })),
  );
}

const OllamaClientSession = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  modelId: z.string().nullish(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string(),
      model: z.string().nullish(),
      timestamp: z.number().nullish(),
      attachments: z.array(z.unknown()).nullish(),
    }),
  ),
});

/** “Export chat” of ollama-client: one session, or a list of them. Its messages have no ids. */
export const ollamaClient = foreignFormat(
  'ollama-client',
  OllamaClientSession,
  ({ id, title, createdAt, updatedAt, modelId, messages }) =>
    chatOf(
      { id, title, createdAt, updatedAt },
      messages.map((message, index) => ({
        id: `${id}-${index + 1}`,
        role: message.role,
        content: message.content,
        model: message.model ?? modelId ?? null,
        at: message.timestamp ?? null,
        pictures: 0,
        attachments: message.attachments?.length ?? 0,
      })),
    ),
);

type ListedMessage = Pick<ForeignMessage, 'id' | 'model' | 'at'> & {
  role: string;
  content: string;
  pictures: number;
  attachments?: number;
};

/** A chat without branches. What is neither a question nor an answer is counted with the message after it. */
function chatOf(
  chat: Pick<ForeignChat, 'id' | 'title' | 'createdAt' | 'updatedAt'>,
  list: readonly ListedMessage[],
): ForeignChat {
  const messages: ForeignMessage[] = [];
  let lost: Loss[] = [];
  for (const { id, role, content, model, at, pictures, attachments = 0 } of list) {
    lost.push(...Array.from({ length: pictures }, (): Loss => 'picture'));
    lost.push(...Array.from({ length: attachments }, (): Loss => 'attachment'));
    if (role !== 'user' && role !== 'assistant') {
      lost.push(role === 'system' ? 'system-message' : 'tool-call');
      continue;
    }
    const [, reasoning = '', text = content] = /^\s*<think>([\s\S]*?)<\/think>\s*([\s\S]*)$/.exec(content) ?? [];
    const parentId = messages.at(-1)?.id ?? null;
    messages.push({ id, parentId, role, text, reasoning: reasoning.trim(), model, at, files: [], lost });
    lost = [];
  }
  return { ...chat, messages, currentId: messages.at(-1)?.id ?? null };
}
