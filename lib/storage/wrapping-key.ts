import type { ApiKeyRow, KeyLock, SidenoteDb } from './db.ts';

/** The id of the key that encrypts scheduled backups. It is stored with the API keys but belongs to no endpoint. */
export const BACKUP_KEY_ID = 'scheduled-backup';

/** The keys are locked by a passphrase that has not been entered since the browser started. */
export class KeysLockedError extends Error {
  constructor() {
    super('The keys are locked.');
    this.name = 'KeysLockedError';
  }
}

/** A key was added or removed while all keys were being re-encrypted. Nothing was changed. */
export class KeysChangedError extends Error {
  constructor() {
    super('A key was changed meanwhile.');
    this.name = 'KeysChangedError';
  }
}

/**
 * The key that encrypts the others. Created once per profile and non-extractable. With a passphrase, it is stored
 * encrypted, and kept in session memory once the passphrase was entered. Rejects with KeysLockedError.
 */
export async function wrappingKey(db: SidenoteDb, session: SessionMemory): Promise<CryptoKey> {
  const row = await db.wrappingKeys.get('wrapping');
  if (row?.lock) {
    const base64 = await session.get('wrappingKey');
    if (base64 === null) throw new KeysLockedError();
    return importKey(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  }
  if (row?.key) return row.key;
  const key = await newKey();
  // If two callers create it at the same time, `add` fails for the second one, which then reads the key of the first.
  await db.wrappingKeys.add({ id: 'wrapping', key }).catch(() => undefined);
  return (await db.wrappingKeys.get('wrapping'))?.key ?? key;
}

/** Creates a non-extractable key. */
export function newKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export function importKey(bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** OWASP's recommendation for PBKDF2 with SHA-256. */
const ROUNDS = 600_000;

/** Encrypts the bytes of a key with a passphrase. */
export async function lockKey(bytes: Uint8Array<ArrayBuffer>, passphrase: string): Promise<KeyLock> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const key = await deriveWrappingKey(passphrase, salt, ROUNDS);
  return { salt, iv, rounds: ROUNDS, ciphertext: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes) };
}

/** The bytes in a lock, or null if the passphrase is wrong. */
export async function openLock(lock: KeyLock, passphrase: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = await deriveWrappingKey(passphrase, lock.salt, lock.rounds);
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: lock.iv }, key, lock.ciphertext));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError') return null;
    throw error;
  }
}

async function deriveWrappingKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  // Different keyboards may produce the same letters as different code points.
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations };
  return crypto.subtle.deriveKey(parameters, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

export async function encryptApiKey(
  key: CryptoKey,
  endpointId: string,
  origin: string,
  apiKey: string,
): Promise<ApiKeyRow> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(origin) };
  const ciphertext = await crypto.subtle.encrypt(parameters, key, new TextEncoder().encode(apiKey));
  return { endpointId, origin, iv, ciphertext, lastFour: apiKey.slice(-4) };
}

export async function decryptApiKey(key: CryptoKey, { origin, iv, ciphertext }: ApiKeyRow): Promise<string> {
  const parameters = { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(origin) };
  return new TextDecoder().decode(await crypto.subtle.decrypt(parameters, key, ciphertext));
}

/** Values that all pages and the worker of the extension share until the browser is closed. */
export interface SessionMemory {
  get(name: SessionName): Promise<string | null>;
  set(name: SessionName, value: string | null): Promise<void>;
}

/** The unwrapped key as base64, and the failed passphrase attempts as JSON. */
type SessionName = 'wrappingKey' | 'passphraseTries';

/** A session in memory, for tests. */
export function sessionMemory(): SessionMemory & { values: Map<SessionName, string> } {
  const values = new Map<SessionName, string>();
  return {
    values,
    get: async (name) => values.get(name) ?? null,
    set: async (name, value) => void (value === null ? values.delete(name) : values.set(name, value)),
  };
}

/**
 * Stores API keys encrypted with a non-extractable key of the browser, which keeps them out of exports, logs and copies
 * of a table. It does not protect against someone with the whole browser profile, unless the user sets a passphrase. A
 * key belongs to the origin for which it was entered. Pages only write keys. load-api-key.ts reads them.
 */
export async function saveApiKey(
  db: SidenoteDb,
  endpointId: string,
  origin: string,
  apiKey: string,
  session: SessionMemory,
): Promise<void> {
  await db.apiKeys.put(await encryptApiKey(await wrappingKey(db, session), endpointId, origin, apiKey));
}

export async function deleteApiKey(db: SidenoteDb, endpointId: string): Promise<void> {
  await db.apiKeys.delete(endpointId);
}

export async function hasApiKey(db: SidenoteDb, endpointId: string): Promise<boolean> {
  return (await lastFourOfKey(db, endpointId)) !== null;
}

/** The last characters of a key, by which the user recognizes it, or null if there is none. */
export async function lastFourOfKey(db: SidenoteDb, endpointId: string): Promise<string | null> {
  return (await db.apiKeys.get(endpointId))?.lastFour ?? null;
}
