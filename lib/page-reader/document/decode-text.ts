import { declaredEncoding } from './declared-encoding.ts';

/** Byte order marks and their encodings (Unicode 16, 23.8). */
const MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** Maximum share of non-ASCII characters in a text in Windows-1252. Western languages have fewer. */
const MAX_WESTERN_SHARE = 0.3;

/**
 * Decodes a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, as in old Western files. Null if the bytes are
 * not text, or are in another legacy encoding, for which a wrong guess would produce garbage.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const encodingLabel = markedEncoding(bytes);
  if (encodingLabel !== undefined) return new TextDecoder(encodingLabel).decode(bytes);
  if (bytes.some(isControl)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const beyond = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
    return beyond > bytes.length * MAX_WESTERN_SHARE ? null : new TextDecoder('windows-1252').decode(bytes);
  }
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  return MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0];
}

/** Control characters that text does not contain; tab, line ends, form feed and escape are allowed. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}

/**
 * The text of an HTML page, in the encoding of its byte order mark, else the one its server names, else the one it
 * declares.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  return decodeBytes(bytes, [parseCharset(contentType), declaredEncoding(bytes)]);
}

/** The encoding that a content type names. */
export function parseCharset(contentType: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
}

/**
 * The text of a document, in the encoding of its byte order mark, else the first of `charsets` that exists, else a
 * guess.
 */
export function decodeBytes(bytes: Uint8Array, charsets: readonly (string | undefined)[]): string {
  const decoder = markedEncoding(bytes) === undefined ? firstDecoder(charsets) : undefined;
  return decoder?.decode(bytes) ?? decodeText(bytes) ?? new TextDecoder().decode(bytes);
}

function firstDecoder(charsets: readonly (string | undefined)[]): TextDecoder | undefined {
  for (const charset of charsets) {
    try {
      if (charset !== undefined) return new TextDecoder(charset);
    } catch {
      // There is no such encoding.
    }
  }
  return undefined;
}
