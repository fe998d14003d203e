import Dexie from 'dexie';
import type { StorageFailure } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { createStorageFailure, storageFailureOf } from './storage-failure.ts';

/** A database that does not open is tried again after each of these, in milliseconds: reopening often heals (Dexie #1767). */
const REOPEN_AFTER_MS = [500, 2_000, 8_000];

/**
 * An upgrade that waits this long, in milliseconds, is said to be blocked. A timer, because the browser tells only the
 * first in the queue.
 */
const BLOCKED_AFTER_MS = 1_500;

/**
 * Opens the database. Tells `onTrouble` what stands in the way, and null once nothing does; resolves to whether it is
 * open. Never deletes anything. `wait` resolves after that many milliseconds.
 */
export async function openStore(
  db: SidenoteDb,
  onTrouble: (failure: StorageFailure | null) => void,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    const failure = await tryToOpen(db, onTrouble, wait);
    if (failure === null) {
      onTrouble(null);
      return true;
    }
    const reopenAfter = REOPEN_AFTER_MS[tries];
    if (failure.code !== 'broken' || reopenAfter === undefined) {
      onTrouble(failure);
      return false;
    }
    await wait(reopenAfter);
  }
}

async function tryToOpen(
  db: SidenoteDb,
  onTrouble: (failure: StorageFailure) => void,
  wait: (ms: number) => Promise<void>,
): Promise<StorageFailure | null> {
  const opening = db.open().then(
    () => null,
    (error: unknown) => storageFailureOf(error) ?? createStorageFailure('broken', String(error)),
  );
  const first = await Promise.race([opening, wait(BLOCKED_AFTER_MS).then(() => 'late' as const)]);
  if (first !== 'late') return first;
  onTrouble(createStorageFailure('blocked'));
  return opening;
}

/**
 * A database as it is, of whatever version: to read from and nothing else. Rejects where there is none. To be closed by
 * anyone who asked for it.
 */
export async function openCurrentVersion(name = 'sidenote', factory: IDBFactory = indexedDB): Promise<SidenoteDb> {
  const db = new Dexie(name, { indexedDB: factory });
  // Without a version of its own Dexie takes the schema that it finds, and changes nothing.
  await db.open();
  const tables = Object.fromEntries(db.tables.map((table) => [table.name, table]));
  return Object.assign(db, tables) as unknown as SidenoteDb;
}

/**
 * Gives the database an id, once, and says whether it is the one that `known` names. `emptied`: there was one before, and
 * this is another, so all that was stored has been removed from outside. `known`: what was kept elsewhere, or null.
 */
export function identifyStore(
  db: SidenoteDb,
  known: string | null,
  newId: () => string,
): Promise<{ id: string; emptied: boolean }> {
  return db.transaction('rw', db.chores, async () => {
    const row = await db.chores.get('store-id');
    if (row?.name === 'store-id') return { id: row.id, emptied: false };
    const id = newId();
    await db.chores.put({ name: 'store-id', id });
    return { id, emptied: known !== null };
  });
}
