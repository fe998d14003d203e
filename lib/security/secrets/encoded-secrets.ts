import { decodeBase64, decodeHex, type Secret, toStandardBase64 } from '../../contracts/index.ts';

/** Base64 (RFC 4648), also for addresses, and wrapped into lines. */
const BASE64 = /(?<![A-Za-z\d+/_-])[A-Za-z\d+/_-]{16,}(?:\r?\n[A-Za-z\d+/_-]{16,})*={0,2}(?![A-Za-z\d+/_-])/g;
const BASE64_SEGMENT = /(?<=\/)[A-Za-z\d+_-]{16,}={0,2}(?![A-Za-z\d+_-])/g;
/** Hexadecimal, together or with the same separators as in dumps, and wrapped into lines. */
const HEX =
  /(?<![A-Za-z\d])(?:0x)?(?:[\da-f]{2}){8,}(?:\r?\n(?:[\da-f]{2}){8,})*(?![A-Za-z\d])|(?<![A-Za-z\d])(?:0x)?[\da-f]{2}(?:(?:[ :,-]|, ?0x|\\x)[\da-f]{2}){7,}(?![A-Za-z\d])|(?<![A-Za-z\d])[\da-f]{4}(?: [\da-f]{4}){3,}(?: [\da-f]{2})?(?![A-Za-z\d])/gi;
/** The codes of characters in a list. */
const CODES = /(?<![\w.,])\d{2,3}(?:,? \d{2,3}){11,}(?![\w.])/g;
/** Characters that are escaped one by one, as in addresses, HTML and source code. */
const ESCAPES = /(?:(?:%|\\x|\\u00|&#x0{0,4})[\da-f]{2};?|&#0{0,4}\d{2,3};?|\\u\{[\da-f]{2}\}){6,}/gi;

/** Text that was encoded: printable, and not random bytes. */
const PRINTABLE = /^[\t\n\r\x20-\x7E\u00A0-\uFFFC]+$/;

/**
 * Finds secrets in base64, in hexadecimal and in escapes. `find` finds those in the decoded text. What was encoded is
 * masked as a whole.
 */
export function findEncodedSecrets(text: string, find: (decoded: string) => Secret[]): Secret[] {
  const encoded = [
    ...findTokens(text, BASE64, readBase64),
    // A slash is also a separator of paths.
    ...findTokens(text, BASE64_SEGMENT, readBase64),
    ...findTokens(text, HEX, readHex),
    ...findTokens(text, CODES, readCodes),
    ...findTokens(text, ESCAPES, readEscapes),
  ];
  return encoded.flatMap(({ decoded, start, end }): Secret[] => {
    const [secret] = PRINTABLE.test(decoded) ? find(decoded.trim()) : [];
    return secret === undefined ? [] : [{ kind: secret.kind, start, end }];
  });
}

type DecodedToken = { decoded: string; start: number; end: number };

function findTokens(text: string, pattern: RegExp, decode: (token: string) => string | null): DecodedToken[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: token, index }) => {
    const decoded = decode(token);
    return decoded === null ? [] : [{ decoded, start: index, end: index + token.length }];
  });
}

function readBase64(token: string): string | null {
  const plain = toStandardBase64(token.replace(/[\r\n=]/g, ''));
  // Words and numbers have neither both cases nor the length of groups.
  if (plain.length % 4 === 1 || !/[a-z]/.test(plain) || !/[A-Z]/.test(plain)) return null;
  return decodeBytes(decodeBase64(plain));
}

function readHex(token: string): string | null {
  return decodeBytes(decodeHex(token.replace(/0x|\\x|[\s:,-]/gi, '')));
}

function readCodes(token: string): string | null {
  const codes = token.split(/\D+/).map(Number);
  return codes.some((code) => (code < 32 && code !== 10 && code !== 13) || code > 126)
    ? null
    : codes.map((code) => String.fromCharCode(code)).join('');
}

function readEscapes(token: string): string | null {
  const codes = token.match(/&#\d+|[\da-f]{2}(?=;|\}|%|\\|&|$)/gi) ?? [];
  const bytes = codes.map((code) => (code.startsWith('&#') ? Number(code.slice(2)) : Number.parseInt(code, 16)));
  return decodeBytes(Uint8Array.from(bytes));
}

function decodeBytes(bytes: Uint8Array): string | null {
  // UTF-16, as encoded by Windows.
  const isWide = bytes.length >= 16 && bytes.every((byte, index) => index % 2 === 0 || byte === 0);
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
