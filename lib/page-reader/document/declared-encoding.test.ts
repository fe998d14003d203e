import { expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { declaredEncoding } from './declared-encoding.ts';
import { decodeHtml } from './decode-text.ts';

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const declared = (html: string) => declaredEncoding(latin(html));
const LONG = 'x'.repeat(3_000);

test.each([
  ['<meta charset=koi8-r>', 'koi8-r'],
  ["<META CHARSET = 'Shift_JIS' />", 'Shift_JIS'],
  ['<meta content="text/html; charset=windows-1251" http-equiv="Content-Type">', 'windows-1251'],
  ['<?xml version="1.0" encoding="euc-jp"?><html>', 'euc-jp'],
  ['<?xml version="1.0" encoding="euc-jp"?><meta charset="gbk">', 'gbk'],
])('a page declares its encoding by %s', (html, encoding) => {
  expect(declared(html)).toBe(encoding);
});

test.each([
  ['after a comment', `<!-- ${LONG} --><meta charset="gbk">`],
  ['after styles and scripts', `<head><style>${LONG}</style><script>if (a<b) '<p>'</script><meta charset="gbk">`],
  ['after a long title', `<head><link href="${LONG}"><title>${LONG}</title><meta charset="gbk">`],
])('a declaration far down in the head counts, %s', (_where, html) => {
  expect(declared(html)).toBe('gbk');
});

test.each([
  ['a comment', '<!-- <meta charset="gbk"> -->'],
  ['a description', '<meta name="description" content="text/html; charset=gbk">'],
  ['a body far down', `<p>${LONG}</p><meta charset="gbk">`],
  ['a script', `<script>${LONG}</script><script>'<meta charset="gbk">'</script>`],
  ['an XML declaration after the beginning', '<p>a</p><?xml version="1.0" encoding="gbk"?>'],
])('no encoding is declared by %s', (_what, html) => {
  expect(declared(html)).toBeUndefined();
});

test('a page that names UTF-16 in bytes of ASCII is in UTF-8', () => {
  expect(declared('<meta charset="utf-16le">')).toBe('utf-8');
});

test('a declaration is read after a server that names no encoding that exists', () => {
  const page = latin('<?xml version="1.0" encoding="windows-1251"?><p>\xcf\xf0\xe8');
  expect(decodeHtml(page, 'text/html; charset=unknown')).toContain('<p>При');
  expect(decodeHtml(page, 'text/html; charset=koi8-r')).toContain('<p>оПХ');
});

test.each(['<script>', '<!--', '<meta ', '<title></titl', '<link>'])(
  'looking for a declaration takes time in proportion to a page of %s',
  async (part) => {
    const read = (length: number) => declaredEncoding(new TextEncoder().encode(part.repeat(length / part.length)));
    expect(await timeGrowth(read, 1_000_000)).toBeLessThan(LINEAR_GROWTH);
  },
);
