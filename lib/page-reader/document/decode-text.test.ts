import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const bytesOf = (...bytes: number[]) => new Uint8Array(bytes);

test('UTF-8 is read with and without its mark', () => {
  const text = 'Ebbe — 潮汐';
  const bytes = new TextEncoder().encode(text);
  expect(decodeText(bytes)).toBe(text);
  expect(decodeText(bytesOf(0xef, 0xbb, 0xbf, ...bytes))).toBe(text);
});

test('UTF-16 is read with a byte order mark', () => {
  expect(decodeText(bytesOf(0xff, 0xfe, 0x61, 0, 0xe4, 0))).toBe('aä');
  expect(decodeText(bytesOf(0xfe, 0xff, 0, 0x61, 0, 0xe4))).toBe('aä');
});

test('a Windows-1252 file is decoded', () => {
  expect(decodeText(bytesOf(0x47, 0x65, 0x7a, 0x65, 0x69, 0x74, 0x20, 0x80, 0xe4))).toBe('Gezeit €ä');
});

test('binary files and other legacy encodings are rejected', () => {
  expect(decodeText(bytesOf(0x50, 0x4b, 3, 4, 0, 0))).toBeNull();
  // 潮汐 in Shift JIS.
  expect(decodeText(bytesOf(0x92, 0xaa, 0x8e, 0xac))).toBeNull();
});
