import * as z from 'zod';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss } from './foreign-chat.ts';

const Node = z.object({
  id: z.string(),
  parent: z.string().nullish(),
  message: z
    .object({
      author: z.object({ role: z.string() }),
      create_time: z.number().nullish(),
      recipient: z.string().nullish(),
      content: z.looseObject({
        content_type: z.string(),
        parts: z.array(z.unknown()).nullish(),
        text: z.string().nullish(),
        thoughts: z.array(z.looseObject({ content: z.string().nullish() })).nullish(),
      }),
      metadata: z
        .looseObject({
          model_slug: z.string().nullish(),
          is_visually_hidden_from_conversation: z.boolean().nullish(),
          attachments: z.array(z.unknown()).nullish(),
        })
        .nullish(),
    })
    .nullish(),
});
type Node = z.infer<typeof Node>;

const Conversation = z.object({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  mapping: z.record(z.string(), Node),
});

/**
 * `conversations.json` of ChatGPT's data export: a list of trees of nodes. Thoughts, calls and results of ChatGPT's own tools
 * are nodes of their own between the messages; thoughts are kept with the answer after them, the rest is left out.
 */
export const chatGpt = foreignFormat('ChatGPT', Conversation, readConversation);

function readConversation(conversation: z.infer<typeof Conversation>): ForeignChat {
  const nodes = conversation.mapping;
  const kept = new Map<string, ForeignMessage>();
  for (const node of Object.values(nodes)) {
    const message = readNode(node);
    if (message !== null) kept.set(node.id, message);
  }
  /** The nearest kept message at or before a node, with what the skipped nodes contribute to the next one. */
  const nearest = (from: string | null | undefined) => {
    const skipped: Node[] = [];
    const visited = new Set<string>();
    let id = from ?? null;
    while (id !== null && !kept.has(id) && !visited.has(id)) {
      visited.add(id);
      const node: Node | undefined = nodes[id];
      if (node) skipped.unshift(node);
      id = node?.parent ?? null;
    }
    return { id: id !== null && kept.has(id) ? id : null, skipped };
  };
  const messages = [...kept.values()].map((message) => {
    const { id, skipped } = nearest(nodes[message.id]?.parent);
    const thoughts = message.role === 'assistant' ? skipped.map(thoughtsOf).filter((text) => text !== '') : [];
    const lost = skipped.flatMap(lossOfSkipped);
    return { ...message, parentId: id, reasoning: thoughts.join('\n\n'), lost: [...lost, ...message.lost] };
  });
  return {
    id: conversation.conversation_id ?? conversation.id ?? conversation.current_node ?? '',
    title: conversation.title ?? '',
    createdAt: milliseconds(conversation.create_time),
    updatedAt: milliseconds(conversation.update_time),
    messages,
    currentId: nearest(conversation.current_node).id,
  };
}

/** The message of a node that the user or the model wrote for the other, or null. */
function readNode({ id, message }: Node): ForeignMessage | null {
  if (!message || message.metadata?.is_visually_hidden_from_conversation) return null;
  const { author, content, recipient, metadata } = message;
  if (author.role !== 'user' && author.role !== 'assistant') return null;
  if (author.role === 'assistant' && recipient && recipient !== 'all') return null;
  if (!['text', 'multimodal_text', 'code'].includes(content.content_type)) return null;
  const parts = content.parts ?? [];
  const text = content.text ?? parts.filter((part) => typeof part === 'string').join('\n\n');
  const lost: Loss[] = parts.filter((part) => typeof part === 'object' && part !== null).map(() => 'picture');
  lost.push(...(metadata?.attachments ?? []).map((): Loss => 'attachment'));
  if (text.trim() === '' && lost.length === 0) return null;
  return {
    id,
    parentId: null,
    role: author.role,
    text,
    reasoning: '',
    model: metadata?.model_slug ?? null,
    at: milliseconds(message.create_time),
    files: [],
    lost,
  };
}

function thoughtsOf({ message }: Node): string {
  const thoughts = message?.content.thoughts ?? [];
  return thoughts.flatMap(({ content }) => (content ? [content] : [])).join('\n\n');
}

function lossOfSkipped({ message }: Node): Loss[] {
  if (!message || message.metadata?.is_visually_hidden_from_conversation) return [];
  if (message.author.role === 'tool' || (message.recipient && message.recipient !== 'all')) return ['tool-call'];
  const hasText = (message.content.parts ?? []).some((part) => typeof part === 'string' && part.trim() !== '');
  return message.author.role === 'system' && hasText ? ['system-message'] : [];
}

/** ChatGPT stores times in seconds. */
function milliseconds(seconds: number | null | undefined): number | null {
  return seconds === null || seconds === undefined ? null : seconds * 1000;
}
