import { expect, test } from 'vitest';
import { decodeHtml, decodeText } from './decode-text.ts';
import { plainReading } from './plain-document.ts';

const toBytes = (...bytes: number[]) => new Uint8Array(bytes);

test('UTF-8 is read with and without its mark', () => {
  const text = 'Ebbe — 潮汐';
  const bytes = new TextEncoder().encode(text);
  expect(decodeText(bytes)).toBe(text);
  expect(decodeText(toBytes(0xef, 0xbb, 0xbf, ...bytes))).toBe(text);
});

test('UTF-16 is read with a byte order mark', () => {
  expect(decodeText(toBytes(0xff, 0xfe, 0x61, 0, 0xe4, 0))).toBe('aä');
  expect(decodeText(toBytes(0xfe, 0xff, 0, 0x61, 0, 0xe4))).toBe('aä');
});

test('a Windows-1252 file is decoded', () => {
  expect(decodeText(toBytes(0x47, 0x65, 0x7a, 0x65, 0x69, 0x74, 0x20, 0x80, 0xe4))).toBe('Gezeit €ä');
});

test('binary files and other legacy encodings are rejected', () => {
  expect(decodeText(toBytes(0x50, 0x4b, 3, 4, 0, 0))).toBeNull();
  // 潮汐 in Shift JIS.
  expect(decodeText(toBytes(0x92, 0xaa, 0x8e, 0xac))).toBeNull();
});

test.each([
  ['UTF-16 with a byte order mark', toBytes(0xff, 0xfe, 0x61, 0, 0xe4, 0), '', 'aä'],
  ['UTF-16, whatever the server says', toBytes(0xff, 0xfe, 0x61, 0, 0xe4, 0), '; charset=utf-8', 'aä'],
  ['Windows-1252 of which the server says nothing', toBytes(0x47, 0x65, 0x7a, 0xe4, 0x68, 0x6d, 0x74), '', 'Gezähmt'],
  ['a named encoding', toBytes(0x92, 0xaa, 0x8e, 0xac), '; Charset="shift_jis"', '潮汐'],
  ['UTF-8 under the name of no encoding', new TextEncoder().encode('潮汐'), '; charset=none', '潮汐'],
])('%s is decoded in text files and in HTML', (_what, bytes, parameter, text) => {
  const file = { url: 'https://a.test/x.txt', contentType: `text/plain${parameter}`, bytes, print: 'p' };
  expect(plainReading(file).blocks[0]?.markdown).toContain(text);
  expect(decodeHtml(bytes, `text/html${parameter}`)).toBe(text);
});
