import type { SparePlace } from './database-name.ts';
import type { SidenoteDb } from './db.ts';

/** Closes the database; its next use opens it in the spare place, or, with null, in the usual one. */
export function moveStore(db: SidenoteDb, spare: SparePlace | null): void {
  db.close({ disableAutoOpen: false });
  db.place.move(spare);
}
