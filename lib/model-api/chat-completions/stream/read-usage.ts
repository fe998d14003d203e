import { isJsonObject, type JsonObject, type Usage } from '../../../contracts/index.ts';

/**
 * The token usage in a chunk, or null. Groq sends it in `x_groq`, Moonshot in the choice, llama.cpp in `timings` (quirks:
 * usage-without-choices, usage-everywhere, usage-elsewhere), also beside a `usage` without cache counts.
 */
export function readUsage(chunk: JsonObject, choice: JsonObject | null): Usage | null {
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
