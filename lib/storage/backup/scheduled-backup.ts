import * as z from 'zod';
import { type BackupSettings, base64Of, bytesOf } from '../../contracts/index.ts';
import type { SidenoteDb } from '../db.ts';
import type { ExportCounts } from '../export-threads.ts';
import { deleteApiKey, type SessionMemory, saveApiKey, unwrap, wrappingKey } from '../wrapping-key.ts';
import { BACKUP_KEY_ID } from './backup-content.ts';
import { createBackup } from './create-backup.ts';
import type { Bytes, FileKey } from './encrypted-file.ts';

/** There is no key for scheduled backups: the keys were deleted since the schedule was set. */
export class BackupKeyMissingError extends Error {
  constructor() {
    super('There is no key for scheduled backups.');
    this.name = 'BackupKeyMissingError';
  }
}

/** The origin of the key's row; it is sent nowhere. */
const ORIGIN = 'scheduled-backup';

/**
 * Keeps the key of scheduled backups as API keys are kept: encrypted with the non-extractable key of this browser, or under the
 * user's passphrase for keys, so that it opens no more than the keys in the backup themselves.
 */
export function saveBackupKey(db: SidenoteDb, { cost, salt, key, check }: FileKey, session: SessionMemory) {
  const words = JSON.stringify({ cost, key: base64Of(key), salt: base64Of(salt), check: base64Of(check) });
  return saveApiKey(db, BACKUP_KEY_ID, ORIGIN, words, session);
}

/** Forgets the key and the folder of scheduled backups. */
export async function forgetBackups(db: SidenoteDb): Promise<void> {
  await deleteApiKey(db, BACKUP_KEY_ID);
  await db.chores.delete('backup-folder');
}

/** Keeps the folder that the user chose. The browser may still ask before it is written to. */
export async function saveBackupFolder(db: SidenoteDb, folder: FileSystemDirectoryHandle): Promise<void> {
  await db.chores.put({ name: 'backup-folder', folder });
}

export async function loadBackupFolder(db: SidenoteDb): Promise<FileSystemDirectoryHandle | null> {
  const row = await db.chores.get('backup-folder');
  return row?.name === 'backup-folder' ? row.folder : null;
}

/** As `createBackup`, with the stored key. Rejects with BackupKeyMissingError, or KeysLockedError. */
export async function createScheduledBackup(
  db: SidenoteDb,
  backing: { settings: BackupSettings; session: SessionMemory; createdAt: string },
): Promise<{ blob: Blob; counts: ExportCounts }> {
  return createBackup(db, { ...backing, key: await loadBackupKey(db, backing.session) });
}

const base64 = z.string().transform((text): Bytes => bytesOf(text));

const StoredFileKey = z.object({
  cost: z.object({ memory: z.number(), iterations: z.number(), lanes: z.number() }),
  key: base64,
  salt: base64,
  check: base64,
});

async function loadBackupKey(db: SidenoteDb, session: SessionMemory): Promise<FileKey> {
  const row = await db.apiKeys.get(BACKUP_KEY_ID);
  if (row === undefined) throw new BackupKeyMissingError();
  return StoredFileKey.parse(JSON.parse(await unwrap(await wrappingKey(db, session), row)));
}
