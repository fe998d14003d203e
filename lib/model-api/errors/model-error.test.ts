import { expect, test } from 'vitest';
import { isTransientConnectionError, refusal } from './model-error.ts';

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
