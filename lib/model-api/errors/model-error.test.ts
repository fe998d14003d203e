import { expect, test } from 'vitest';
import { isTransientConnectionError } from './model-error.ts';

const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

test('a broken connection may do better next time, wherever it went', () => {
  for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE']) {
    expect(isTransientConnectionError(failed(code), 'loopback'), code).toBe(true);
    expect(isTransientConnectionError(failed(code), 'public'), code).toBe(true);
  }
});

test('nobody there, an unknown name, a wrong certificate and a redirect stay as they are', () => {
  for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED']) {
    expect(isTransientConnectionError(failed(code), 'public'), code).toBe(false);
  }
  expect(isTransientConnectionError(failed('unexpected redirect'), 'public')).toBe(false);
});

test('where the browser does not say, only a server far away may come back', () => {
  const unsaid = new TypeError('Failed to fetch');
  expect(isTransientConnectionError(unsaid, 'public')).toBe(true);
  expect(isTransientConnectionError(unsaid, 'private')).toBe(false);
  expect(isTransientConnectionError(unsaid, 'loopback')).toBe(false);
});
