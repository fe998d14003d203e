import type { FallbackDatabaseName } from './database-name.ts';
import type { SidenoteDb } from './db.ts';

/** Closes the database. Its next use opens it in the fallback database, or, with null, in the usual one. */
export function switchDatabase(db: SidenoteDb, fallback: FallbackDatabaseName | null): void {
  db.close({ disableAutoOpen: false });
  db.place.move(fallback);
}
