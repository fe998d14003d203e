import * as z from 'zod';
import { encodeBase64 } from '../contracts/index.ts';
import type { ApiKeyRow, SidenoteDb, WrappingKeyRow } from './db.ts';
import {
  decryptApiKey,
  encryptApiKey,
  importKey,
  KeysChangedError,
  lockKey,
  newKey,
  openLock,
  type SessionMemory,
  wrappingKey,
} from './wrapping-key.ts';

/** `open`: no passphrase is set. */
export type KeyLockState = 'open' | 'locked' | 'unlocked';

export async function keyLockState(db: SidenoteDb, session: SessionMemory): Promise<KeyLockState> {
  const row = await db.wrappingKeys.get('wrapping');
  if (!row?.lock) return 'open';
  return (await session.get('wrappingKey')) === null ? 'locked' : 'unlocked';
}

/**
 * Locks all keys with a new passphrase, which is requested again after the browser was closed. Rejects with
 * KeysLockedError while the keys are locked.
 */
export async function setPassphrase(db: SidenoteDb, passphrase: string, session: SessionMemory): Promise<void> {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const lock = await lockKey(bytes, passphrase);
  await rewrap(db, session, await importKey(bytes), { id: 'wrapping', lock });
  await session.set('wrappingKey', encodeBase64(bytes));
}

/** Returns to a key that the browser stores. Rejects with KeysLockedError while the keys are locked. */
export async function removePassphrase(db: SidenoteDb, session: SessionMemory): Promise<void> {
  const key = await newKey();
  await rewrap(db, session, key, { id: 'wrapping', key });
  await session.set('wrappingKey', null);
}

/** Deletes all keys, which is the only option if the passphrase was forgotten. */
export async function forgetKeys(db: SidenoteDb, session: SessionMemory): Promise<void> {
  await db.transaction('rw', db.apiKeys, db.wrappingKeys, async () => {
    await db.apiKeys.clear();
    await db.wrappingKeys.clear();
  });
  await session.set('wrappingKey', null);
}

/** The stored wrapping key, which changes with the passphrase; live queries observe it. */
export function readKeyLock(db: SidenoteDb): Promise<object | undefined> {
  return db.wrappingKeys.get('wrapping');
}

export type UnlockResult = { type: 'unlocked' } | { type: 'wrong' } | { type: 'wait'; ms: number };

/**
 * This many wrong passphrases cause no delay. Each further one doubles the delay, starting at `FIRST_WAIT_MS`.
 */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 5_000;
const MAX_WAIT_MS = 300_000;

const Tries = z.object({ wrong: z.number(), at: z.number() }).catch({ wrong: 0, at: 0 });

/**
 * Unlocks the keys until the browser is closed. `now` is in milliseconds since 1970. Returns `unlocked` if no
 * passphrase is set.
 */
export async function unlockKeys(
  db: SidenoteDb,
  passphrase: string,
  session: SessionMemory,
  now: number,
): Promise<UnlockResult> {
  const row = await db.wrappingKeys.get('wrapping');
  if (!row?.lock) return { type: 'unlocked' };
  const tries = Tries.parse(JSON.parse((await session.get('passphraseTries')) ?? 'null'));
  const wait = tries.at + waitAfter(tries.wrong) - now;
  if (wait > 0) return { type: 'wait', ms: wait };
  // The attempt is counted beforehand, so that parallel attempts cannot avoid the delay.
  await session.set('passphraseTries', JSON.stringify({ wrong: tries.wrong + 1, at: now }));
  const bytes = await openLock(row.lock, passphrase);
  if (bytes === null) return { type: 'wrong' };
  await session.set('wrappingKey', encodeBase64(bytes));
  await session.set('passphraseTries', null);
  return { type: 'unlocked' };
}

function waitAfter(wrong: number): number {
  return wrong < FREE_TRIES ? 0 : Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (wrong - FREE_TRIES));
}

/** Re-encrypts all keys with another key, in one transaction. */
async function rewrap(db: SidenoteDb, session: SessionMemory, next: CryptoKey, row: WrappingKeyRow): Promise<void> {
  const current = await wrappingKey(db, session);
  const rows = await db.apiKeys.toArray();
  const rewrapped = await Promise.all(
    rows.map(async (each) => encryptApiKey(next, each.endpointId, each.origin, await decryptApiKey(current, each))),
  );
  await db.transaction('rw', db.apiKeys, db.wrappingKeys, async () => {
    // The keys may have changed, since encryption happens outside the transaction.
    if (fingerprint(await db.apiKeys.toArray()) !== fingerprint(rows)) {
      throw new KeysChangedError();
    }
    await db.apiKeys.bulkPut(rewrapped);
    await db.wrappingKeys.put(row);
  });
}

function fingerprint(rows: readonly ApiKeyRow[]): string {
  return rows.map(({ endpointId, iv }) => `${endpointId} ${iv.join()}`).join('\n');
}
