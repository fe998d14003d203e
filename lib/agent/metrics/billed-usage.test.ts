import { expect, test } from 'vitest';
import type { ModelPrice } from '../../contracts/capability.ts';
import type { Usage as WireUsage } from '../../contracts/model.ts';
import { AnthropicChunkReader } from '../../model-api/anthropic-messages/anthropic-chunks.ts';
import { ChatChunkReader } from '../../model-api/chat-completions/stream/chat-chunks.ts';
import type { ChunkReader } from '../../model-api/chat-completions/stream/chunk-reader.ts';
import { GeminiChunkReader } from '../../model-api/gemini/gemini-chunks.ts';
import { OllamaChunkReader } from '../../model-api/ollama/ollama-chunks.ts';
import { ResponsesChunkReader } from '../../model-api/openai-responses/responses-chunks.ts';
import { computeCost } from './usage.ts';

/** In US dollars per million tokens, as listed by the services. */
const SONNET: ModelPrice = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
const GPT: ModelPrice = { input: 1.25, output: 10, cachedInput: 0.125 };
const FLASH: ModelPrice = { input: 0.3, output: 2.5, cachedInput: 0.075 };
const DEEPSEEK: ModelPrice = { input: 0.28, output: 0.42, cachedInput: 0.028 };
const FREE: ModelPrice = { input: 0, output: 0 };

const anthropic = (start: object, end: object) =>
  read(
    new AnthropicChunkReader(),
    { type: 'message_start', message: { usage: start } },
    { type: 'message_delta', delta: {}, usage: end },
  );
const responses = (usage: object) =>
  read(new ResponsesChunkReader(), { type: 'response.completed', response: { status: 'completed', usage } });
const gemini = (usageMetadata: object) =>
  read(new GeminiChunkReader(), { candidates: [{ finishReason: 'STOP' }], usageMetadata });
const chat = (usage: object, beside: object = {}) => read(new ChatChunkReader(), { choices: [], usage, ...beside });
const ollama = (counts: object) => read(new OllamaChunkReader(), { done: true, done_reason: 'stop', ...counts });

/** Returns the accumulated usage that a stream has reported. */
function read(reader: ChunkReader, ...values: object[]): WireUsage | null {
  return values.reduce<WireUsage | null>((last, value) => reader.read(value).usage ?? last, null);
}

/**
 * What services report in their own format, and what they bill for it: fresh input, cached input, written cache and
 * output, in tokens, each at its price.
 */
test.each([
  [
    'Anthropic, no cache',
    anthropic({ input_tokens: 2_095, output_tokens: 1 }, { output_tokens: 503 }),
    SONNET,
    2_095 * 3 + 503 * 15,
  ],
  [
    'Anthropic, a cache is written: it is not in input_tokens',
    anthropic(
      { input_tokens: 50, cache_creation_input_tokens: 100_000, cache_read_input_tokens: 0, output_tokens: 1 },
      { output_tokens: 400 },
    ),
    SONNET,
    50 * 3 + 100_000 * 3.75 + 400 * 15,
  ],
  [
    'Anthropic, a cache is read: it is not in input_tokens',
    anthropic(
      { input_tokens: 50, cache_creation_input_tokens: 0, cache_read_input_tokens: 100_000, output_tokens: 1 },
      { output_tokens: 400 },
    ),
    SONNET,
    50 * 3 + 100_000 * 0.3 + 400 * 15,
  ],
  [
    'Anthropic, read and written',
    anthropic(
      { input_tokens: 21, cache_creation_input_tokens: 188, cache_read_input_tokens: 3_000, output_tokens: 1 },
      { output_tokens: 393 },
    ),
    SONNET,
    21 * 3 + 188 * 3.75 + 3_000 * 0.3 + 393 * 15,
  ],
  [
    'Anthropic, the last event repeats the input',
    anthropic(
      { input_tokens: 472, output_tokens: 2 },
      { input_tokens: 472, cache_read_input_tokens: 0, output_tokens: 89 },
    ),
    SONNET,
    472 * 3 + 89 * 15,
  ],
  [
    'Anthropic, a refusal without a word',
    anthropic({ input_tokens: 564, output_tokens: 1 }, { output_tokens: 0 }),
    SONNET,
    564 * 3,
  ],
  [
    'Responses, no cache',
    responses({
      input_tokens: 36,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 87,
      output_tokens_details: { reasoning_tokens: 0 },
    }),
    GPT,
    36 * 1.25 + 87 * 10,
  ],
  [
    'Responses, cached tokens are in input_tokens',
    responses({ input_tokens: 5_120, input_tokens_details: { cached_tokens: 4_864 }, output_tokens: 200 }),
    GPT,
    256 * 1.25 + 4_864 * 0.125 + 200 * 10,
  ],
  [
    'Responses, reasoning is in output_tokens',
    responses({ input_tokens: 75, output_tokens: 1_186, output_tokens_details: { reasoning_tokens: 1_024 } }),
    GPT,
    75 * 1.25 + 1_186 * 10,
  ],
  [
    'Gemini, no thoughts',
    gemini({ promptTokenCount: 264, candidatesTokenCount: 80, totalTokenCount: 344 }),
    FLASH,
    264 * 0.3 + 80 * 2.5,
  ],
  [
    'Gemini, thoughts are not in candidatesTokenCount',
    gemini({ promptTokenCount: 264, candidatesTokenCount: 80, thoughtsTokenCount: 1_200, totalTokenCount: 1_544 }),
    FLASH,
    264 * 0.3 + 1_280 * 2.5,
  ],
  [
    'Gemini, cached tokens are in promptTokenCount',
    gemini({ promptTokenCount: 30_000, cachedContentTokenCount: 28_000, candidatesTokenCount: 100 }),
    FLASH,
    2_000 * 0.3 + 28_000 * 0.075 + 100 * 2.5,
  ],
  ['Gemini, an answer that was blocked', gemini({ promptTokenCount: 12, totalTokenCount: 12 }), FLASH, 12 * 0.3],
  [
    'Chat Completions of OpenAI',
    chat({
      prompt_tokens: 2_006,
      completion_tokens: 300,
      prompt_tokens_details: { cached_tokens: 1_920 },
      completion_tokens_details: { reasoning_tokens: 256 },
    }),
    GPT,
    86 * 1.25 + 1_920 * 0.125 + 300 * 10,
  ],
  [
    'Chat Completions of OpenRouter, with a cache that was written',
    chat({
      prompt_tokens: 10_339,
      completion_tokens: 60,
      prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 10_318 },
    }),
    SONNET,
    21 * 3 + 10_318 * 3.75 + 60 * 15,
  ],
  [
    'Chat Completions of DeepSeek: hits and misses',
    chat({
      prompt_tokens: 1_500,
      completion_tokens: 200,
      prompt_cache_hit_tokens: 1_024,
      prompt_cache_miss_tokens: 476,
    }),
    DEEPSEEK,
    476 * 0.28 + 1_024 * 0.028 + 200 * 0.42,
  ],
  [
    'Chat Completions of a gateway to Anthropic: the cache is apart',
    chat({ prompt_tokens: 40, completion_tokens: 60, cache_read_input_tokens: 9_000, cache_creation_input_tokens: 0 }),
    SONNET,
    40 * 3 + 9_000 * 0.3 + 60 * 15,
  ],
  [
    'Chat Completions of Moonshot',
    chat({ prompt_tokens: 800, completion_tokens: 50, cached_tokens: 768 }),
    DEEPSEEK,
    32 * 0.28 + 768 * 0.028 + 50 * 0.42,
  ],
  [
    'llama.cpp, where only what was read again is counted',
    chat({}, { timings: { cache_n: 900, prompt_n: 100, predicted_n: 40 } }),
    FREE,
    0,
  ],
  ['Ollama', ollama({ prompt_eval_count: 26, eval_count: 298 }), FREE, 0],
] as const)('%s', (_name, counts, price, micros) => {
  const { inputTokens = null, outputTokens = null, cachedTokens = 0, cacheWriteTokens = 0 } = counts ?? {};
  const usage = { inputTokens, outputTokens, cachedTokens, cacheWriteTokens };
  const cost = computeCost(usage, price);
  expect(cost).toBeCloseTo(micros / 1_000_000, 12);
});
