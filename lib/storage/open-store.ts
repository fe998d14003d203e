import type { SidenoteDb } from './db.ts';
import { createStorageFailure, type StorageFailure, storageFailureOf } from './storage-failure.ts';

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
