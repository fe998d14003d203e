import { decodeText } from '../document/decode-text.ts';

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
