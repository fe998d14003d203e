import type { ThreadEvent } from '../../contracts/index.ts';
import type { ExportedRow, ExportedThread } from '../export-format.ts';

/** What another application's file has and a chat here cannot hold; the text around it is imported. */
export const LOSSES = ['attachment', 'picture', 'tool-call', 'system-message'] as const;
export type Loss = (typeof LOSSES)[number];

/** A message of another application. `parentId`: the message it follows, so that a chat may have branches. */
export type ForeignMessage = {
  id: string;
  parentId: string | null;
  role: 'user' | 'assistant';
  text: string;
  reasoning: string;
  /** The model's name, where the file has it. */
  model: string | null;
  /** Milliseconds since 1970, or null. */
  at: number | null;
  /** Files whose text the export holds. */
  files: { name: string; text: string }[];
  lost: Loss[];
};

export type ForeignChat = {
  id: string;
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  messages: ForeignMessage[];
  /** The last message of the branch that was shown, or null for the newest. */
  currentId: string | null;
};

/** A format of another application, by its name. `read` gives the chats of one JSON value, or null where it is another format. */
export type ForeignFormat = { name: string; read: (value: unknown) => ForeignChat[] | null };

/** Where a message says nothing, as the answer to a question that was not exported, this stands for the question. */
const NO_QUESTION = '…';

/**
 * A chat of another application as a thread of ours, or null where it has no text. Branches become versions; the branch that
 * was shown there is shown here. An answer without a model's name has `format` for it. The same chat always gets the same ids, so that importing it twice adds it once.
 */
export function toExportedThread(format: string, chat: ForeignChat, now: number): ExportedThread | null {
  const branches = branchesOf(chat);
  if (branches.length === 0) return null;
  const createdAt = dateOf(chat.createdAt) ?? dateOf(chat.messages.find(({ at }) => at !== null)?.at ?? null) ?? now;
  const rows: ExportedRow[] = [];
  let at = createdAt;
  const add = (time: number | null, ...events: ThreadEvent[]) => {
    // Rows are in the order of time; a message without a date has that of the one before it.
    at = Math.max(at, dateOf(time) ?? at);
    for (const event of events) rows.push({ seq: rows.length + 1, at, event });
  };
  let shown: ForeignMessage[] = [];
  for (const branch of branches) {
    const common = branch.findIndex((message, index) => message !== shown[index]);
    const replaced = shown[common];
    if (replaced !== undefined) add(null, { type: 'thread-truncate', messageId: messageIdOf(replaced) });
    branch.slice(common).forEach((message, index) => {
      add(message.at, ...eventsOf(format, message, branch[common + index - 1] ?? null, branch));
    });
    shown = branch;
  }
  return {
    threadId: shortId(`${format}-${chat.id}`),
    title: chat.title.slice(0, MAX_TITLE),
    createdAt,
    updatedAt: Math.max(createdAt, dateOf(chat.updatedAt) ?? at),
    events: rows,
  };
}

const MAX_TITLE = 1000;

/** Every branch from its first message to its last; the one that was shown comes last, and so do its parts everywhere. */
function branchesOf({ messages, currentId }: ForeignChat): ForeignMessage[][] {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const children = new Map<string | null, ForeignMessage[]>();
  for (const message of messages) {
    const parent = message.parentId !== null && byId.has(message.parentId) ? message.parentId : null;
    children.set(parent, [...(children.get(parent) ?? []), message]);
  }
  const current = new Set<string>();
  for (let id = currentId; id !== null && !current.has(id); id = byId.get(id)?.parentId ?? null) current.add(id);
  const branches: ForeignMessage[][] = [];
  // Without recursion: a chat may have thousands of messages, each the child of the one before.
  const open: ForeignMessage[][] = [[]];
  const visited = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const last = path.at(-1) ?? null;
    const following = (children.get(last?.id ?? null) ?? []).filter(({ id }) => !visited.has(id));
    if (following.length === 0 && last !== null) branches.push(path);
    for (const { id } of following) visited.add(id);
    // The stack is emptied from its end: siblings come out in their order, the one that was shown last.
    const siblings = [
      ...following.filter(({ id }) => !current.has(id)),
      ...following.filter(({ id }) => current.has(id)),
    ];
    for (const message of siblings.toReversed()) open.push([...path, message]);
  }
  return branches;
}

function eventsOf(
  format: string,
  message: ForeignMessage,
  before: ForeignMessage | null,
  branch: readonly ForeignMessage[],
): ThreadEvent[] {
  const messageId = messageIdOf(message);
  if (message.role === 'user') {
    const files = message.files.map(({ name, text }) => ({ type: 'text' as const, name, text }));
    return [
      {
        type: 'user-message',
        messageId,
        content: message.text.trim() === '' ? NO_QUESTION : message.text,
        ...(files.length === 0 ? {} : { files }),
      },
    ];
  }
  const question = branch.slice(0, branch.indexOf(message)).findLast(({ role }) => role === 'user');
  const isFirst = question === undefined && before === null;
  const questionId = question === undefined ? `${messageId.slice(0, 56)}-q` : messageIdOf(question);
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
      ...(before?.role === 'assistant' ? { continues: messageIdOf(before) } : {}),
    },
    { type: 'step-start', stepId: `${messageId.slice(0, 56)}-s`, toolMode: 'none' },
    ...(message.reasoning === '' ? [] : [{ type: 'reasoning-delta' as const, delta: message.reasoning }]),
    ...(message.text === '' ? [] : [{ type: 'text-delta' as const, delta: message.text }]),
    { type: 'step-end', finishReason: 'stop' },
    { type: 'run-end', outcome: { type: 'complete' }, stats: { ms: 0, steps: 1, toolCalls: 0 } },
  ];
}

/** Answers of other applications came from no endpoint of the user's. */
const IMPORTED_ENDPOINT = 'imported';

const messageIdOf = ({ id }: ForeignMessage): string => shortId(id);

/** Ids are at most 64 characters long. A longer one keeps its beginning and gets a hash of the whole. */
function shortId(id: string): string {
  if (id.length <= 64) return id;
  let hash = 0xcbf29ce484222325n;
  for (const character of id)
    hash = BigInt.asUintN(64, (hash ^ BigInt(character.codePointAt(0) ?? 0)) * 0x100000001b3n);
  return `${id.slice(0, 47)}-${hash.toString(16).padStart(16, '0')}`;
}

/** A date that the export format takes, or null. */
function dateOf(ms: number | null): number | null {
  return ms !== null && Number.isFinite(ms) && ms >= 0 && ms <= 8.64e15 ? Math.round(ms) : null;
}
