import Dexie from 'dexie';
import type { SidenoteDb } from './db.ts';

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
