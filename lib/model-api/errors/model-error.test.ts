import { describe, expect, test } from 'vitest';
import { isTransientConnectionError, refusal, retryAfterMs } from './model-error.ts';

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
