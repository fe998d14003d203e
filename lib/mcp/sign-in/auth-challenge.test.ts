import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { bearerChallenge, hasScopes, joinScopes } from './auth-challenge.ts';

const none = { error: null, scope: null, resourceMetadata: null };

test.each([
  [null, none],
  ['', none],
  ['Basic realm="x"', none],
  ['Bearer', none],
  ['Bearer resource_metadata="https://a.test/m"', { ...none, resourceMetadata: 'https://a.test/m' }],
  ['bearer Error=insufficient_scope, SCOPE="a b"', { ...none, error: 'insufficient_scope', scope: 'a b' }],
  ['Basic realm="a, Bearer scope=\\"x\\"", Bearer scope="a"', { ...none, scope: 'a' }],
  ['Negotiate abc==, Bearer scope="a", Digest scope="b"', { ...none, scope: 'a' }],
  ['Bearer scope="a", scope="b"', { ...none, scope: 'a' }],
  ['Bearer error="say \\"no\\""', { ...none, error: 'say "no"' }],
  ['Bearer scope="a\tb \u00e9 ok"', { ...none, scope: 'ok' }],
  ['Bearer scope="never closed', none],
])('%j is read', (header, challenge) => {
  expect(bearerChallenge(header)).toEqual(challenge);
});

test.each(['a="\\', ', ', 'a=""', 'a="'])(
  'a header is read in linear time, however often %j is repeated',
  async (piece) => {
    const read = (length: number) => bearerChallenge(`Bearer ${piece.repeat(length)}`);
    expect(await timeGrowth(read, 50_000)).toBeLessThan(LINEAR_GROWTH);
  },
);

test('scopes are joined once each, and compared as sets', () => {
  expect(joinScopes(['b a', null, 'a c', undefined])).toBe('b a c');
  expect(joinScopes([' ', null])).toBeNull();
  expect(hasScopes('a b', 'b')).toBe(true);
  expect(hasScopes('a', 'a b')).toBe(false);
  expect(hasScopes(null, null)).toBe(true);
});
