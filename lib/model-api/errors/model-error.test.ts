import { expect, test } from 'vitest';
import { isTransientConnectionError } from './model-error.ts';

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
