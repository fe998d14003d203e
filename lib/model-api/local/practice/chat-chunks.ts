import { estimateTokens } from '../../../text/index.ts';
import type { ChatRequest } from './chat-request.ts';
import type { PracticeStep } from './practice-step.ts';

/** A part of a streamed response: a pause or a server-sent event. */
export type StreamItem = { type: 'wait'; ms: number } | { type: 'data'; text: string };

/** Pieces of at most twelve code points, with the white space around them. */
const PIECES = /\s*\S{1,12}\s*|\s+/gu;
const PIECES_PER_CHUNK = 3;
const ARGUMENT_PIECE = /[\s\S]{1,7}/gu;

/** Writes steps as the stream of an OpenAI-compatible server, with a pause of `paceMs` before each chunk. */
export function* chatChunks(steps: readonly PracticeStep[], head: ResponseHead, paceMs: number): Generator<StreamItem> {
  let calls = 0;
  let tokens = 0;
  let role: { role?: 'assistant' } = { role: 'assistant' };
  function* chunk(delta: object, finishReason: string | null = null): Generator<StreamItem> {
    if (paceMs > 0) yield { type: 'wait', ms: paceMs };
    yield event(head, { choices: [{ index: 0, delta: { ...role, ...delta }, finish_reason: finishReason }] });
    role = {};
  }
  for (const step of steps) {
    switch (step.type) {
      case 'wait':
        yield step;
        break;
      case 'text':
        for (const content of splitIntoChunks(step.text)) yield* chunk({ content });
        tokens += tokenCount(step.text);
        break;
      case 'reasoning':
        for (const reasoning_content of splitIntoChunks(step.text)) yield* chunk({ reasoning_content });
        tokens += tokenCount(step.text);
        break;
      case 'tool-call': {
        const index = calls++;
        const callDelta = {
          index,
          id: callId(head, index),
          type: 'function',
          function: { name: step.toolName, arguments: '' },
        };
        yield* chunk({ tool_calls: [callDelta] });
        for (const piece of step.argumentsText.match(ARGUMENT_PIECE) ?? []) {
          yield* chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
        }
        tokens += tokenCount(step.argumentsText);
        break;
      }
      case 'cut':
        return;
      default:
        step satisfies never;
    }
  }
  yield* chunk({}, calls > 0 ? 'tool_calls' : 'stop');
  if (head.includeUsage) yield event(head, { choices: [], usage: buildChatUsage(head, tokens) });
  yield { type: 'data', text: 'data: [DONE]\n\n' };
}

function event(head: ResponseHead, body: object): StreamItem {
  const { id, created, model } = head;
  return {
    type: 'data',
    text: `data: ${JSON.stringify({ id, object: 'chat.completion.chunk', created, model, ...body })}\n\n`,
  };
}

function splitIntoChunks(text: string): string[] {
  const words = text.match(PIECES) ?? [];
  const count = Math.ceil(words.length / PIECES_PER_CHUNK);
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * PIECES_PER_CHUNK, (index + 1) * PIECES_PER_CHUNK).join(''),
  );
}

/** The common fields of all parts of a response. */
export type ResponseHead = {
  id: string;
  /** Seconds since 1970, as in OpenAI's API. */
  created: number;
  model: string;
  callIdPrefix: string;
  promptTokens: number;
  includeUsage: boolean;
};

/** Ids are derived from the request alone, so that the same request gets the same bytes. `now` is in milliseconds. */
export function responseHead(request: ChatRequest, now: number): ResponseHead {
  const text = JSON.stringify(request.messages);
  const hash = hashText(text);
  return {
    id: `chatcmpl-practice-${hash}`,
    created: Math.floor(now / 1_000),
    model: request.model,
    callIdPrefix: `call_${request.messages.length}_${hash}`,
    promptTokens: tokenCount(text),
    includeUsage: request.stream_options?.include_usage === true,
  };
}

/** Unique in a conversation, since a later request has more messages. */
export function callId(head: ResponseHead, index: number): string {
  return `${head.callIdPrefix}_${index}`;
}

export function tokenCount(text: string): number {
  return estimateTokens(text);
}

export function buildChatUsage({ promptTokens }: ResponseHead, completionTokens: number) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  };
}

/** FNV-1a, 32 bits. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
