import * as z from 'zod';
import type { ThreadEvent } from '../../contracts/index.ts';
import type { ExportedRow, ExportedThread } from '../export-format.ts';

/** Kinds of content in another application's file that are not supported here; the text around them is imported. */
export const LOSSES = ['attachment', 'picture', 'tool-call', 'system-message', 'message'] as const;
export type Loss = (typeof LOSSES)[number];

/**
 * A message from another application. `parentId`: the message that it follows, so that a chat may have branches. A
 * message with the role `other` is not shown: only its losses are counted, and messages that follow it are attached to
 * the message before it.
 */
export type ForeignMessage = {
  id: string;
  parentId: string | null;
  role: 'user' | 'assistant' | 'other';
  text: string;
  reasoning: string;
  /** The model's name, if the file has it. */
  model: string | null;
  /** Milliseconds since 1970, or null. */
  at: number | null;
  /** Files whose text is in the export. */
  files: { name: string; text: string }[];
  lost: Loss[];
};

export type ForeignChat = {
  id: string;
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  messages: ForeignMessage[];
  /** The last message of the selected branch, or null for the newest. */
  currentId: string | null;
};

/**
 * A format of another application, with its name. `read` returns the chats in one JSON value, or null if it is another
 * format.
 */
export type ForeignFormat = { name: string; read: (value: unknown) => ForeignChat[] | null };

/** A format whose file is one chat, or a list of chats. */
export function foreignFormat<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  toChat: (chat: z.infer<Schema>) => ForeignChat,
): ForeignFormat {
  const list = z.array(schema).min(1);
  return {
    name,
    read(value) {
      const { success, data } = list.safeParse(Array.isArray(value) ? value : [value]);
      return success ? data.map(toChat) : null;
    },
  };
}

/** Replaces a message that cannot be read, so that the rest of the chat can be imported. */
export function unreadableMessage(id: string, parentId: string | null): ForeignMessage {
  return { id, parentId, role: 'other', text: '', reasoning: '', model: null, at: null, files: [], lost: ['message'] };
}

/**
 * Reads the messages of a chat one by one. A message that does not match its schema is counted, with its id and parent
 * if it has them, instead of making the whole chat unreadable.
 */
export function readMessages<Schema extends z.ZodType>(
  values: readonly unknown[],
  schema: Schema,
  toMessage: (message: z.infer<Schema>, index: number) => ForeignMessage,
  readIds: (message: Record<string, unknown>, index: number) => [id: unknown, parentId: unknown],
): ForeignMessage[] {
  return values.map((value, index) => {
    const { success, data } = schema.safeParse(value);
    if (success) return toMessage(data, index);
    const fields = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
    const [id, parentId] = readIds(fields, index);
    return unreadableMessage(idText(id) ?? `unreadable-${index + 1}`, idText(parentId));
  });
}

/** Links the messages of a chat without branches: each follows the previous one. */
export function chainMessages(messages: readonly ForeignMessage[]): ForeignMessage[] {
  return messages.map((message, index) => ({ ...message, parentId: messages[index - 1]?.id ?? null }));
}

/** Counts `count` losses of one kind. */
export function repeatedLosses(loss: Loss, count: number): Loss[] {
  return Array.from({ length: count }, () => loss);
}

/** The title of a chat that has none in its file: the beginning of its first question. */
export function titleFromQuestion(question: string): string {
  return question.split('\n', 1)[0]?.slice(0, MAX_QUESTION_IN_TITLE) ?? '';
}

const MAX_QUESTION_IN_TITLE = 80;

function idText(id: unknown): string | null {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Replaces an empty message, such as a question that was not exported. */
const NO_QUESTION = '…';

/**
 * Converts a chat from another application to a thread. Returns null if it has no text. Branches become versions, with
 * the same branch selected. An answer without a model's name gets `format` instead. The same chat always gets the same
 * ids, so that importing it twice adds it once.
 */
export function toExportedThread(format: string, original: ForeignChat, now: number): ExportedThread | null {
  const chat = withoutHidden(original);
  const createdAt =
    toValidDate(chat.createdAt) ?? toValidDate(chat.messages.find(({ at }) => at !== null)?.at ?? null) ?? now;
  const rows: ExportedRow[] = [];
  let at = createdAt;
  const add = (time: number | null, ...events: ThreadEvent[]) => {
    // Rows are in chronological order. A message without a date gets that of the previous message.
    at = Math.max(at, toValidDate(time) ?? at);
    for (const event of events) rows.push({ seq: rows.length + 1, at, event });
  };
  /** The branch up to the current message, and the last question at or before each of its messages. */
  const branch: ForeignMessage[] = [];
  const questions: (ForeignMessage | undefined)[] = [];
  for (const { message, depth } of walkTree(chat)) {
    const replaced = branch[depth];
    if (replaced !== undefined) add(null, { type: 'thread-truncate', messageId: toMessageId(replaced) });
    branch.length = depth;
    const before = branch[depth - 1] ?? null;
    const question = isQuestion(message) ? message : questions[depth - 1];
    branch.push(message);
    questions[depth] = question;
    if (isQuestion(message)) add(message.at, questionEvent(message));
    else add(message.at, ...answerEvents(format, message, before, question));
  }
  if (rows.length === 0) return null;
  return {
    threadId: shortId(`${format}-${chat.id}`),
    title: chat.title.slice(0, MAX_TITLE),
    createdAt,
    updatedAt: Math.max(createdAt, toValidDate(chat.updatedAt) ?? at),
    events: rows,
  };
}

const MAX_TITLE = 1000;

/** A chat without hidden messages and empty answers. Messages that followed one follow its predecessor instead. */
function withoutHidden(chat: ForeignChat): ForeignChat {
  const byId = new Map(chat.messages.map((message) => [message.id, message]));
  const isShown = ({ role, text, reasoning }: ForeignMessage) =>
    role === 'user' || (role === 'assistant' && (text.trim() !== '' || reasoning.trim() !== ''));
  // Remembered, since a file may have thousands of messages behind thousands of hidden ones.
  const nearestIds = new Map<string, string | null>();
  const nearest = (from: string | null) => {
    const visited = new Set<string>();
    let id = from;
    for (let message = get(id); message !== undefined && !isShown(message); message = get(id)) {
      const nearestId = nearestIds.get(message.id);
      visited.add(message.id);
      id = message.parentId !== null && visited.has(message.parentId) ? null : message.parentId;
      if (nearestId === undefined) continue;
      id = nearestId;
      break;
    }
    for (const each of visited) nearestIds.set(each, id);
    return id;
  };
  const get = (id: string | null) => (id === null ? undefined : byId.get(id));
  const messages = chat.messages.filter(isShown).map((each) => ({ ...each, parentId: nearest(each.parentId) }));
  return { ...chat, messages, currentId: nearest(chat.currentId) };
}

/**
 * Yields the messages depth first, each once: branch by branch, each from its fork on. At each fork the selected branch
 * comes last.
 */
function* walkTree({ messages, currentId }: ForeignChat): Generator<{ message: ForeignMessage; depth: number }> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const findParentId = ({ parentId }: ForeignMessage) => (parentId !== null && byId.has(parentId) ? parentId : null);
  const children = Map.groupBy(messages, findParentId);
  const current = new Set<string>();
  for (let id = currentId; id !== null && !current.has(id); id = byId.get(id)?.parentId ?? null) current.add(id);
  // Without recursion, since a chat may have thousands of nested messages.
  const open: { message: ForeignMessage; depth: number }[] = [];
  const visited = new Set<string>();
  const openAfter = (parentId: string | null, depth: number) => {
    const following = (children.get(parentId) ?? []).filter(({ id }) => !visited.has(id));
    for (const { id } of following) visited.add(id);
    // The stack is popped from its end, so siblings are visited in order, the selected one last.
    const siblings = [
      ...following.filter(({ id }) => !current.has(id)),
      ...following.filter(({ id }) => current.has(id)),
    ];
    for (const message of siblings.toReversed()) open.push({ message, depth });
  };
  openAfter(null, 0);
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    yield place;
    openAfter(place.message.id, place.depth + 1);
  }
}

function isQuestion({ role }: ForeignMessage): boolean {
  return role === 'user';
}

function questionEvent(message: ForeignMessage): ThreadEvent {
  const { text, files } = message;
  return {
    type: 'user-message',
    messageId: toMessageId(message),
    content: text.trim() === '' ? NO_QUESTION : text,
    ...(files.length === 0 ? {} : { files: files.map((file) => ({ type: 'text' as const, ...file })) }),
  };
}

/**
 * `before`: the message before the answer; `question`: the last question before it. A first answer gets an empty
 * question.
 */
function answerEvents(
  format: string,
  message: ForeignMessage,
  before: ForeignMessage | null,
  question: ForeignMessage | undefined,
): ThreadEvent[] {
  const messageId = toMessageId(message);
  const isFirst = question === undefined && before === null;
  const questionId = question === undefined ? `${messageId.slice(0, 56)}-q` : toMessageId(question);
  return [
    ...(isFirst ? [{ type: 'user-message' as const, messageId: questionId, content: NO_QUESTION }] : []),
    {
      type: 'run-start',
      runId: messageId,
      messageId: questionId,
      model: { endpointId: IMPORTED_ENDPOINT, modelId: message.model ?? format },
      tabId: null,
      page: null,
      maxSteps: 1,
      ...(before?.role === 'assistant' ? { continues: toMessageId(before) } : {}),
    },
    { type: 'step-start', stepId: `${messageId.slice(0, 56)}-s`, toolMode: 'none' },
    ...(message.reasoning === '' ? [] : [{ type: 'reasoning-delta' as const, delta: message.reasoning }]),
    ...(message.text === '' ? [] : [{ type: 'text-delta' as const, delta: message.text }]),
    { type: 'step-end', finishReason: 'stop' },
    { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 1, toolCalls: 0 } },
  ];
}

/** Answers from other applications have no endpoint. */
const IMPORTED_ENDPOINT = 'imported';

const toMessageId = ({ id }: ForeignMessage): string => shortId(id);

/** Ids are limited to 64 characters. A longer one keeps its beginning and gets a hash of the whole. */
function shortId(id: string): string {
  if (id.length <= 64) return id;
  let hash = 0xcbf29ce484222325n;
  for (const character of id)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return `${id.slice(0, 47)}-${hash.toString(16).padStart(16, '0')}`;
}

/** A date within the range of the export format, or null. */
function toValidDate(ms: number | null): number | null {
  return ms !== null && Number.isFinite(ms) && ms >= 0 && ms <= 8.64e15 ? Math.round(ms) : null;
}
