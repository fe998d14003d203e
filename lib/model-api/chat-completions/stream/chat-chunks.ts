import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
import type { OpaqueState } from '../opaque-state.ts';
import {
  type CallExtras,
  type ChatChunk,
  type ChunkReader,
  count,
  fromUsage,
  type ToolCallDelta,
  type WireFinish,
} from './chunk-reader.ts';

/** The reader of `/chat/completions`. */
export class ChatChunkReader implements ChunkReader {
  private reasoningField: string | null = null;
  private readonly details = new ReasoningDetails();

  read(value: unknown): ChatChunk {
    return readChatChunk(value);
  }

  isAnswer(value: unknown): boolean {
    return isJsonObject(value) && Array.isArray(value.choices);
  }

  opaque(toolCalls: OpaqueState['toolCalls']): OpaqueState | null {
    const { reasoningField } = this;
    const reasoningDetails = this.details.entries;
    const isEmpty = reasoningField === null && reasoningDetails.length === 0 && Object.keys(toolCalls).length === 0;
    return isEmpty ? null : { reasoningField, reasoningDetails, toolCalls };
  }

  take(chunk: ChatChunk): void {
    this.reasoningField ??= chunk.reasoningField;
    if (chunk.reasoningDetails.length > 0) this.details.push(chunk.reasoningDetails);
  }
}

/**
 * Reads one chunk of `/chat/completions`, or a response without streaming, in all forms that servers send. Accepts any parsed
 * JSON and never throws. A `message` only counts if there is no `delta` (Perplexity repeats the whole message beside each delta).
 * Rules: docs/quirks.md.
 */
function readChatChunk(value: unknown): ChatChunk {
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

const NOTHING: JsonObject = {};
const NO_DETAILS: readonly unknown[] = [];
const NO_CALLS: readonly ToolCallDelta[] = [];

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

/** Normalizes `finish_reason`; null if there is none yet (quirks: finish-never, finish-other-words). */
function readFinishReason(value: unknown): WireFinish | null {
  if (typeof value !== 'string') return null;
  switch (value.trim().toLowerCase()) {
    case '':
    case 'null':
      return null;
    case 'stop':
    case 'end_turn':
    case 'eos':
      return 'stop';
    case 'tool_calls':
    case 'function_call':
    case 'tool_use':
      return 'tool-calls';
    case 'length':
    case 'max_tokens':
      return 'length';
    case 'content_filter':
      return 'content-filter';
    case 'error':
      return 'error';
    default:
      return 'other';
  }
}

/**
 * The token usage in a chunk, or null. Groq sends it in `x_groq`, Moonshot in the choice, llama.cpp in `timings` (quirks:
 * usage-without-choices, usage-everywhere, usage-elsewhere), also beside a `usage` without cache counts.
 */
function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
  // Most chunks say nothing of it.
  if (!chunk.usage && !choice?.usage && !chunk.x_groq && !chunk.timings) return null;
  const usage =
    fromUsage(chunk.usage) ??
    fromUsage(choice?.usage) ??
    (isJsonObject(chunk.x_groq) ? fromUsage(chunk.x_groq.usage) : null);
  const timings = fromTimings(chunk.timings);
  if (usage === null || usage.cachedTokens !== undefined || timings?.cachedTokens === undefined)
    return usage ?? timings;
  return { ...usage, cachedTokens: timings.cachedTokens };
}

/** llama.cpp reports separately how many prompt tokens it did not have to process again. */
function fromTimings(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const cached = count(value.cache_n) ?? 0;
  const read = count(value.prompt_n);
  return fromUsage({
    prompt_tokens: read === null ? null : read + cached,
    completion_tokens: value.predicted_n,
    cached_tokens: cached,
  });
}

/**
 * The fragments in a `delta` or `message`: a list, a single object, or the `function_call` from before November 2023, which only
 * counts alone. Rules: quirks: index-no-integer, id-empty, id-null, id-word-null, name-empty, type-missing, calls-no-list,
 * arguments-null, arguments-object, function-call-field.
 */
export function readToolCalls(body: JsonObject): readonly ToolCallDelta[] {
  const { tool_calls: calls, function_call: legacy } = body;
  if (Array.isArray(calls) && calls.length > 0) return readList(calls);
  if (isJsonObject(calls)) return [readToolCall(calls)];
  return isJsonObject(legacy) ? [readToolCall({ index: 0, function: legacy })] : NO_CALLS;
}

function readList(calls: readonly unknown[]): ToolCallDelta[] {
  const deltas: ToolCallDelta[] = [];
  for (const call of calls) {
    if (isJsonObject(call)) deltas.push(readToolCall(call));
  }
  return deltas;
}

function readToolCall(call: JsonObject): ToolCallDelta {
  const fn = isJsonObject(call.function) ? call.function : call;
  const args = fn.arguments ?? fn.parameters;
  return {
    index: readIndex(call.index),
    id: present(call.id),
    name: present(fn.name),
    arguments: typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args),
    object: isJsonObject(args) ? args : null,
    extras: readExtras(call, fn),
  };
}

/** Reads an index, which gateways also send as a string. Null for anything else. */
function readIndex(value: unknown): number | null {
  const index = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null;
}

/**
 * Reads a string; blank strings, `null` and words for nothing are absent (quirks: id-empty, id-null, id-word-null, name-empty).
 */
function present(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
  return text === '' || text === 'null' || text === 'undefined' ? null : text;
}

function readExtras(call: JsonObject, fn: JsonObject): CallExtras | null {
  const fields = providerFields(call);
  const functionFields = fn === call ? null : providerFields(fn);
  const extraContent = call.extra_content ?? undefined;
  if (fields === null && functionFields === null && extraContent === undefined) return null;
  return {
    ...(extraContent === undefined ? {} : { extraContent }),
    ...(fields === null ? {} : { fields }),
    ...(functionFields === null ? {} : { functionFields }),
  };
}

/** Signatures under any name, and what LiteLLM passes through; null if there are none, which is the common case. */
function providerFields(object: JsonObject): Record<string, unknown> | null {
  let found: Record<string, unknown> | null = null;
  for (const key in object) {
    if (USUAL.has(key) || !PROVIDER_FIELD.test(key) || object[key] === null) continue;
    found ??= {};
    found[key] = object[key];
  }
  return found;
}

const USUAL: ReadonlySet<string> = new Set(['index', 'id', 'type', 'function', 'name', 'arguments']);
const PROVIDER_FIELD = /signature|^provider_specific_fields$/i;

/** The fields that arrive in pieces. */
const GROWING = ['text', 'summary', 'data'] as const;

/**
 * Merges chunks of `reasoning_details`, to be echoed unchanged and in order (quirk: reasoning-details): chunks with the same
 * index, type and id become one entry whose `text`, `summary` and `data` are concatenated; of other fields (`signature`, `id`,
 * `format`) the last value is kept.
 */
class ReasoningDetails {
  readonly entries: unknown[] = [];
  private readonly open = new Map<string, JsonObject>();

  push(chunks: readonly unknown[]): void {
    for (const chunk of chunks) {
      if (isJsonObject(chunk)) this.take(chunk);
      else this.entries.push(chunk);
    }
  }

  private take(chunk: JsonObject): void {
    const key = `${String(chunk.index)} ${String(chunk.type)}`;
    const entry = this.open.get(key);
    if (entry && mayBeSame(entry.id, chunk.id)) merge(entry, chunk);
    else {
      const fresh = { ...chunk };
      this.entries.push(fresh);
      this.open.set(key, fresh);
    }
  }
}

function mayBeSame(one: unknown, other: unknown): boolean {
  return !one || !other || one === other;
}

function merge(entry: JsonObject, chunk: JsonObject): void {
  for (const key of Object.keys(chunk)) {
    const value = chunk[key];
    const before = entry[key];
    if (isGrowing(key) && typeof value === 'string' && typeof before === 'string') entry[key] = before + value;
    else if (value !== null && value !== '') entry[key] = value;
  }
}

function isGrowing(key: string): boolean {
  return (GROWING as readonly string[]).includes(key);
}
