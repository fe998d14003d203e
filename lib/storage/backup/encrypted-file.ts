import { argon2idAsync } from '@noble/hashes/argon2.js';
import { importKey } from '../wrapping-key.ts';
import { BackupRefused } from './backup-errors.ts';

/** Cost of Argon2id: memory in KiB, iterations and lanes. */
type DerivationCost = { memory: number; iterations: number; lanes: number };

/**
 * The key of a file, derived from its passphrase, with the cost and salt of the derivation and the check value of the
 * passphrase. Several files may share a key, because each file has its own nonce prefix.
 */
export type FileKey = { cost: DerivationCost; salt: Bytes; key: Bytes; check: Bytes };

/** Maximum size of a backup, in bytes. */
const MAX_BYTES = 1_000_000_000;

const MAGIC = new TextEncoder().encode('sidenote-backup\n');
const VERSION = 1;
const SALT_BYTES = 16;
const PREFIX_BYTES = 7;
const CHECK_BYTES = 16;
const CHECKSUM_BYTES = 8;
/** Magic, version, memory (4), iterations, lanes, salt, nonce prefix. */
const FIELD_BYTES = MAGIC.length + 7 + SALT_BYTES + PREFIX_BYTES;
const HEADER_BYTES = FIELD_BYTES + CHECK_BYTES + CHECKSUM_BYTES;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const CHUNK_BYTES = 1_048_576;

export type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Encrypts content. docs/backup-format.md describes the file. Content is encrypted in chunks whose nonces contain their
 * number and whether they are the last one (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
 * Therefore chunks cannot be cut off, swapped or repeated. Throws BackupRefused if the file would be too large to be
 * restored.
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
  const header = concatenated(fields, check, await computeChecksum(concatenated(fields, check)));
  const pieces: Blob[] = [new Blob([header])];
  let size = header.length;
  let number = 0;
  for await (const { bytes, isLast } of splitIntoChunks(content)) {
    const encrypted = await crypto.subtle.encrypt(buildGcmParameters(header, number++, isLast), key, bytes);
    size += encrypted.byteLength;
    if (size > MAX_BYTES) throw new BackupRefused('too-large');
    // Browsers keep large blobs on disk, but not buffers.
    pieces.push(new Blob([encrypted]));
  }
  return new Blob(pieces, { type: 'application/octet-stream' });
}

/** Each chunk is bound to the header, its number, and whether it is the last. */
function buildGcmParameters(header: Bytes, number: number, isLast: boolean): AesGcmParams {
  const iv = new Uint8Array(PREFIX_BYTES + 5);
  iv.set(header.subarray(FIELD_BYTES - PREFIX_BYTES, FIELD_BYTES));
  const view = new DataView(iv.buffer);
  view.setUint32(PREFIX_BYTES, number);
  view.setUint8(PREFIX_BYTES + 4, isLast ? 1 : 0);
  return { name: 'AES-GCM', iv, additionalData: header };
}

/**
 * Splits content into chunks of equal size. Only the last one may be smaller. Yields at least one chunk. All chunks
 * share one buffer.
 */
async function* splitIntoChunks(content: AsyncIterable<Uint8Array>): AsyncGenerator<{ bytes: Bytes; isLast: boolean }> {
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

/**
 * Distinguishes a damaged header from a wrong passphrase. It does not protect the header, which is authenticated with
 * each chunk.
 */
async function computeChecksum(bytes: Bytes): Promise<Bytes> {
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

/**
 * Yields the content of a file in pieces. They are valid only once the generator has ended, since a truncated file is
 * detected at the last chunk. Throws BackupRefused.
 */
export async function* decryptFile(file: Blob, passphrase: string): AsyncGenerator<Bytes> {
  if (file.size > MAX_BYTES) throw new BackupRefused('too-large');
  const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const key = await openHeader(header, passphrase);
  let number = 0;
  for (let at = HEADER_BYTES, isLast = false; !isLast; at += CHUNK_BYTES + TAG_BYTES) {
    isLast = at + CHUNK_BYTES + TAG_BYTES >= file.size;
    const encrypted = await file.slice(at, at + CHUNK_BYTES + TAG_BYTES).arrayBuffer();
    yield await decryptChunk(buildGcmParameters(header, number++, isLast), key, encrypted);
  }
}

/**
 * The key of the file. The header is checked as far as possible before the passphrase, so that the error says which of
 * the two is wrong.
 */
async function openHeader(header: Bytes, passphrase: string): Promise<CryptoKey> {
  if (!isEqual(header.subarray(0, MAGIC.length), MAGIC)) throw new BackupRefused('not-a-backup');
  if (header.length < HEADER_BYTES) throw new BackupRefused('damaged');
  const view = new DataView(header.buffer);
  if (view.getUint8(MAGIC.length) > VERSION) throw new BackupRefused('newer');
  const checked = header.slice(0, FIELD_BYTES + CHECK_BYTES);
  if (!isEqual(header.subarray(checked.length), await computeChecksum(checked))) throw new BackupRefused('damaged');
  const cost: DerivationCost = {
    memory: view.getUint32(MAGIC.length + 1),
    iterations: view.getUint8(MAGIC.length + 5),
    lanes: view.getUint8(MAGIC.length + 6),
  };
  if (!isAcceptable(cost)) throw new BackupRefused('damaged');
  const salt = header.slice(MAGIC.length + 7, MAGIC.length + 7 + SALT_BYTES);
  const { key, check } = await deriveFileKey(passphrase, salt, cost);
  if (!isEqual(check, header.subarray(FIELD_BYTES, FIELD_BYTES + CHECK_BYTES))) {
    throw new BackupRefused('wrong-passphrase');
  }
  return importKey(key);
}

async function decryptChunk(parameters: AesGcmParams, key: CryptoKey, encrypted: ArrayBuffer): Promise<Bytes> {
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, encrypted));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') throw new BackupRefused('damaged');
    throw error;
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** The second recommended option of RFC 9106 §4, for systems with less memory. */
const COST: DerivationCost = { memory: 65_536, iterations: 3, lanes: 4 };

/** Higher costs are refused before anything is computed, since a file can specify any cost. */
const MAX_COST: DerivationCost = { memory: 262_144, iterations: 10, lanes: 16 };

/** The key for a new file. Tests pass a lower cost. */
export function newFileKey(passphrase: string, cost: DerivationCost = COST): Promise<FileKey> {
  return deriveFileKey(passphrase, crypto.getRandomValues(new Uint8Array(SALT_BYTES)), cost);
}

/**
 * Derives a key from a passphrase, and check bytes that only the same passphrase produces and that reveal nothing about
 * the key.
 */
async function deriveFileKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  cost: DerivationCost,
): Promise<FileKey> {
  // Different keyboards may produce the same letters as different code points.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const derived = await argon2idAsync(bytes, salt, {
    m: cost.memory,
    t: cost.iterations,
    p: cost.lanes,
    dkLen: KEY_BYTES + CHECK_BYTES,
  });
  return { cost, salt, key: derived.slice(0, KEY_BYTES), check: derived.slice(KEY_BYTES) };
}

function isAcceptable({ memory, iterations, lanes }: DerivationCost): boolean {
  const isWithin = memory <= MAX_COST.memory && iterations <= MAX_COST.iterations && lanes <= MAX_COST.lanes;
  // RFC 9106 §3.1: at least 8 KiB per lane.
  return isWithin && iterations >= 1 && lanes >= 1 && memory >= 8 * lanes;
}
