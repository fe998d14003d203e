import type { SidenoteDb } from './db.ts';
import { type StoreTrouble, storeTrouble, troubleOf } from './storage-failure.ts';

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
  onTrouble: (trouble: StoreTrouble | null) => void,
  wait: (ms: number) => Promise<void>,
): Promise<boolean> {
  for (let tries = 0; ; tries++) {
    const trouble = await tryToOpen(db, onTrouble, wait);
    if (trouble === null) {
      onTrouble(null);
      return true;
    }
    const reopenAfter = REOPEN_AFTER_MS[tries];
    if (trouble.code !== 'broken' || reopenAfter === undefined) {
      onTrouble(trouble);
      return false;
    }
    await wait(reopenAfter);
  }
}

async function tryToOpen(
  db: SidenoteDb,
  onTrouble: (trouble: StoreTrouble) => void,
  wait: (ms: number) => Promise<void>,
): Promise<StoreTrouble | null> {
  const opening = db.open().then(
    () => null,
    (error: unknown) => storeTrouble(error) ?? troubleOf('broken', String(error)),
  );
  const first = await Promise.race([opening, wait(BLOCKED_AFTER_MS).then(() => 'late' as const)]);
  if (first !== 'late') return first;
  onTrouble(troubleOf('blocked'));
  return opening;
}
