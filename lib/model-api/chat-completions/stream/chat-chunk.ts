import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
import { readFinishReason, type WireFinish } from './finish-reason.ts';
import { readUsage } from './read-usage.ts';
import { readIndex, readToolCalls, type ToolCallDelta } from './tool-call-delta.ts';

/** The content of one chunk, or of one whole message. */
export type ChatChunk = {
  /** `delta`: the next piece of the answer; `message`: the answer so far, or all of it; null: no content. */
  source: 'delta' | 'message' | null;
  text: string;
  reasoning: string;
  /** The field the reasoning arrived in, if it has to be echoed under the same name. */
  reasoningField: string | null;
  reasoningDetails: readonly unknown[];
  toolCalls: readonly ToolCallDelta[];
  finishReason: WireFinish | null;
  usage: Usage | null;
  /** The server says that nothing follows. */
  isLast?: true;
  /** What the server says went wrong, although the status was 200; null where nothing did. */
  error: unknown;
};

/**
 * Reads one chunk of `/chat/completions`, or a response without streaming, in all forms that servers send. Accepts any parsed
 * JSON and never throws. A `message` only counts if there is no `delta` (Perplexity repeats the whole message beside each delta).
 * Rules: docs/quirks.md.
 */
export function readChatChunk(value: unknown): ChatChunk {
  const chunk = isJsonObject(value) ? value : NOTHING;
  const choice = firstChoice(chunk.choices);
  const source = sourceOf(choice);
  const body = source === null ? NOTHING : ((choice ?? NOTHING)[source] as JsonObject);
  const content = typeof body.content === 'string' ? null : readParts(body.content);
  const reasoningField = readReasoningField(body);
  const reasoningDetails = Array.isArray(body.reasoning_details) ? body.reasoning_details : NO_DETAILS;
  return {
    source,
    text: content === null ? (body.content as string) : content.text,
    reasoning: (content?.reasoning ?? '') + asText(reasoningField ? body[reasoningField] : reasoningDetails),
    reasoningField,
    reasoningDetails,
    toolCalls: readToolCalls(body),
    finishReason: readFinishReason(choice?.finish_reason),
    usage: readUsage(chunk, choice),
    error: readError(chunk, choice),
  };
}

/** A chunk that says nothing, for interfaces whose values say one thing each. */
export const WORDLESS: ChatChunk = {
  source: null,
  text: '',
  reasoning: '',
  reasoningField: null,
  reasoningDetails: [],
  toolCalls: [],
  finishReason: null,
  usage: null,
  error: null,
};

const NO_CALLS: readonly ToolCallDelta[] = [];

/** The next piece of an answer. Written out, since it is made for every word. */
export function deltaChunk(text: string, reasoning = '', toolCalls = NO_CALLS): ChatChunk {
  return {
    source: 'delta',
    text,
    reasoning,
    reasoningField: null,
    reasoningDetails: NO_DETAILS,
    toolCalls,
    finishReason: null,
    usage: null,
    error: null,
  };
}

const NOTHING: JsonObject = {};
const NO_DETAILS: readonly unknown[] = [];

/** Servers use different names, and some send the same text under two: the first one counts (quirk: reasoning-fields). */
const REASONING_FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text'] as const;

function readReasoningField(body: JsonObject): string | null {
  for (const field of REASONING_FIELDS) {
    if (body[field] !== undefined && asText(body[field]) !== '') return field;
  }
  return null;
}

/** Several choices are only sent on request; the first is ours (quirk: other-choices). */
function firstChoice(choices: unknown): JsonObject | null {
  if (!Array.isArray(choices)) return null;
  for (const choice of choices) {
    if (isJsonObject(choice) && (choice.index === undefined || (readIndex(choice.index) ?? 0) === 0)) return choice;
  }
  return null;
}

function sourceOf(choice: JsonObject | null): ChatChunk['source'] {
  if (choice === null) return null;
  const hasMessage = isJsonObject(choice.message);
  if (isJsonObject(choice.delta) && !(hasMessage && isEmpty(choice.delta))) return 'delta';
  return hasMessage ? 'message' : null;
}

function isEmpty(object: JsonObject): boolean {
  return Object.keys(object).length === 0;
}

/** Content in typed parts: Mistral's Magistral sends reasoning as parts (quirk: typed-content). */
function readParts(content: unknown): { text: string; reasoning: string } {
  if (!Array.isArray(content)) return isJsonObject(content) ? readParts([content]) : NO_CONTENT;
  let text = '';
  let reasoning = '';
  for (const part of content) {
    if (typeof part === 'string') text += part;
    else if (!isJsonObject(part)) continue;
    else if (part.type === 'thinking') reasoning += asText(part.thinking);
    else text += asText(part.text);
  }
  return { text, reasoning };
}

const NO_CONTENT = { text: '', reasoning: '' };

/** The text in a string, a part, or a list of either. */
function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(asText).join('');
  if (isJsonObject(value)) return asText(value.text ?? value.summary ?? '');
  return '';
}

/** An error beside choices, in a choice, or as the whole value (quirks: error-in-data, error-shapes). */
function readError(chunk: JsonObject, choice: JsonObject | null): unknown {
  const error = chunk.error || choice?.error;
  if (error) return typeof error === 'object' || typeof error === 'string' ? error : chunk;
  if (chunk.choices !== undefined) return null;
  const isError = chunk.object === 'error' || chunk.detail !== undefined;
  return isError || (typeof chunk.message === 'string' && chunk.code !== undefined) ? chunk : null;
}
