import { expect, test } from 'vitest';
import { quoted } from './quoted.ts';

test('every line of a quotation is marked, regardless of how it ends', () => {
  expect(quoted('one\n\ntwo ')).toBe('> one\n>\n> two\n\n');
  expect(quoted('one\u2028two\rthree\r\nfour')).toBe('> one\n> two\n> three\n> four\n\n');
});
