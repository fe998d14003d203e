import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';
import type { OpaqueCall, OpaqueState } from '../opaque-state.ts';
import type { WireFinish } from './finish-words.ts';

/**
 * Converts the values of one reply from the format of its interface to `ChatChunk`. Create one for each reply. Accepts
 * any parsed JSON and never throws.
 */
export interface ChunkReader {
  /**
   * Every value shows that the model is working, even if it is empty, since hidden thinking takes minutes (quirk:
   * silent-thinking). In other interfaces, servers send empty values even if the model does nothing.
   */
  readonly everyValueIsProgress?: true;
  /** The name of an event equals the `type` in its data, which gateways omit (quirk: type-in-event). */
  readonly eventIsType?: true;
  read(value: unknown): ChatChunk;
  /** Whether a value belongs to an answer in this interface, even if it is empty. */
  isAnswer(value: unknown): boolean;
  /** Called with each chunk that counts. A whole message counts only if no deltas arrived. */
  take?(chunk: ChatChunk): void;
  /** The provider state to echo with this step, or null. `toolCalls`: the state of each call, by its id. */
  opaque(toolCalls: OpaqueState['toolCalls']): unknown;
}

/** The content of one chunk, or of one whole message. */
export type ChatChunk = {
  /** `delta`: the next piece of the answer; `message`: the answer so far, or all of it; null: no content. */
  source: 'delta' | 'message' | null;
  text: string;
  reasoning: string;
  /** The field in which the reasoning arrived, if it has to be echoed under the same name. */
  reasoningField: string | null;
  reasoningDetails: readonly unknown[];
  toolCalls: readonly ToolCallDelta[];
  finishReason: WireFinish | null;
  /** The server's own finish reason, if it is needed to explain how the answer ended. */
  finishWord?: string;
  /** Whether calls whose arguments are still open were cut off, regardless of `finishReason`. */
  cutsCalls?: true;
  usage: Usage | null;
  /** The server has announced that nothing follows. */
  isLast?: true;
  /** The error that the server reports although the status was 200, or null. */
  error: unknown;
};

/** Provider state of a fragment. */
export type CallExtras = Omit<OpaqueCall, 'wireId'>;

/** One tool-call fragment, in which blanks (`""`, `null`, `"null"`) are absent. */
export type ToolCallDelta = {
  index: number | null;
  id: string | null;
  name: string | null;
  arguments: string;
  /**
   * The arguments, if they came as an object instead of a string (quirk: arguments-object); `arguments` is its JSON.
   */
  object: JsonObject | null;
  /** The server says that `arguments` is complete, so it replaces what came before. */
  isWhole?: true;
  extras: CallExtras | null;
};

/** A chunk without content, for interfaces whose events carry one item each. */
export const EMPTY_CHUNK: ChatChunk = {
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
const NO_DETAILS: readonly unknown[] = [];

/** The next piece of an answer. All fields are written out for speed, since one is created for every token. */
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

/**
 * Token usage, under any of the names that servers use, or null. `cachedTokens` and `cacheWriteTokens` are included in
 * the input tokens. Anthropic reports them separately, and so do gateways that report more cached than prompt tokens.
 */
export function fromUsage(value: unknown): Usage | null {
  if (!isJsonObject(value)) return null;
  const cached = firstCount(CACHED.map((path) => at(value, path)));
  const cacheWrites = firstCount(CACHE_WRITES.map((path) => at(value, path)));
  const prompt = count(value.prompt_tokens) ?? count(value.input_tokens);
  const output = count(value.completion_tokens) ?? count(value.output_tokens);
  const isAnthropic = count(value.prompt_tokens) === null && count(value.cache_read_input_tokens) !== null;
  const isApart = prompt !== null && (isAnthropic || cached > prompt);
  return buildUsage({ input: isApart ? prompt + cached + cacheWrites : prompt, output, cached, written: cacheWrites });
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

/** Fields for input tokens that were written to a cache, for which Anthropic charges more. */
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

type Counts = { input: number | null; output: number | null; cached: number; written: number };

function buildUsage({ input, output, cached, written }: Counts): Usage | null {
  if (input === null && output === null) return null;
  return {
    ...(input === null ? {} : { inputTokens: input }),
    ...(output === null ? {} : { outputTokens: output }),
    ...(input === null || cached === 0 ? {} : { cachedTokens: cached }),
    ...(input === null || written === 0 ? {} : { cacheWriteTokens: written }),
  };
}

/** A text in a response, or ''. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A count in a response, or null. */
export function count(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
