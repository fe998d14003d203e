import { expect, test } from 'vitest';
import { readPastedKey } from './pasted-key.ts';

test.each([
  ['Bearer 0123456789abcdef'],
  ['API_KEY="0123456789abcdef"'],
  ['export MY_TOKEN=0123456789abcdef'],
  ['"0123456789abcdef"'],
  ['authorization: Bearer 0123456789abcdef'],
  ['“0123456789abcdef”'],
  ['«0123456789abcdef»'],
  ['`0123456789abcdef`'],
  ['"apiKey": "0123456789abcdef",'],
  ["'API_KEY': '0123456789abcdef'"],
  ['$env:API_KEY="0123456789abcdef"'],
  ['-H "Authorization: Bearer 0123456789abcdef"'],
  ['x-api-key: 0123456789abcdef'],
  ['\uFEFF0123456789\u200Babcdef\u2060'],
  ['０１２３４５６７８９ａｂｃｄｅｆ'],
])('only the key itself is used of %j', (text) => {
  expect(readPastedKey(text)).toBe('0123456789abcdef');
});

test.each(['Basic dXNlcjpwYXNz', 'two words', ''])('%j stays as it is', (text) => {
  expect(readPastedKey(text)).toBe(text);
});
