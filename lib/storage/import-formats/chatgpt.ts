import * as z from 'zod';
import { readMarks } from './chatgpt-text.ts';
import { fromSeconds } from './dates.ts';
import { type ForeignChat, type ForeignMessage, foreignFormat, type Loss, unreadableMessage } from './foreign-chat.ts';
import { documentIn } from './message-parts.ts';

const Node = z.object({
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
type Node = z.infer<typeof Node> & { id: string };

const Conversation = z.object({
  id: z.string().nullish(),
  conversation_id: z.string().nullish(),
  title: z.string().nullish(),
  create_time: z.number().nullish(),
  update_time: z.number().nullish(),
  current_node: z.string().nullish(),
  default_model_slug: z.string().nullish(),
  mapping: z.record(z.string(), z.unknown()),
});

/**
 * `conversations.json` of ChatGPT's data export: a list of trees of nodes. Thoughts, and the calls and results of
 * ChatGPT's own tools, are separate nodes between the messages. Thoughts are kept with the answer after them, and the
 * others are omitted.
 */
export const chatGpt = foreignFormat('ChatGPT', Conversation, readConversation);

function readConversation(conversation: z.infer<typeof Conversation>): ForeignChat {
  const { nodes, unreadable } = readNodes(conversation.mapping);
  // Newer exports have the model here, and not at each answer. “auto” is not a model.
  const chatModel = conversation.default_model_slug === 'auto' ? null : (conversation.default_model_slug ?? null);
  const messagesById = new Map<string, ForeignMessage>();
  for (const node of Object.values(nodes)) {
    const message = readNode(node);
    if (message !== null) messagesById.set(node.id, message);
  }
  const nearestIds = new Map<string, string | null>();
  /**
   * The nearest kept message at or before a node, with what the skipped nodes contribute to the next one. A skipped
   * node contributes once: a file could have thousands of messages behind it.
   */
  const nearest = (from: string | null | undefined) => {
    const skipped: Node[] = [];
    const visited = new Set<string>();
    let id = from ?? null;
    while (id !== null && !messagesById.has(id) && !nearestIds.has(id) && !visited.has(id)) {
      visited.add(id);
      const node: Node | undefined = nodes[id];
      if (node) skipped.push(node);
      id = node?.parent ?? null;
    }
    const nearestId = id === null ? null : messagesById.has(id) ? id : (nearestIds.get(id) ?? null);
    for (const each of visited) nearestIds.set(each, nearestId);
    return { id: nearestId, skipped: skipped.reverse() };
  };
  const messages = [...messagesById.values()].map((message) => {
    const { id, skipped } = nearest(nodes[message.id]?.parent);
    const thoughts = message.role === 'assistant' ? skipped.map(joinThoughts).filter((text) => text !== '') : [];
    const documents = message.role === 'assistant' ? skipped.flatMap((node) => findDocumentText(node) ?? []) : [];
    const lost = skipped.flatMap(lossOfSkipped);
    const text = [...documents, message.text].join('\n\n');
    return {
      ...message,
      parentId: id,
      text,
      reasoning: thoughts.join('\n\n'),
      model: message.model ?? chatModel,
      lost: [...lost, ...message.lost],
    };
  });
  return {
    id: conversation.conversation_id ?? conversation.id ?? conversation.current_node ?? '',
    title: conversation.title ?? '',
    createdAt: fromSeconds(conversation.create_time),
    updatedAt: fromSeconds(conversation.update_time),
    messages: [...messages, ...unreadable],
    currentId: nearest(conversation.current_node).id,
  };
}

/** The readable nodes. The others keep their positions in the tree, but without a message. */
function readNodes(mapping: Record<string, unknown>): { nodes: Record<string, Node>; unreadable: ForeignMessage[] } {
  const unreadable: ForeignMessage[] = [];
  const nodes = Object.entries(mapping).map(([id, value]): [string, Node] => {
    const { success, data } = Node.safeParse(value);
    if (success) return [id, { ...data, id }];
    unreadable.push(unreadableMessage(`${id}-unreadable`, null));
    const { parent } = (value ?? {}) as { parent?: unknown };
    return [id, { id, parent: typeof parent === 'string' ? parent : null, message: null }];
  });
  return { nodes: Object.fromEntries(nodes), unreadable };
}

/** The message in a node if the user or the model wrote it for the other one, or null. */
function readNode({ id, message }: Node): ForeignMessage | null {
  if (!message || message.metadata?.is_visually_hidden_from_conversation) return null;
  const { author, content, recipient, metadata } = message;
  if (author.role !== 'user' && author.role !== 'assistant') return null;
  if (author.role === 'assistant' && recipient && recipient !== 'all') return null;
  if (!['text', 'multimodal_text', 'code'].includes(content.content_type)) return null;
  const parts = content.parts ?? [];
  const typedText = content.text ?? parts.flatMap(textOfPart).join('\n\n');
  const text = author.role === 'assistant' ? readMarks(typedText, metadata ?? {}) : typedText;
  const pictures = parts.flatMap(lossOfPart);
  const lost: Loss[] = [
    ...pictures,
    ...listAttachmentLosses(metadata?.attachments ?? [], pictures.includes('picture')),
  ];
  if (text.trim() === '' && lost.length === 0) return null;
  return {
    id,
    parentId: null,
    role: author.role,
    text,
    reasoning: '',
    model: metadata?.model_slug ?? null,
    at: fromSeconds(message.create_time),
    files: [],
    lost,
  };
}

/** Speech is exported as one part with the transcript and other parts with the audio. */
function textOfPart(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  const { text } = (part ?? {}) as { text?: unknown };
  return typeof text === 'string' && text !== '' ? [text] : [];
}

function lossOfPart(part: unknown): Loss[] {
  if (typeof part !== 'object' || part === null || textOfPart(part).length > 0) return [];
  const { content_type: type } = part as { content_type?: unknown };
  return [typeof type === 'string' && !type.includes('image') ? 'attachment' : 'picture'];
}

/** Pictures in a question are also among its parts. */
function listAttachmentLosses(attachments: readonly unknown[], hasPictures: boolean): Loss[] {
  const isPicture = (each: unknown) => /^image\//.test(String((each as { mime_type?: unknown } | null)?.mime_type));
  return attachments.filter((each) => !(hasPictures && isPicture(each))).map(() => 'attachment');
}

/** A text that was written beside the chat ("canvas"), or null. */
function findDocumentText({ message }: Node): string | null {
  if (!message?.recipient?.startsWith('canmore.create')) return null;
  const call = message.content.text ?? message.content.parts?.find((part) => typeof part === 'string');
  try {
    return documentIn(JSON.parse(String(call)));
  } catch {
    return null;
  }
}

function joinThoughts({ message }: Node): string {
  const thoughts = message?.content.thoughts ?? [];
  return thoughts.flatMap(({ content }) => (content ? [content] : [])).join('\n\n');
}

function lossOfSkipped(node: Node): Loss[] {
  const { message } = node;
  if (findDocumentText(node) !== null) return [];
  if (!message || message.metadata?.is_visually_hidden_from_conversation) return [];
  if (message.author.role === 'tool' || (message.recipient && message.recipient !== 'all')) return ['tool-call'];
  const hasText = (message.content.parts ?? []).some((part) => typeof part === 'string' && part.trim() !== '');
  return message.author.role === 'system' && hasText ? ['system-message'] : [];
}
