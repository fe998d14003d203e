import { expect, test } from 'vitest';
import { toBlockquote } from './blockquote.ts';

test('every line of a quotation is marked, regardless of how it ends', () => {
  expect(toBlockquote('one\n\ntwo ')).toBe('> one\n>\n> two\n\n');
  expect(toBlockquote('one\u2028two\rthree\r\nfour')).toBe('> one\n> two\n> three\n> four\n\n');
});
