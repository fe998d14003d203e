import { decodeBase64, type ReceiptEntry } from '../../contracts/index.ts';

const encoder = new TextEncoder();

/** Returns the SHA-256 of a text in UTF-8, in hexadecimal. */
export async function sha256(text: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', encoder.encode(text)));
}

export function encodeHex(buffer: ArrayBuffer | Uint8Array): string {
  const bytes = buffer instanceof Uint8Array ? buffer : new Uint8Array(buffer);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return hex;
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The kind of text in a salted hash. It is part of the hash, so that one kind cannot be used as another. */
type Hashed = 'address' | 'body' | 'page' | 'passage';

/**
 * Returns the hash of a text with the salt of its entry. Without a salt, short texts could be guessed from the hash.
 */
export function saltedHash(salt: string, what: Hashed, text: string): Promise<string> {
  return sha256(`${what}\n${salt}\n${text}`);
}

/** Hashes the text of an entry: JSON without spaces, with the fields in the order of the schema. */
export function entryHash(entry: ReceiptEntry): Promise<string> {
  return sha256(JSON.stringify(entry));
}

/** Returns the hash of an empty chain. It depends on the chat, so that a chain belongs to one chat. */
export function chainStart(threadId: string): Promise<string> {
  return sha256(`sidenote-receipt 1\n${threadId}`);
}

export function nextInChain(chain: string, hash: string): Promise<string> {
  return sha256(`${chain}\n${hash}`);
}

/** ECDSA over P-256 with SHA-256, which all supported browsers have. Ed25519 is only available from Chrome 137. */
export const SIGNING = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Returns the bytes that an entry's signature covers: the whole chain up to it. */
export function signedChain(chain: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(`sidenote-receipt 1 chain\n${chain}`);
}

/**
 * Returns the bytes that a file's signature covers: its number of requests, its chain, when it was written, and its
 * bytes.
 */
export function signedFile(footer: { requests: number; chain: string; at: number; file: string }) {
  const { requests, chain, at, file } = footer;
  return encoder.encode(`sidenote-receipt 1 file\n${requests}\n${chain}\n${at}\n${file}`);
}

/** Returns the id of a public key: the beginning of its SHA-256. */
export async function keyId(spki: string): Promise<string> {
  return encodeHex(await crypto.subtle.digest('SHA-256', decodeBase64(spki))).slice(0, 32);
}

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
