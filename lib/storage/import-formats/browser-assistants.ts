import * as z from 'zod';
import {
  chainMessages,
  type ForeignChat,
  type ForeignFormat,
  type ForeignMessage,
  foreignFormat,
  type Loss,
  readMessages,
  repeatedLosses,
  titleFromQuestion,
} from './foreign-chat.ts';
import { readMessageParts } from './message-parts.ts';

const PageAssistMessage = z.object({
  id: z.string(),
  role: z.string(),
  name: z.string().nullish(),
  content: z.unknown().optional(),
  images: z.array(z.string()).nullish(),
  createdAt: z.number().nullish(),
  modelName: z.string().nullish(),
});

const PageAssistChat = z.object({
  history: z.object({ id: z.string(), title: z.string().nullish(), createdAt: z.number().nullish() }),
  messages: z.array(z.unknown()),
});

/** The array of a page-assist file that holds its chats. */
export const PAGE_ASSIST_LIST = 'chat';

const PageAssistFile = z.object({ [PAGE_ASSIST_LIST]: z.array(PageAssistChat) });

/** “Export data” of page-assist: a chat of its list, or the whole file. Reasoning is in the text, in `<think>`. */
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
  const read = readMessages(
    messages,
    PageAssistMessage,
    ({ id, role, name, content, images, createdAt, modelName }) => ({
      ...readContent(role, content, (images ?? []).filter((image) => image !== '').length),
      id,
      parentId: null,
      model: modelName ?? (role === 'assistant' ? (name ?? null) : null),
      at: createdAt ?? null,
    }),
    ({ id }) => [id, null],
  );
  const ordered = read.toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
  return {
    id: history.id,
    title: history.title ?? '',
    createdAt: history.createdAt ?? null,
    updatedAt: null,
    messages: chainMessages(ordered),
    currentId: ordered.at(-1)?.id ?? null,
  };
}

const DownloadedMessage = z.object({
  id: z.string().nullish(),
  isBot: z.boolean(),
  name: z.string().nullish(),
  message: z.string(),
  images: z.array(z.string()).nullish(),
  modelName: z.string().nullish(),
});

/**
 * “Download as JSON” of page-assist: the messages of one chat, without its title and date. A file is read one message
 * at a time.
 */
export class PageAssistDownload {
  readonly #messages: z.infer<typeof DownloadedMessage>[] = [];

  /** Whether this is a message of such a file. */
  add(value: unknown): boolean {
    const { success, data } = DownloadedMessage.safeParse(value);
    if (success) this.#messages.push(data);
    return success;
  }

  /** Returns the chat after its last message, or null if there was no message. */
  end(): ForeignChat | null {
    if (this.#messages.length === 0) return null;
    // The same file always gets the same ids. Messages in it may have none.
    const id = this.#messages.map((each) => each.id ?? each.message).join('\n');
    const messages = this.#messages.map(({ isBot, name, message, images, modelName }, index): ForeignMessage => {
      const pictures = (images ?? []).filter((image) => image !== '').length;
      return {
        ...readContent(isBot ? 'assistant' : 'user', message, pictures),
        id: `${index + 1}-${id}`,
        parentId: null,
        model: isBot ? (modelName ?? name ?? null) : null,
        at: null,
      };
    });
    const question = messages.find(({ role }) => role === 'user');
    return {
      id,
      title: titleFromQuestion(question?.text ?? ''),
      createdAt: null,
      updatedAt: null,
      messages: chainMessages(messages),
      currentId: messages.at(-1)?.id ?? null,
    };
  }
}

const MessageId = z.union([z.string(), z.number()]);

const OllamaClientMessage = z.object({
  id: MessageId.nullish(),
  parentId: MessageId.nullish(),
  role: z.string(),
  content: z.unknown().optional(),
  thinking: z.string().nullish(),
  model: z.string().nullish(),
  timestamp: z.number().nullish(),
  images: z.array(z.unknown()).nullish(),
  attachments: z.array(z.unknown()).nullish(),
});

const OllamaClientSession = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  modelId: z.string().nullish(),
  currentLeafId: MessageId.nullish(),
  messages: z.array(z.unknown()),
});

/**
 * “Export chat” of ollama-client: one session, or a list of them. In older versions messages have no ids and are in
 * sequence; in newer ones they form a tree.
 */
export const ollamaClient = foreignFormat('ollama-client', OllamaClientSession, readSession);

function readSession(session: z.infer<typeof OllamaClientSession>): ForeignChat {
  const { id, title, createdAt, updatedAt, modelId, currentLeafId } = session;
  const isTree = session.messages.some((each) => (each as { parentId?: unknown } | null)?.parentId != null);
  // Message numbers are unique only within one browser.
  const idIn = (messageId: unknown) => `${id}-${messageId}`;
  const messages = readMessages(
    session.messages,
    OllamaClientMessage,
    (message, index) => {
      const { role, content, thinking, model, timestamp, images, attachments } = message;
      const read = readContent(role, content, images?.length ?? 0, attachments?.length ?? 0);
      return {
        ...read,
        id: idIn(isTree ? message.id : index + 1),
        parentId: message.parentId == null ? null : idIn(message.parentId),
        reasoning: read.reasoning || (thinking ?? ''),
        model: model ?? modelId ?? null,
        at: timestamp ?? null,
      };
    },
    (each) => [idIn(each.id), each.parentId == null ? null : idIn(each.parentId)],
  );
  return {
    id,
    title,
    createdAt,
    updatedAt,
    messages: isTree ? messages : chainMessages(messages),
    currentId: (isTree && currentLeafId != null ? idIn(currentLeafId) : null) ?? messages.at(-1)?.id ?? null,
  };
}

type Content = Omit<ForeignMessage, 'id' | 'parentId' | 'model' | 'at'>;

function readContent(role: string, content: unknown, pictures: number, attachments = 0): Content {
  const parts = readMessageParts(content);
  const [, thoughts = '', text = parts.text] = /^\s*<think>([\s\S]*?)<\/think>\s*([\s\S]*)$/.exec(parts.text) ?? [];
  const lost: Loss[] = [
    ...repeatedLosses('picture', pictures),
    ...repeatedLosses('attachment', attachments),
    ...parts.lost,
  ];
  const reasoning = [thoughts.trim(), parts.reasoning].filter((each) => each !== '').join('\n\n');
  if (role === 'user' || role === 'assistant') return { role, text, reasoning, files: [], lost };
  return {
    role: 'other',
    text,
    reasoning,
    files: [],
    lost: [...lost, role === 'system' ? 'system-message' : 'tool-call'],
  };
}
