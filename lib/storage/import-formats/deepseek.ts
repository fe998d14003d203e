import * as z from 'zod';
import { parseDate } from './dates.ts';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss, readMessages } from './foreign-chat.ts';

const Fragment = z.looseObject({ type: z.string(), content: z.string().nullish() });

const Node = z.object({
  id: z.string(),
  parent: z.string().nullish(),
  message: z
    .looseObject({
      fragments: z.array(Fragment),
      model: z.string().nullish(),
      inserted_at: z.string().nullish(),
      files: z.array(z.unknown()).nullish(),
    })
    .nullish(),
});

const Conversation = z.object({
  id: z.string(),
  title: z.string().nullish(),
  inserted_at: z.string(),
  updated_at: z.string().nullish(),
  mapping: z.record(z.string(), z.unknown()),
});

/**
 * `conversations.json` of DeepSeek's data export: trees of nodes with messages that consist of fragments: request,
 * thoughts, response.
 */
export const deepSeek = foreignFormat('DeepSeek', Conversation, readConversation);

function readConversation({ id, title, inserted_at, updated_at, mapping }: z.infer<typeof Conversation>): ForeignChat {
  const idIn = (nodeId: unknown) => `${id}-${nodeId}`;
  const messages = readMessages(
    Object.values(mapping),
    Node,
    (node) => ({
      ...readNode(node),
      id: idIn(node.id),
      parentId: node.parent == null ? null : idIn(node.parent),
    }),
    (node) => [idIn(node.id), node.parent == null ? null : idIn(node.parent)],
  );
  return {
    id,
    title: title ?? '',
    createdAt: parseDate(inserted_at),
    updatedAt: parseDate(updated_at),
    messages,
    currentId: messages.at(-1)?.id ?? null,
  };
}

function readNode({ message }: z.infer<typeof Node>): Omit<ForeignMessage, 'id' | 'parentId'> {
  const fragments = message?.fragments ?? [];
  const joinFragments = (...types: string[]) =>
    fragments.flatMap(({ type, content }) => (types.includes(type) && content ? [content] : [])).join('\n\n');
  const isRequest = fragments.some(({ type }) => type === 'REQUEST');
  const searches = fragments.filter(({ type }) => type === 'SEARCH' || type.startsWith('TOOL'));
  return {
    role: isRequest ? 'user' : message ? 'assistant' : 'other',
    text: joinFragments(isRequest ? 'REQUEST' : 'RESPONSE'),
    reasoning: joinFragments('THINK'),
    model: message?.model ?? null,
    at: parseDate(message?.inserted_at),
    files: [],
    lost: [...searches.map((): Loss => 'tool-call'), ...(message?.files ?? []).map((): Loss => 'attachment')],
  };
}
