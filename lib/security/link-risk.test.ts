import { describe, expect, test } from 'vitest';
import { linkRisk } from './addresses.ts';

const risk = (address: string, ...received: string[]) => linkRisk(new URL(address), received);
const CODE = 'q7Zk2Lm9Xw4Rt8Vb3Np6Yh1C';

describe('an address that can carry hidden data is shown before it is opened', () => {
  test.each([
    ['a user name', 'https://maria@a.test/'],
    ['a password', 'https://:pw@a.test/'],
    ['a query of 33 characters', `https://a.test/?${'a'.repeat(32)}`],
    ['a fragment of 33 characters', `https://a.test/#${'a'.repeat(32)}`],
    ['a query and a fragment that are long together', `https://a.test/?${'a'.repeat(16)}#${'b'.repeat(16)}`],
    ['a segment of 65 characters', `https://a.test/x/${'a'.repeat(65)}`],
    ['a label of 33 characters in the host', `https://${'a'.repeat(33)}.a.test/`],
    ['seven labels in the host', 'https://a.b.c.d.e.f.test/'],
    ['an encoded segment', `https://a.test/x/${CODE}`],
    ['an encoded query', `https://a.test/?${CODE}`],
    ['an encoded segment whose only digit comes last', 'https://a.test/ABCDEFGHIJKLMNOPQRSTUVWXYZ9'],
    ['an encoded segment whose only letter comes last', 'https://a.test/123456789012345678901234567a'],
  ])('%s', (_what, address) => {
    expect(risk(address)).toBe('long');
  });

  test.each([
    ['a query of 32 characters', `https://a.test/?${'a'.repeat(31)}`],
    ['a segment of 64 characters', `https://a.test/x/${'a'.repeat(64)}`],
    ['a label of 32 characters in the host', `https://${'a'.repeat(32)}.a.test/`],
    ['six labels in the host', 'https://a.b.c.d.e.test/'],
    ['a long word of letters alone', 'https://a.test/donaudampfschifffahrtsgesellschaft'],
    ['a long number', 'https://a.test/123456789012345678901234'],
    ['23 encoded characters', `https://a.test/${CODE.slice(1)}`],
  ])('unless it has only %s', (_what, address) => {
    expect(risk(address)).toBeNull();
  });
});

describe('an address with a part of what the chat has read is shown before it is opened', () => {
  test.each([
    ['a word with digits', 'https://a.test/x/ab12cd', 'Your ticket is AB12CD.'],
    ['a word with digits in the query', 'https://a.test/?t=ab12cd', 'ab12cd'],
    ['a number of six digits', 'https://a.test/482913', 'The code is 482913.'],
    ['three words in a row', 'https://a.test/the-quiet-harbour', 'In the quiet harbour lay a boat.'],
    ['three words joined by plus signs', 'https://a.test/?q=the+quiet+harbour', 'the quiet harbour'],
    ['three encoded words', 'https://a.test/the%20quiet%20harbour', 'the quiet harbour'],
    ['a label before the site', 'https://ab12cd.a.test/', 'ab12cd'],
    ['one of two words with digits', 'https://a.test/ab12cd/ef34gh', 'ef34gh'],
    ['three words of twelve characters in all', 'https://a.test/abc-def-ghij', 'abc def ghij'],
  ])('%s', (_what, address, text) => {
    expect(risk(address)).toBeNull();
    expect(risk(address, 'Something else.')).toBeNull();
    expect(risk(address, 'Something else.', text)).toBe('repeats-chat');
  });

  test.each([
    ['a word without digits', 'https://a.test/harbour', 'harbour'],
    ['a word of five characters', 'https://a.test/ab12c', 'ab12c'],
    ['a number of five digits', 'https://a.test/48291', '48291'],
    ['three short words', 'https://a.test/a-b-c', 'a b c'],
    ['two words', 'https://a.test/quiet-harbour', 'quiet harbour'],
    ['two words after a sign', 'https://a.test/?quietly+harbour', 'the quietly harbour'],
    ['the site itself', 'https://ab12cd.test/', 'ab12cd'],
    ['other words', 'https://a.test/the-quiet-harbour', 'the loud harbour'],
  ])('but not %s', (_what, address, text) => {
    expect(risk(address, text)).toBeNull();
  });

  test('unless the chat has read the whole address', () => {
    const address = 'https://a.test/the-quiet-harbour';
    expect(risk(address, 'the quiet harbour', `See ${address}.`)).toBeNull();
  });

  test('also if it is not validly encoded', () => {
    expect(risk('https://a.test/%E0%A4%A/ab12cd', 'ab12cd')).toBe('repeats-chat');
    expect(risk('https://a.test/%E0ab12cd', 'e0ab12cd')).toBe('repeats-chat');
  });
});
