import { expect, test } from 'vitest';
import { isDecodable } from './picture-size.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const number = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
const little = (value: number, digits: number) => Buffer.from(number(value, digits), 'hex').reverse().toString('hex');

/** The header of a picture of each type. */
const HEADERS: [mediaType: string, header: (width: number, height: number) => string][] = [
  ['image/png', (width, height) => `89504e470d0a1a0a 0000000d 49484452 ${number(width, 8)} ${number(height, 8)}`],
  ['image/gif', (width, height) => `474946383961 ${little(width, 4)} ${little(height, 4)}`],
  [
    'image/jpeg',
    (width, height) => `ffd8 ffe0 0004 0000 ff ffc4 0003 00 ffc2 0011 08 ${number(height, 4)} ${number(width, 4)} 03`,
  ],
  [
    'image/webp',
    (width, height) =>
      `52494646 00000000 57454250 56503858 0a000000 00000000 ${little(width - 1, 6)} ${little(height - 1, 6)}`,
  ],
  [
    'image/webp',
    (width, height) =>
      `52494646 00000000 57454250 56503820 00000000 000000 9d012a ${little(width % 16_384, 4)} ${little(height % 16_384, 4)}`,
  ],
  [
    'image/avif',
    (width, height) =>
      `00000000 66747970 61766966 69737065 00000000 00000040 00000040 69737065 00000000 ${number(width, 8)} ${number(height, 8)}`,
  ],
];

test.each(HEADERS)('a picture has as many pixels as can be decoded: %s', (mediaType, header) => {
  expect(isDecodable(hex(header(12_000, 9_000)), mediaType)).toBe(true);
  expect(isDecodable(hex(header(16_000, 16_000)), mediaType)).toBe(false);
  expect(isDecodable(hex(header(12_000, 9_000)).slice(0, 8), mediaType)).toBe(false);
});

test('a lossless WebP stores its size in 14 bits each', () => {
  const header = (width: number, height: number) =>
    hex(`52494646 00000000 57454250 5650384c 00000000 2f ${little((height - 1) * 16_384 + width - 1, 8)}`);
  expect(isDecodable(header(10_000, 9_000), 'image/webp')).toBe(true);
  expect(isDecodable(header(16_000, 16_000), 'image/webp')).toBe(false);
});

test('other files have no pixels', () => {
  expect(isDecodable(hex('424d00000000'), null)).toBe(false);
});
