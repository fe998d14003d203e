import * as z from 'zod';

/** Kinds of storage failure, from mild to severe. */
export const StorageFailureCode = z.enum([
  /** There is no room for a write; everything else works. */
  'full',
  /** Another window has an older version open, so the upgrade has to wait. */
  'blocked',
  /** A newer version of Sidenote wrote the database. */
  'newer',
  /** The browser cannot open or read the database. */
  'broken',
  /** The database is broken, and a fallback is used until the browser restarts. */
  'temporary',
  /** The database was emptied from outside. */
  'emptied',
]);
export type StorageFailureCode = z.infer<typeof StorageFailureCode>;

/** A storage failure as a value. `detail` is the browser's text, or ''. */
export type StorageFailure = { code: StorageFailureCode; detail: string };

/** Why a line of an export file is invalid. `detail`: the position, and what was expected. */
export type ImportDamage =
  | { code: 'after-end' | 'not-a-chat' | 'out-of-order' | 'too-deep' | 'not-json' | 'forbidden' }
  | { code: 'invalid'; detail: string };

/** Why an export file is rejected. */
export type ImportProblem =
  | { code: 'incomplete' | 'not-ours' | 'newer' | 'not-text' | 'chat-too-large' }
  | { code: 'damaged'; line: number; damage: ImportDamage };

/** Why a backup is not created or not restored. */
export type BackupProblem = 'not-a-backup' | 'newer' | 'damaged' | 'wrong-passphrase' | 'too-large';
