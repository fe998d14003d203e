import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHEAP, JUDGE } from '../../testing/storage/broken-files.ts';
import { openDb, type SidenoteDb } from '../db.ts';
import { forgetKeys, setPassphrase, unlockKeys } from '../passphrase.ts';
import { deleteStored } from '../stored-data.ts';
import { createDatabaseThreadLog } from '../thread-log.ts';
import { KeysLockedError, saveApiKey, sessionMemory } from '../wrapping-key.ts';
import { BackupKeyMissingError } from './backup-errors.ts';
import { createScheduledBackup, forgetBackups, saveBackupKey } from './create-backup.ts';
import { decryptFile, newFileKey } from './encrypted-file.ts';
import { restoreBackup } from './restore-backup.ts';

const PASSPHRASE = 'low water at six';

let db: SidenoteDb;
let away: SidenoteDb;
const session = sessionMemory();
beforeEach(async () => {
  session.values.clear();
  db = openDb(`scheduled-${crypto.randomUUID()}`);
  away = openDb(`away-${crypto.randomUUID()}`);
  await createDatabaseThreadLog(db, () => 5).append(
    't',
    [{ type: 'user-message', messageId: 'q', content: 'Why?' }],
    null,
  );
  await db.endpoints.put({ endpointId: 'e', name: 'E', baseUrl: 'https://e.test/v1', models: [], createdAt: 1 });
  await saveApiKey(db, 'e', 'https://e.test', 'sk-canary', session);
  await saveBackupKey(db, await newFileKey(PASSPHRASE, CHEAP), session);
});
afterEach(async () => {
  await db.delete();
  await away.delete();
});

const make = async () => (await createScheduledBackup(db, { settings: {}, session, createdAt: '2026-01-01' })).blob;
const restoring = { passphrase: PASSPHRASE, judge: JUDGE, session: sessionMemory(), now: 1 };

describe('a scheduled backup', () => {
  test('is opened by the passphrase that its key was made of, and does not hold that key', async () => {
    const file = await make();
    expect(await restoreBackup(away, file, restoring)).toMatchObject({ type: 'restored', counts: { added: 1 } });
    expect(await away.apiKeys.toCollection().primaryKeys()).toEqual(['e']);
    const [content = new Uint8Array()] = await Array.fromAsync(decryptFile(file, PASSPHRASE));
    const text = new TextDecoder().decode(content);
    expect(text).toContain('sk-canary');
    expect(text).not.toContain('scheduled-backup');
    expect(await restoreBackup(away, file, { ...restoring, passphrase: 'something else' })).toEqual({
      type: 'refused',
      problem: 'wrong-passphrase',
    });
  });

  test('is encrypted with other nonces than the one before', async () => {
    const [one, other] = [await make(), await make()];
    const readPrefix = async (file: Blob) => Buffer.from(await file.slice(39, 46).arrayBuffer()).toString('hex');
    expect(await readPrefix(one)).not.toBe(await readPrefix(other));
    const firstBytes = async (file: Blob) => Buffer.from(await file.slice(70, 86).arrayBuffer()).toString('hex');
    expect(await firstBytes(one)).not.toBe(await firstBytes(other));
  });

  test('is not made while the keys are locked, and is made again once they are unlocked', async () => {
    await setPassphrase(db, 'locks the keys', session);
    session.values.clear();
    await expect(make()).rejects.toThrow(KeysLockedError);
    await unlockKeys(db, 'locks the keys', session, 1);
    expect(await restoreBackup(away, await make(), restoring)).toMatchObject({ type: 'restored' });
  });

  test('keeps its key when endpoints are deleted, and loses it with the keys', async () => {
    await deleteStored(db, 'endpoints');
    await make();
    await forgetKeys(db, session);
    await expect(make()).rejects.toThrow(BackupKeyMissingError);
  });

  test('is not made after it was turned off', async () => {
    await forgetBackups(db);
    expect(await db.apiKeys.toCollection().primaryKeys()).toEqual(['e']);
    await expect(make()).rejects.toThrow(BackupKeyMissingError);
  });
});
