import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPkce, randomToken } from './pkce.ts';

test('the challenge is the SHA-256 of the verifier, both without characters that an address escapes', async () => {
  const { verifier, challenge } = await createPkce();
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
  expect(verifier).toMatch(/^[\w-]{43}$/);
});

test('each token is another', () => {
  expect(new Set(Array.from({ length: 100 }, randomToken)).size).toBe(100);
});
