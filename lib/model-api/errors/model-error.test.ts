import { describe, expect, test } from 'vitest';
import { isTransientConnectionError, refusal } from './model-error.ts';
import { retryAfterMs } from './retry-after.ts';

const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

test('a broken connection is retried for any host', () => {
  for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']) {
    expect(isTransientConnectionError(failed(code), 'loopback'), code).toBe(true);
    expect(isTransientConnectionError(failed(code), 'public'), code).toBe(true);
  }
});

test('an unreachable server, unknown host, invalid certificate and redirect are not retried', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED']) {
    expect(isTransientConnectionError(failed(code), 'public'), code).toBe(false);
  }
  expect(isTransientConnectionError(failed('unexpected redirect'), 'public')).toBe(false);
});

test('without a cause, only hosted servers are retried', () => {
  const unsaid = new TypeError('Failed to fetch');
  expect(isTransientConnectionError(unsaid, 'public')).toBe(true);
  expect(isTransientConnectionError(unsaid, 'private')).toBe(false);
  expect(isTransientConnectionError(unsaid, 'loopback')).toBe(false);
});

test.each([
  [400, 'API key not valid. Please pass a valid API key.', 'auth'],
  [400, 'Your credit balance is too low to access the Anthropic API.', 'rate-limit'],
  [400, 'Invalid value for temperature.', 'bad-response'],
])('a %i that says "%s" is %s (quirk: key-refused-with-400)', (status, words, code) => {
  const target = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm' } as const;
  expect(refusal(target, status, JSON.stringify({ error: { message: words } }))).toMatchObject({ failure: { code } });
});

test('a model for another interface says what to do (quirk: chat-only-model)', () => {
  const target = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm', isNative: true } as const;
  const words = 'This model is only supported in v1/chat/completions and not in v1/responses.';
  expect(refusal(target, 404, JSON.stringify({ error: { message: words } }))).toMatchObject({
    failure: { code: 'not-found', reason: { type: 'no-such-interface' } },
  });
});

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const wait = (headers: Record<string, string>, text = '') => retryAfterMs(new Headers(headers), text, NOW);

describe('retryAfterMs', () => {
  test.each([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['part of a second', { 'retry-after': '0.5' }, 500],
    ['not at all', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000],
    ['milliseconds', { 'retry-after-ms': '1250', 'retry-after': '2' }, 1250],
    ['until the tokens are back', { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '6m0s' }, 360_000],
    [
      'until the requests are back',
      { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20ms' },
      20,
    ],
    ['a moment in milliseconds', { 'x-ratelimit-reset': String(NOW + 4000) }, 4000],
    ['a moment in seconds', { 'x-ratelimit-reset': String(NOW / 1000 + 5) }, 5000],
    ['seconds from now', { 'x-ratelimit-reset': '12' }, 12_000],
  ])('%s', (_form, headers, milliseconds) => {
    expect(wait(headers as Record<string, string>)).toBe(milliseconds);
  });

  test.each([
    ['Please try again in 1m7.5s.', 67_500],
    ['Please retry in 34.07s.', 34_070],
    ['Try again in 20ms', 20],
    ['{"retryDelay": "34s"}', 34_000],
  ])('in words: %s', (text, milliseconds) => {
    expect(wait({}, text)).toBe(milliseconds);
  });

  test.each(['-5', 'abc', 'NaN', '1e309', '', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'nonsense says nothing: %j',
    (value) => {
      expect(wait({ 'retry-after': value })).toBeNull();
    },
  );

  test('a limit that is not exhausted is ignored', () => {
    expect(wait({ 'x-ratelimit-remaining-tokens': '100', 'x-ratelimit-reset-tokens': '1s' })).toBeNull();
  });
});

describe('a model that the server does not have (quirk: model-gone)', () => {
  const target = { host: 'model.example', hostKind: 'public', hasKey: true, modelId: 'm' } as const;
  const read = (status: number, text: string) => refusal(target, status, JSON.stringify({ error: { message: text } }));

  test.each([
    ['OpenAI', 404, 'The model `m` does not exist or you do not have access to it.'],
    ['Anthropic', 404, 'model: m'],
    ['Gemini', 404, 'models/m is not found for API version v1beta, or is not supported for generateContent.'],
    ['Ollama', 404, "model 'm' not found"],
    ['Ollama, of older versions', 404, 'model "m" not found, try pulling it first'],
    ['Azure', 404, 'The API deployment for this resource does not exist.'],
    ['OpenRouter', 404, 'No endpoints found for acme/m:free.'],
    ['OpenRouter', 400, 'acme/m is not a valid model ID'],
    ['Mistral', 400, 'Invalid model: m'],
    ['DeepSeek', 400, 'Model Not Exist'],
    ['Groq', 400, 'The model `m` has been decommissioned and is no longer supported.'],
    ['LM Studio', 400, 'Invalid model identifier "m". Please specify a valid downloaded model (e.g., n).'],
    ['LiteLLM', 400, 'Invalid model name passed in model=m'],
    ['Hugging Face', 400, "The requested model 'm' does not exist"],
    ['GitHub Models', 400, 'Unknown model: m'],
    ['Moonshot', 404, 'Not found the model m or Permission denied'],
    ['Fireworks', 404, 'Model not found, inaccessible, and/or not deployed'],
    ['Zhipu', 400, '模型不存在，请检查模型代码。'],
    ['an error inside a reply', 500, "model 'm' not found"],
  ])('%s with %i: %s', (_server, status, text) => {
    expect(read(status, text)).toMatchObject({
      type: 'failure',
      failure: { code: 'not-found', retryable: false, reason: { type: 'model-not-found', model: 'm' } },
    });
  });

  test.each([
    [404, 'No endpoints found that support tool use.'],
    [400, 'registry.ollama.ai/library/m does not support tools'],
    [400, 'The model m does not support image input.'],
    [400, "Invalid value for 'model_kwargs'"],
    [404, '404 page not found'],
    [500, 'The model is overloaded. Please try again later.'],
    [403, 'The model `m` does not exist or you do not have access to it.'],
    [429, 'Rate limit reached for model m: model not found in cache'],
  ])('is not what %i with "%s" means', (status, text) => {
    expect(JSON.stringify(read(status, text))).not.toContain('model-not-found');
  });
});
