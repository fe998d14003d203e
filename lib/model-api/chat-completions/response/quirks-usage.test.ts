// docs/quirks.md, "Usage": the tokens that a server counts. One test per row.
import { describe, expect, test } from 'vitest';
import { DONE, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk, sse } from '../../../testing/model-api/raw-server.ts';

const text = chunk({ content: 'Hi' }, 'stop');
const usageIn = (body: string) => stepEnd(readReply(body + DONE)).usage;
const counted = { prompt_tokens: 5, completion_tokens: 7 };
const usage = { inputTokens: 5, outputTokens: 7 };

test('usage-without-choices: usage in a chunk without choices, after the finish reason', () => {
  expect(usageIn(text + sse({ choices: [], usage: counted }))).toEqual(usage);
});

test('usage-everywhere: usage in every chunk: the last non-empty one counts, without summing', () => {
  const beside = (value: unknown) => sse({ choices: [{ delta: { content: 'a' } }], usage: value });
  expect(usageIn(beside({ prompt_tokens: 5, completion_tokens: 1 }) + beside(counted) + text + beside(null))).toEqual(
    usage,
  );
  expect(usageIn(text + beside(counted) + beside({}))).toEqual(usage);
});

test('usage-elsewhere: usage elsewhere, in part, or not at all', () => {
  expect(usageIn(text + sse({ choices: [], x_groq: { usage: counted } }))).toEqual(usage);
  expect(usageIn(sse({ choices: [{ delta: { content: 'a' }, usage: counted }] }) + text)).toEqual(usage);
  expect(usageIn(text + sse({ choices: [], timings: { cache_n: 0, prompt_n: 5, predicted_n: 7 } }))).toEqual(usage);
  expect(usageIn(text + sse({ choices: [], usage: { prompt_tokens: 5 } }))).toEqual({ inputTokens: 5 });
  expect(usageIn(text)).toBeUndefined();
});

describe('quirk: cached-tokens, input tokens that came from a cache, or went into one', () => {
  const of = (value: object) => usageIn(text + sse({ choices: [], usage: value }));
  const prompt = { prompt_tokens: 1000, completion_tokens: 7 };
  const wanted = { inputTokens: 1000, outputTokens: 7 };

  test.each([
    ['OpenAI and most others', { prompt_tokens_details: { cached_tokens: 800 } }],
    ['DeepSeek', { prompt_cache_hit_tokens: 800, prompt_cache_miss_tokens: 200 }],
    [
      'DeepSeek, with a detail that says nothing',
      { prompt_cache_hit_tokens: 800, prompt_tokens_details: { cached_tokens: 0 } },
    ],
    ['Moonshot and Together', { cached_tokens: 800 }],
    ['Mistral', { num_cached_tokens: 800 }],
    ['gateways to Anthropic', { cache_read_input_tokens: 800, cache_creation_input_tokens: 0 }],
  ])('are read from the fields of %s', (_service, words) => {
    expect(of({ ...prompt, ...words })).toEqual({ ...wanted, cachedTokens: 800 });
  });

  test.each([
    ['OpenRouter', { prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 900 } }],
    ['LiteLLM', { prompt_tokens_details: { cached_tokens: 0, cache_creation_tokens: 900 } }],
    ['gateways to Anthropic', { cache_read_input_tokens: 0, cache_creation_input_tokens: 900 }],
  ])('are read for cache writes from the fields of %s', (_service, words) => {
    expect(of({ ...prompt, ...words })).toEqual({ ...wanted, cacheWriteTokens: 900 });
  });

  test('are added to the input if they are counted separately', () => {
    const apart = { cache_read_input_tokens: 800, cache_creation_input_tokens: 100 };
    const all = { inputTokens: 1000, outputTokens: 7, cachedTokens: 800, cacheWriteTokens: 100 };
    expect(of({ input_tokens: 100, output_tokens: 7, ...apart })).toEqual(all);
    expect(of({ prompt_tokens: 100, completion_tokens: 7, ...apart })).toEqual(all);
  });

  test('are among the input in the words of the Responses API', () => {
    const usage = { input_tokens: 1000, output_tokens: 7, input_tokens_details: { cached_tokens: 800 } };
    expect(of(usage)).toEqual({ ...wanted, cachedTokens: 800 });
  });

  test('are read from llama.cpp, which reports them next to the usage or instead of it', () => {
    const timings = { cache_n: 800, prompt_n: 200, predicted_n: 7 };
    expect(usageIn(text + sse({ choices: [], timings }))).toEqual({ ...wanted, cachedTokens: 800 });
    expect(usageIn(text + sse({ choices: [], usage: prompt, timings }))).toEqual({ ...wanted, cachedTokens: 800 });
  });

  test('are omitted if missing or not a number', () => {
    for (const words of [{}, { prompt_tokens_details: null }, { cached_tokens: '800' }, { cached_tokens: -1 }]) {
      expect(of({ ...prompt, ...words })).toEqual(wanted);
    }
  });
});
