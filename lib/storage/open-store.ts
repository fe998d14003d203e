import Dexie from 'dexie';
import type { StorageFailure } from '../contracts/index.ts';
import type { FallbackDatabaseName } from './database-name.ts';
import type { SidenoteDb } from './db.ts';
import { createStorageFailure, findStorageFailure } from './storage-failure.ts';

/** Delays before retrying to open the database, in milliseconds: reopening often helps (Dexie#1767). */
const REOPEN_AFTER_MS = [500, 2_000, 8_000];

/**
 * An upgrade that waits this long, in milliseconds, is reported as blocked. A timer is used, because browsers only
 * notify the first one in the queue.
 */
const BLOCKED_AFTER_MS = 1_500;

/**
 * Opens the database. Calls `onFailure` with each failure, and with null once there is none. Never deletes anything.
 * `wait` resolves after that many milliseconds. Resolves to `reopened` if an earlier attempt failed: live queries that
 * waited for the database have then ended and do not run again.
 */
export async function openStore(
  db: SidenoteDb,
  onFailure: (failure: StorageFailure | null) => void,
  wait: (ms: number) => Promise<void>,
): Promise<'opened' | 'reopened' | 'failed'> {
  for (let tries = 0; ; tries++) {
    const failure = await tryToOpen(db, onFailure, wait);
    if (failure === null) {
      onFailure(null);
      return tries === 0 ? 'opened' : 'reopened';
    }
    const reopenAfter = REOPEN_AFTER_MS[tries];
    if (failure.code !== 'broken' || reopenAfter === undefined) {
      onFailure(failure);
      return 'failed';
    }
    await wait(reopenAfter);
  }
}

async function tryToOpen(
  db: SidenoteDb,
  onFailure: (failure: StorageFailure) => void,
  wait: (ms: number) => Promise<void>,
): Promise<StorageFailure | null> {
  const opening = db.open().then(
    () => null,
    (error: unknown) => findStorageFailure(error) ?? createStorageFailure('broken', String(error)),
  );
  const first = await Promise.race([opening, wait(BLOCKED_AFTER_MS).then(() => 'late' as const)]);
  if (first !== 'late') return first;
  onFailure(createStorageFailure('blocked'));
  return opening;
}

/** Opens a database with its existing version, for reading only. Rejects if there is none. The caller must close it. */
export async function openCurrentVersion(name = 'sidenote', factory: IDBFactory = indexedDB): Promise<SidenoteDb> {
  const db = new Dexie(name, { indexedDB: factory });
  // Without a declared version Dexie uses the existing schema and changes nothing.
  await db.open();
  const tables = Object.fromEntries(db.tables.map((table) => [table.name, table]));
  return Object.assign(db, tables) as unknown as SidenoteDb;
}

/**
 * Gives the database an id, once, and compares it with `expectedId`, the id stored elsewhere, or null. `emptied`: the
 * ids differ, so all data has been removed from outside.
 */
export function identifyStore(
  db: SidenoteDb,
  expectedId: string | null,
  newId: () => string,
): Promise<{ id: string; emptied: boolean }> {
  return db.transaction('rw', db.chores, async () => {
    const row = await db.chores.get('store-id');
    if (row?.name === 'store-id') return { id: row.id, emptied: false };
    const id = newId();
    await db.chores.put({ name: 'store-id', id });
    return { id, emptied: expectedId !== null };
  });
}

/** Closes the database. It is next opened as the fallback database or, with null, as the usual one. */
export function switchDatabase(db: SidenoteDb, fallback: FallbackDatabaseName | null): void {
  closeUntilUsed(db);
  db.place.move(fallback);
}

/** Closes the database. It is opened again on its next use. */
export function closeUntilUsed(db: SidenoteDb): void {
  db.close({ disableAutoOpen: false });
}

/** Resolves once the database is open. Rejects with the browser's error if it cannot be opened. */
export async function checkOpening(db: SidenoteDb): Promise<void> {
  await db.open();
}

/** Whether the fallback database is in use. */
export function isFallback(db: SidenoteDb): boolean {
  return db.place.isFallback();
}

/** Calls `onClose` once when the browser closes the open database, as it does when the user clears site data. */
export function onDatabaseClose(db: SidenoteDb, onClose: () => void): void {
  db.backendDB().addEventListener('close', onClose, { once: true });
}

/**
 * Calls `onUpgrade` when another window upgrades the database, which closes it here. Returns the unsubscribe function.
 */
export function onDatabaseUpgrade(db: SidenoteDb, onUpgrade: () => void): () => void {
  db.on('versionchange', onUpgrade);
  return () => db.on('versionchange').unsubscribe(onUpgrade);
}
