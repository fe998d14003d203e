/** Byte order marks and their encodings (Unicode 16, 23.8). */
const MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** Maximum share of characters outside ASCII in a text in Windows-1252. Western languages have fewer. */
const MAX_WESTERN_SHARE = 0.3;

/**
 * Decodes a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252, as in old Western files. Null if the bytes are not text,
 * or in another legacy encoding, for which a wrong guess would produce nonsense.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const marked = MARKS.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return new TextDecoder(marked[0]).decode(bytes);
  if (bytes.some(isControl)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const beyond = bytes.reduce((count, byte) => count + (byte > 0x7f ? 1 : 0), 0);
    return beyond > bytes.length * MAX_WESTERN_SHARE ? null : new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Control characters that text does not contain; tab, line ends, form feed and escape are allowed. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}

/** Where browsers look for `<meta charset>` (HTML, "prescan a byte stream"). Bytes. */
const PRESCAN = 1_024;

/** The text of an HTML page: in the encoding its server, its byte order mark or its own `meta` names, else as it looks. */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, PRESCAN));
  const hasMark = /^(?:ï»¿|þÿ|ÿþ)/.test(start);
  const named =
    /charset=["']?([\w-]+)/i.exec(contentType)?.[1] ?? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(start)?.[1];
  if (!hasMark && named !== undefined) {
    try {
      return new TextDecoder(named).decode(bytes);
    } catch {
      // An encoding that does not exist.
    }
  }
  return decodeText(bytes) ?? new TextDecoder().decode(bytes);
}
