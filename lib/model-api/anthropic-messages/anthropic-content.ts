import * as z from 'zod';
import { isJsonObject, type ModelMessage, type ModelRequest } from '../../contracts/index.ts';
import {
  type AssistantTurn,
  type ContentPart,
  conversationTurns,
  type ToolResultMessage,
} from '../chat-completions/request/conversation-turns.ts';
import { isNative, textConversation } from '../chat-completions/request/tagged-messages.ts';
import { plainId } from '../chat-completions/request/to-openai-messages.ts';
import { neutralizeMarkers, readDataUrl, resultText, userParts } from '../chat-completions/request/user-content.ts';

type CacheMark = { cache_control?: { type: 'ephemeral' } };
type TextBlock = { type: 'text'; text: string } & CacheMark;
type ImageBlock = { type: 'image'; source: { type: 'base64'; media_type: string; data: string } } & CacheMark;
type DocumentBlock = {
  type: 'document';
  source: { type: 'base64'; media_type: 'application/pdf'; data: string };
  title: string;
} & CacheMark;
export type AnthropicBlock =
  | TextBlock
  | ImageBlock
  | DocumentBlock
  | { type: 'thinking'; thinking: string; signature: string }
  | { type: 'redacted_thinking'; data: string }
  | ({ type: 'tool_use'; id: string; name: string; input: unknown } & CacheMark)
  | ({ type: 'tool_result'; tool_use_id: string; content: (TextBlock | ImageBlock)[]; is_error?: true } & CacheMark);

export type AnthropicMessage = { role: 'user' | 'assistant'; content: AnthropicBlock[] };

/** `pageEnd`: the last block that holds the text of a page, or null. */
export type AnthropicConversation = {
  system: string;
  messages: AnthropicMessage[];
  stop: readonly string[];
  pageEnd: AnthropicBlock | null;
};

/** A request's conversation in the format of the Messages interface: roles alternate, and no block is blank. */
export function conversation(request: ModelRequest): AnthropicConversation {
  if (!isNative(request)) {
    const { system, turns, stop } = textConversation(request);
    return {
      system,
      messages: merged(turns.map(({ role, content }) => ({ role, content: toBlocks(content) }))),
      stop,
      pageEnd: null,
    };
  }
  let pageEnd: AnthropicBlock | null = null;
  const messages = conversationTurns(request.messages).flatMap((turn): AnthropicMessage[] => {
    if (turn.role === 'assistant') return assistantMessages(turn);
    const { blocks, page } = userBlocks(turn);
    pageEnd = page ?? pageEnd;
    return [{ role: 'user', content: blocks }];
  });
  return { system: neutralizeMarkers(request.system), messages: merged(messages), stop: [], pageEnd };
}

function userBlocks(turn: Extract<ModelMessage, { role: 'user' }>): {
  blocks: AnthropicBlock[];
  page: AnthropicBlock | null;
} {
  const { texts, pictures, asked } = userParts(turn);
  const data = texts.map(({ text }): AnthropicBlock => ({ type: 'text', text }));
  const page = data[texts.findLastIndex(({ isPage }) => isPage)] ?? null;
  return { blocks: [...data, ...toBlocks(pictures), ...toBlocks(asked)], page };
}

/** The turn, followed by its results as the required user turn. */
function assistantMessages(turn: AssistantTurn): AnthropicMessage[] {
  const ids = turn.toolCalls.map(({ toolCallId }) => plainId(toolCallId));
  const message: AnthropicMessage = { role: 'assistant', content: assistantBlocks(turn, ids) };
  if (ids.length === 0) return [message];
  const results = turn.results.map((result, index) => resultBlock(result, ids[index] ?? ''));
  return [message, { role: 'user', content: results }];
}

/** The model's output in its original order if that is known; otherwise with the thoughts first, as required. */
function assistantBlocks({ content, toolCalls, opaque }: AssistantTurn, ids: readonly string[]): AnthropicBlock[] {
  const calls = toolCalls.map(
    ({ toolName, input }, index): AnthropicBlock => ({
      type: 'tool_use',
      id: ids[index] ?? '',
      name: toolName,
      input: isJsonObject(input) ? input : {},
    }),
  );
  const state = stateBlocks(opaque);
  if (!isWholeTurn(state, content, calls.length)) {
    const thoughts = state.filter((block) => block.type === 'thinking' || block.type === 'redacted_thinking');
    return [...thoughts, ...toBlocks(content), ...calls];
  }
  let position = 0;
  let callIndex = 0;
  return state.flatMap((block): AnthropicBlock[] => {
    switch (block.type) {
      case 'text':
        position += block.length;
        return toBlocks(content.slice(position - block.length, position));
      case 'tool_use':
        return calls.slice(callIndex, ++callIndex);
      case 'thinking':
      case 'redacted_thinking':
        return [block];
      default:
        return block satisfies never;
    }
  });
}

/** Whether these blocks describe the whole turn: none is missing or was reinterpreted. */
function isWholeTurn(state: readonly StateBlock[], content: string, calls: number): boolean {
  const length = state.reduce((sum, block) => sum + (block.type === 'text' ? block.length : 0), 0);
  return length === content.length && state.filter(({ type }) => type === 'tool_use').length === calls;
}

function resultBlock(result: ToolResultMessage, id: string): AnthropicBlock {
  const images = (result.images ?? []).map(({ mediaType, data }) => imageBlock(mediaType, data));
  const content = [...toBlocks(resultText(result)), ...images] as (TextBlock | ImageBlock)[];
  return { type: 'tool_result', tool_use_id: id, content, ...(result.isError ? { is_error: true } : {}) };
}

/** The interface refuses blank texts and content without blocks. */
function toBlocks(content: string | readonly ContentPart[]): AnthropicBlock[] {
  const parts: readonly ContentPart[] = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  return parts.flatMap((part): AnthropicBlock[] => {
    if (part.type === 'text') return part.text.trim() === '' ? [] : [{ type: 'text', text: part.text }];
    if (part.type === 'file') {
      const { data } = readDataUrl(part.file.file_data);
      return [
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data },
          title: part.file.filename,
        },
      ];
    }
    const { mediaType, data } = readDataUrl(part.image_url.url);
    return [imageBlock(mediaType, data)];
  });
}

function imageBlock(mediaType: string, data: string): ImageBlock {
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } };
}

/** Merges adjacent messages of one role. */
function merged(messages: readonly AnthropicMessage[]): AnthropicMessage[] {
  const all: AnthropicMessage[] = [];
  for (const { role, content } of messages) {
    if (content.length === 0) continue;
    const last = all.at(-1);
    if (last?.role === role) last.content.push(...content);
    else all.push({ role, content: [...content] });
  }
  return all;
}

/** One content block of a step, storing only what cannot be rebuilt from the log. */
const StoredBlock = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thinking'), thinking: z.string(), signature: z.string() }),
  z.object({ type: z.literal('redacted_thinking'), data: z.string() }),
  /** The next `length` characters of the step's text. */
  z.object({ type: z.literal('text'), length: z.number() }),
  /** The next call of the step. */
  z.object({ type: z.literal('tool_use') }),
]);

/**
 * The order of a step's blocks, with the signed ones verbatim: thinking must be sent back unchanged and in its place
 * (quirk: signed-thinking). Stored as `step-end.opaque`.
 */
const AnthropicState = z.object({ interface: z.literal('anthropic-messages'), blocks: z.array(StoredBlock) });

export type StateBlock = z.infer<typeof StoredBlock>;
export type AnthropicState = z.infer<typeof AnthropicState>;

/** Reads `step-end.opaque`; empty if another interface wrote it. */
function stateBlocks(opaque: unknown): readonly StateBlock[] {
  const parseResult = AnthropicState.safeParse(opaque);
  return parseResult.success ? parseResult.data.blocks : [];
}
