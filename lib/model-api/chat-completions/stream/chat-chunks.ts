import { type FinishReason, isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
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

/** The end of an answer as reported by a server. `error`: it failed, although the status was 200 (OpenRouter). */
export type WireFinish = FinishReason | 'error';

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

/** Whether the answer was cut off, so that unfinished parts of it cannot be trusted. */
export function isCutOff(finish: WireFinish | null): boolean {
  return finish === 'length' || finish === 'content-filter' || finish === 'error';
}

/** Combines two finish reasons of one answer: the first, unless a later one says that it was cut off (quirk: finish-repeated). */
export function joinFinish(first: WireFinish | null, second: WireFinish | null): WireFinish | null {
  if (first === null || second === null) return first ?? second;
  return isCutOff(second) && !isCutOff(first) ? second : first;
}

/**
 * The finish reason consistent with the calls: servers send `stop` with calls, and `tool_calls` without (quirks: stop-with-calls,
 * calls-without-call).
 */
export function finishReason(finish: WireFinish | null, hasCalls: boolean): FinishReason {
  switch (finish) {
    case null:
    case 'stop':
    case 'tool-calls':
      return hasCalls ? 'tool-calls' : 'stop';
    case 'error':
      return 'other';
    case 'length':
    case 'content-filter':
    case 'other':
      return finish;
    default:
      return finish satisfies never;
  }
}

/**
 * The token usage in a chunk, or null. Groq sends it in `x_groq`, Moonshot in the choice, llama.cpp in `timings` (quirks:
 * usage-without-choices, usage-everywhere, usage-elsewhere), also beside a `usage` without cache counts.
 */
function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
  const usage =
    fromUsage(chunk.usage) ??
    fromUsage(choice?.usage) ??
    (isJsonObject(chunk.x_groq) ? fromUsage(chunk.x_groq.usage) : null);
  const timings = fromTimings(chunk.timings);
  if (usage === null || usage.cachedTokens !== undefined || timings?.cachedTokens === undefined)
    return usage ?? timings;
  return { ...usage, cachedTokens: timings.cachedTokens };
}

/**
 * `cachedTokens` and `cacheWriteTokens` are included in the input tokens. Anthropic reports them separately, as do gateways with
 * more cached than prompt tokens.
 */
export function fromUsage(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const cached = firstCount(CACHED.map((path) => at(value, path)));
  const written = firstCount(CACHE_WRITES.map((path) => at(value, path)));
  const prompt = count(value.prompt_tokens) ?? count(value.input_tokens);
  const output = count(value.completion_tokens) ?? count(value.output_tokens);
  const isAnthropic = count(value.prompt_tokens) === null && count(value.cache_read_input_tokens) !== null;
  const isApart = prompt !== null && (isAnthropic || cached > prompt);
  return usageOf({ input: isApart ? prompt + cached + written : prompt, output, cached, written });
}

/** Fields for input tokens that were read from a cache. */
const CACHED: readonly string[][] = [
  // OpenAI, OpenRouter, Groq, xAI, Gemini, Z.ai, Alibaba, Fireworks, vLLM, SGLang, llama.cpp
  ['prompt_tokens_details', 'cached_tokens'],
  // OpenAI Responses
  ['input_tokens_details', 'cached_tokens'],
  // DeepSeek
  ['prompt_cache_hit_tokens'],
  // Moonshot, Together
  ['cached_tokens'],
  // Mistral
  ['num_cached_tokens'],
  // Anthropic, and gateways to it
  ['cache_read_input_tokens'],
];

/** Fields for input tokens that were written to a cache, which Anthropic charges more for. */
const CACHE_WRITES: readonly string[][] = [
  // OpenRouter
  ['prompt_tokens_details', 'cache_write_tokens'],
  // LiteLLM
  ['prompt_tokens_details', 'cache_creation_tokens'],
  // Alibaba
  ['prompt_tokens_details', 'cache_creation_input_tokens'],
  // Anthropic, and gateways to it
  ['cache_creation_input_tokens'],
];

function at(value: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isJsonObject(inner) ? inner[key] : undefined), value);
}

/** The first count above 0, since gateways send 0 under one name and the number under another. */
function firstCount(values: readonly unknown[]): number {
  return values.map(count).find((each) => each !== null && each > 0) ?? 0;
}

/** llama.cpp reports separately how many prompt tokens it did not have to process again. */
function fromTimings(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const cached = count(value.cache_n) ?? 0;
  const read = count(value.prompt_n);
  return usageOf({ input: read === null ? null : read + cached, output: count(value.predicted_n), cached, written: 0 });
}

type Counts = { input: number | null; output: number | null; cached: number; written: number };

function usageOf({ input, output, cached, written }: Counts): Usage | null {
  if (input === null && output === null) return null;
  return {
    ...(input === null ? {} : { inputTokens: input }),
    ...(output === null ? {} : { outputTokens: output }),
    ...(input === null || cached === 0 ? {} : { cachedTokens: cached }),
    ...(input === null || written === 0 ? {} : { cacheWriteTokens: written }),
  };
}

function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
