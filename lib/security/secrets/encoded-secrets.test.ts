import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { maskSecrets } from '../mask-secrets.ts';

const KEY = `sk-proj-${'Ab3dEf6hIj9k'.repeat(3)}`;
const SECRETS = {
  'a key': KEY,
  'a card number': 'Card 4111 1111 1111 1111',
  'an account': 'DE89 3704 0044 0532 0130 00',
  'a password with its name': 'password=Tr0ub4dor&3',
  'a user and a password': 'maria:Tr0ub4dor&3',
  'a private key': `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(8)}\n-----END PRIVATE KEY-----`,
};

const bytes = (text: string, write: (byte: string) => string) =>
  [...Buffer.from(text)].map((byte) => write(byte.toString(16).padStart(2, '0'))).join('');
const ENCODINGS: Record<string, (text: string) => string> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 for addresses': (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) =>
    (
      Buffer.from(text)
        .toString('base64')
        .match(/.{1,64}/g) ?? []
    ).join('\n'),
  'base64, twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  'hexadecimal in capitals': (text) => `0x${Buffer.from(text).toString('hex').toUpperCase()}`,
  'hexadecimal with spaces': (text) => bytes(text, (byte) => `${byte} `).trim(),
  'hexadecimal with colons': (text) => bytes(text, (byte) => `${byte}:`).slice(0, -1),
  'hexadecimal in groups of four': (text) =>
    (
      Buffer.from(text)
        .toString('hex')
        .match(/.{1,4}/g) ?? []
    ).join(' '),
  'hexadecimal in lines': (text) =>
    (
      Buffer.from(text)
        .toString('hex')
        .match(/.{1,32}/g) ?? []
    )
      .map((line) => line.padEnd(32, '20'))
      .join('\n'),
  'codes of characters': (text) => [...Buffer.from(text)].join(' '),
  'codes of characters with commas': (text) => [...Buffer.from(text)].join(', '),
  'escapes of addresses': (text) => bytes(text, (byte) => `%${byte}`),
  'escapes of source code': (text) => bytes(text, (byte) => `\\x${byte}`),
  'other escapes of source code': (text) => bytes(text, (byte) => `\\u00${byte}`),
};

describe.each(Object.entries(ENCODINGS))('in %s', (_, encode) => {
  test.each(Object.entries(SECRETS))('%s is masked', (_name, secret) => {
    const encoded = encode(secret);
    const { text } = maskSecrets(`The value is ${encoded} in this file.`);
    expect(text).toMatch(/^The value is \[masked: [a-z ]+\] in this file\.$/i);
  });

  test('other texts stay', () => {
    const text = `The value is ${encode('The harbor has a lock, and parrots are welcome there.')} in this file.`;
    expect(maskSecrets(text).text).toBe(text);
  });
});

test.each([
  'commit 8c38cd26a3400684b6a1b36b8f13c47ac957a80f, sha256 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  'integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
  'id 123e4567-e89b-12d3-a456-426614174000',
  'Internationalization and Donaudampfschifffahrtsgesellschaft',
  'MAC 00:1b:44:11:3a:b7:00:1b:44:11:3a:b7',
])('what is no text stays: %s', (text) => {
  expect(maskSecrets(text).text).toBe(text);
});

test.each(['aA', 'aA1/', '41', '41 ', '%41', 'aAaAaAaAaAaAaAaAaAaA\n', '0x', '\\x41', '&#65;'])(
  'a text that was made to take time is read in one that grows with its length: %j',
  async (unit) => {
    const growth = await timeGrowth((size) => maskSecrets(`${unit.repeat(size / unit.length)}=a`), 50_000);
    expect(growth).toBeLessThan(LINEAR_GROWTH);
  },
);
