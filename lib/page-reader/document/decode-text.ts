/** Bytes that begin a text and say how it is written (Unicode 16, 23.8). */
const MARKS: readonly [encoding: string, ...bytes: number[]][] = [
  ['utf-8', 0xef, 0xbb, 0xbf],
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
];

/** More of a text than this share is not written in letters beyond ASCII where its language needs Windows' Western ones. */
const MAX_WESTERN_SHARE = 0.3;

/**
 * The text of a file: in UTF-8, in UTF-16 with a byte order mark, or, as old Western files are, in Windows-1252. Null where the
 * bytes are no text, or one in another old encoding: guessed wrong, it would be read as nonsense.
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

/** No text has these but for tab, line ends, form feed and the escapes of terminals. */
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b;
}
