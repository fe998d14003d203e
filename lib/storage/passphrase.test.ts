import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openDb } from './db.ts';
import { loadApiKey } from './load-api-key.ts';
import { forgetKeys, keyLockState, removePassphrase, setPassphrase, unlockKeys } from './passphrase.ts';
import { KeysChangedError, KeysLockedError, saveApiKey, sessionMemory } from './wrapping-key.ts';

const ORIGIN = 'https://a.test';
const KEY = 'sk-canary-0123456789';

/** A profile with one key under the passphrase “open sesame”, and the session in which it was set. */
async function underPassphrase() {
  const db = openDb(crypto.randomUUID());
  const session = sessionMemory();
  await saveApiKey(db, 'e', ORIGIN, KEY, session);
  await setPassphrase(db, 'open sesame', session);
  const load = (memory = session) => loadApiKey(db, 'e', ORIGIN, memory);
  return { db, session, load };
}

test('keys stay usable until the browser is closed, and are locked when it opens again', async () => {
  const { db, session, load } = await underPassphrase();
  expect(await keyLockState(db, session)).toBe('unlocked');
  expect(await load()).toBe(KEY);
  const tomorrow = sessionMemory();
  expect(await keyLockState(db, tomorrow)).toBe('locked');
  await expect(load(tomorrow)).rejects.toThrow(KeysLockedError);
  await expect(saveApiKey(db, 'f', ORIGIN, 'sk-2', tomorrow)).rejects.toThrow(KeysLockedError);
  expect(await unlockKeys(db, 'open sesame', tomorrow, 0)).toEqual({ type: 'unlocked' });
  expect(await load(tomorrow)).toBe(KEY);
});

test('the stored data does not reveal keys without the passphrase', async () => {
  const { db } = await underPassphrase();
  const [row] = await db.wrappingKeys.toArray();
  expect(row?.key).toBeUndefined();
  expect(row?.lock).toMatchObject({ rounds: 600_000 });
  expect(await unlockKeys(db, 'open says me', sessionMemory(), 0)).toEqual({ type: 'wrong' });
});

test('equivalent code points are the same passphrase', async () => {
  const { db, session } = await underPassphrase();
  await setPassphrase(db, 'caf\u00e9', session);
  expect(await unlockKeys(db, 'cafe\u0301', sessionMemory(), 0)).toEqual({ type: 'unlocked' });
});

test('after five wrong passphrases the delay doubles with each attempt, even for parallel ones', async () => {
  const { db, load } = await underPassphrase();
  const session = sessionMemory();
  for (let n = 0; n < 5; n++) expect(await unlockKeys(db, 'no', session, 1_000)).toEqual({ type: 'wrong' });
  expect(await unlockKeys(db, 'open sesame', session, 2_000)).toEqual({ type: 'wait', ms: 4_000 });
  expect(await unlockKeys(db, 'no', session, 6_000)).toEqual({ type: 'wrong' });
  expect(await unlockKeys(db, 'open sesame', session, 6_000)).toEqual({ type: 'wait', ms: 10_000 });
  await expect(load(session)).rejects.toThrow(KeysLockedError);
  expect(await unlockKeys(db, 'open sesame', session, 16_000)).toEqual({ type: 'unlocked' });
  expect(session.values.has('passphraseTries')).toBe(false);
});

test('a passphrase can be changed and removed, but not while the keys are locked', async () => {
  const { db, session, load } = await underPassphrase();
  await expect(removePassphrase(db, sessionMemory())).rejects.toThrow(KeysLockedError);
  await expect(setPassphrase(db, 'mine now', sessionMemory())).rejects.toThrow(KeysLockedError);
  await setPassphrase(db, 'another', session);
  expect(await unlockKeys(db, 'open sesame', sessionMemory(), 0)).toEqual({ type: 'wrong' });
  await removePassphrase(db, session);
  expect(await keyLockState(db, sessionMemory())).toBe('open');
  expect(await load(sessionMemory())).toBe(KEY);
});

test('resetting a forgotten passphrase deletes the keys and nothing else', async () => {
  const { db } = await underPassphrase();
  const session = sessionMemory();
  await forgetKeys(db, session);
  expect(await db.apiKeys.count()).toBe(0);
  expect(await keyLockState(db, session)).toBe('open');
  await saveApiKey(db, 'e', ORIGIN, 'sk-new', session);
  expect(await loadApiKey(db, 'e', ORIGIN, session)).toBe('sk-new');
});

test('a key saved by another window during the change is not lost', async () => {
  const { db, session, load } = await underPassphrase();
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  const inBetween = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...parameters) => {
    await saveApiKey(db, 'e', ORIGIN, 'sk-newer', session);
    return decrypt(...parameters);
  });
  await expect(setPassphrase(db, 'another', session)).rejects.toThrow(KeysChangedError);
  inBetween.mockRestore();
  expect(await load()).toBe('sk-newer');
});
