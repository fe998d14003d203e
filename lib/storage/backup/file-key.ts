import { argon2idAsync } from '@noble/hashes/argon2.js';
import { CHECK_BYTES, type DerivationCost, type FileKey, KEY_BYTES, SALT_BYTES } from './encrypted-file.ts';

/** The second recommended option of RFC 9106 §4, for systems with less memory. */
const COST: DerivationCost = { memory: 65_536, iterations: 3, lanes: 4 };

/** Costs above these are refused before anything is computed, since a file can name any. */
const MAX_COST: DerivationCost = { memory: 262_144, iterations: 10, lanes: 16 };

/** The key for a new file. Tests pass a lower cost. */
export function newFileKey(passphrase: string, cost: DerivationCost = COST): Promise<FileKey> {
  return fileKeyOf(passphrase, crypto.getRandomValues(new Uint8Array(SALT_BYTES)), cost);
}

/** The key of a passphrase, and bytes that only the same passphrase gives and that say nothing of the key. */
export async function fileKeyOf(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  cost: DerivationCost,
): Promise<FileKey> {
  // Different keyboards may produce the same letters as different code points.
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const derived = await argon2idAsync(words, salt, {
    m: cost.memory,
    t: cost.iterations,
    p: cost.lanes,
    dkLen: KEY_BYTES + CHECK_BYTES,
  });
  return { cost, salt, key: derived.slice(0, KEY_BYTES), check: derived.slice(KEY_BYTES) };
}

export function isAcceptable({ memory, iterations, lanes }: DerivationCost): boolean {
  const isWithin = memory <= MAX_COST.memory && iterations <= MAX_COST.iterations && lanes <= MAX_COST.lanes;
  // RFC 9106 §3.1: at least 8 KiB a lane.
  return isWithin && iterations >= 1 && lanes >= 1 && memory >= 8 * lanes;
}
