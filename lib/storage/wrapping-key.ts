import type { ApiKeyRow, KeyLock, SidenoteDb } from './db.ts';
import type { SessionMemory } from './session-memory.ts';

/** The keys are under a passphrase that was not entered since the browser was started. */
export class KeysLockedError extends Error {
  constructor() {
    super('The keys are locked.');
    this.name = 'KeysLockedError';
  }
}

/** A key was added or removed elsewhere while all were encrypted anew; nothing was changed. */
export class KeysChangedError extends Error {
  constructor() {
    super('A key was changed meanwhile.');
    this.name = 'KeysChangedError';
  }
}

/**
 * The key that wraps the others. Made once per profile, and never let out by the browser; under a passphrase it lies
 * encrypted, and is in the session's memory once that was entered. Rejects with KeysLockedError.
 */
export async function wrappingKey(db: SidenoteDb, session: SessionMemory): Promise<CryptoKey> {
  const row = await db.wrappingKeys.get('wrapping');
  if (row?.lock) {
    const words = await session.get('wrappingKey');
    if (words === null) throw new KeysLockedError();
    return importKey(Uint8Array.from(atob(words), (character) => character.charCodeAt(0)));
  }
  if (row?.key) return row.key;
  const key = await newKey();
  // Two makers at once agree: `add` fails for the second, who then reads the first one's.
  await db.wrappingKeys.add({ id: 'wrapping', key }).catch(() => undefined);
  return (await db.wrappingKeys.get('wrapping'))?.key ?? key;
}

/** One that cannot be extracted. */
export function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** What OWASP asks of PBKDF2 with SHA-256. */
const ROUNDS = 600_000;

/** Encrypts the bytes of a key under a passphrase. */
export async function lockKey(bytes: Uint8Array<ArrayBuffer>, passphrase: string): Promise<KeyLock> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await keyOf(passphrase, salt, ROUNDS);
  return { salt, iv, rounds: ROUNDS, ciphertext: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

/** The bytes a lock holds, or null for a wrong passphrase. */
export async function openLock(lock: KeyLock, passphrase: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await keyOf(passphrase, lock.salt, lock.rounds);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: lock.iv }, key, lock.ciphertext));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null;
    throw error;
  }
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // The same letters may be typed as different code points on another keyboard.
  const words = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export async function wrap(key: CryptoKey, endpointId: string, origin: string, apiKey: string): Promise<ApiKeyRow> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(origin) };
  const ciphertext = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(apiKey));
  return { endpointId, origin, iv, ciphertext, lastFour: apiKey.slice(-4) };
}

export async function unwrap(key: CryptoKey, { origin, iv, ciphertext }: ApiKeyRow): Promise<string> {
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(origin) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, ciphertext));
}
