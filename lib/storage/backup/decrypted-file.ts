import { importKey } from '../wrapping-key.ts';
import {
  BackupRefused,
  type Bytes,
  CHECK_BYTES,
  CHUNK_BYTES,
  checksumOf,
  type DerivationCost,
  FIELD_BYTES,
  HEADER_BYTES,
  MAGIC,
  MAX_BYTES,
  parametersOf,
  SALT_BYTES,
  TAG_BYTES,
  VERSION,
} from './encrypted-file.ts';
import { fileKeyOf, isAcceptable } from './file-key.ts';

/**
 * Yields the content of a file in pieces. What was yielded counts only once the generator has ended, since a cut shows at the
 * last chunk. Throws BackupRefused.
 */
export async function* decryptFile(file: Blob, passphrase: string): AsyncGenerator<Bytes> {
  if (file.size > MAX_BYTES) throw new BackupRefused('too-large');
  const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  const key = await openHeader(header, passphrase);
  let number = 0;
  for (let at = HEADER_BYTES, isLast = false; !isLast; at += CHUNK_BYTES + TAG_BYTES) {
    isLast = at + CHUNK_BYTES + TAG_BYTES >= file.size;
    const encrypted = await file.slice(at, at + CHUNK_BYTES + TAG_BYTES).arrayBuffer();
    yield await decryptChunk(parametersOf(header, number++, isLast), key, encrypted);
  }
}

/** The key of the file. The header is checked as far as possible before the passphrase is, to say which of them is wrong. */
async function openHeader(header: Bytes, passphrase: string): Promise<CryptoKey> {
  if (!isEqual(header.subarray(0, MAGIC.length), MAGIC)) throw new BackupRefused('not-a-backup');
  if (header.length < HEADER_BYTES) throw new BackupRefused('damaged');
  const view = new DataView(header.buffer);
  if (view.getUint8(MAGIC.length) > VERSION) throw new BackupRefused('newer');
  const checked = header.slice(0, FIELD_BYTES + CHECK_BYTES);
  if (!isEqual(header.subarray(checked.length), await checksumOf(checked))) throw new BackupRefused('damaged');
  const cost: DerivationCost = {
    memory: view.getUint32(MAGIC.length + 1),
    iterations: view.getUint8(MAGIC.length + 5),
    lanes: view.getUint8(MAGIC.length + 6),
  };
  if (!isAcceptable(cost)) throw new BackupRefused('damaged');
  const salt = header.slice(MAGIC.length + 7, MAGIC.length + 7 + SALT_BYTES);
  const { key, check } = await fileKeyOf(passphrase, salt, cost);
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
