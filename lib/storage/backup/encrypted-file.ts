import type { BackupProblem } from '../../contracts/index.ts';
import { importKey } from '../wrapping-key.ts';

/** The file is rejected. Nothing has been changed. */
export class BackupRefused extends Error {
  readonly code: BackupProblem;

  constructor(code: BackupProblem) {
    super(code);
    this.name = 'BackupRefused';
    this.code = code;
  }
}

/** Cost of Argon2id: memory in KiB, iterations and lanes. */
export type DerivationCost = { memory: number; iterations: number; lanes: number };

/**
 * The key of a file: what was derived from its passphrase, the cost and salt of that, and the check of the passphrase. Several
 * files may have the same one, since each has a nonce prefix of its own.
 */
export type FileKey = { cost: DerivationCost; salt: Bytes; key: Bytes; check: Bytes };

/** Maximum size of a backup, which is that of an import file. */
export const MAX_BYTES = 1_000_000_000;

export const MAGIC = new TextEncoder().encode('sidenote-backup\n');
export const VERSION = 1;
export const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
export const CHECK_BYTES = 16;
const CHECKSUM_BYTES = 8;
/** Magic, version, memory (4), iterations, lanes, salt, nonce prefix. */
export const FIELD_BYTES = MAGIC.length + 7 + SALT_BYTES + PREFIX_BYTES;
export const HEADER_BYTES = FIELD_BYTES + CHECK_BYTES + CHECKSUM_BYTES;
export const KEY_BYTES = 32;
export const TAG_BYTES = 16;
export const CHUNK_BYTES = 1_048_576;

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encrypts content; docs/backup-format.md describes the file. Content is encrypted in chunks whose nonces
 * hold their number and whether they are the last (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015), so
 * that chunks cannot be cut off, swapped or repeated. Throws BackupRefused if the file would be too large to be restored.
 */
export async function encryptFile(
  content: AsyncIterable<Uint8Array>,
  { cost, salt, key: keyBytes, check }: FileKey,
): Promise<Blob> {
  const fields = new Uint8Array(FIELD_BYTES);
  fields.set(MAGIC);
  const view = new DataView(fields.buffer);
  view.setUint8(MAGIC.length, VERSION);
  view.setUint32(MAGIC.length + 1, cost.memory);
  view.setUint8(MAGIC.length + 5, cost.iterations);
  view.setUint8(MAGIC.length + 6, cost.lanes);
  fields.set(salt, MAGIC.length + 7);
  crypto.getRandomValues(fields.subarray(FIELD_BYTES - PREFIX_BYTES));
  const key = await importKey(keyBytes);
  const header = concatenated(fields, check, await checksumOf(concatenated(fields, check)));
  const pieces: Blob[] = [new Blob([header])];
  let size = header.length;
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(content)) {
    const encrypted = await crypto.subtle.encrypt(parametersOf(header, number++, isLast), key, bytes);
    size += encrypted.byteLength;
    if (size > MAX_BYTES) throw new BackupRefused('too-large');
    // A browser keeps large blobs on disk, but not buffers.
    pieces.push(new Blob([encrypted]));
  }
  return new Blob(pieces, { type: 'application/octet-stream' });
}

/** Each chunk is bound to the header, its number, and whether it is the last. */
export function parametersOf(header: Bytes, number: number, isLast: boolean): AesGcmParams {
  const iv = new Uint8Array(PREFIX_BYTES + 5);
  iv.set(header.subarray(FIELD_BYTES - PREFIX_BYTES, FIELD_BYTES));
  const view = new DataView(iv.buffer);
  view.setUint32(PREFIX_BYTES, number);
  view.setUint8(PREFIX_BYTES + 4, isLast ? 1 : 0);
  return { name: 'AES-GCM', iv, additionalData: header };
}

/** Content in chunks of one size; only the last one may be smaller, and there is always one. Their bytes are reused. */
async function* chunksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Bytes; isLast: boolean }> {
  const bytes = new Uint8Array(CHUNK_BYTES);
  let length = 0;
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      if (length === CHUNK_BYTES) {
        yield { bytes, isLast: false };
        length = 0;
      }
      const part = piece.subarray(at, at + CHUNK_BYTES - length);
      bytes.set(part, length);
      length += part.length;
      at += part.length;
    }
  }
  yield { bytes: bytes.subarray(0, length), isLast: true };
}

/** Tells a damaged header from a wrong passphrase. It is no protection: the header is authenticated with each chunk. */
export async function checksumOf(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).slice(0, CHECKSUM_BYTES);
}

function concatenated(...parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
