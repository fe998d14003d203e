import { expect, test } from 'vitest';
import { readPastedCommand, readPastedKey } from './pasted-key.ts';

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

const ADDRESS = 'https://models.test/v1';
test.each([
  [`curl ${ADDRESS} -H "Authorization: Bearer 0123456789abcdef" -d '{}'`, '0123456789abcdef'],
  [`curl -X POST '${ADDRESS}' -H 'x-api-key: 0123456789abcdef'`, '0123456789abcdef'],
  [`curl ${ADDRESS} \\ -H "api-key: 0123456789abcdef" \\ -d "{}"`, '0123456789abcdef'],
  [`OpenAI(base_url="${ADDRESS}", api_key="0123456789abcdef")`, '0123456789abcdef'],
  [`{ "url": "${ADDRESS}", "token": "0123456789abcdef" }`, '0123456789abcdef'],
  [`curl ${ADDRESS} -H "Authorization: Bearer $API_KEY"`, ''],
  [`curl ${ADDRESS} -H "Authorization: Bearer <token>"`, ''],
  [`curl ${ADDRESS} -H "x-api-key: YOUR_API_KEY"`, ''],
  [`curl ${ADDRESS}`, ''],
])('the address and the key are taken out of a pasted command: %j', (text, apiKey) => {
  expect(readPastedCommand(text)).toEqual({ address: ADDRESS, apiKey });
});

test.each([ADDRESS, 'two words', 'curl https://a.test && curl https://b.test', ''])('%j is no command', (text) => {
  expect(readPastedCommand(text)).toBe(null);
});
