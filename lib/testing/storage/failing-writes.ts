import type { DBCore, DBCoreTable } from 'dexie';
import type { SidenoteDb } from '../../storage/db.ts';

/** A simulated disk: counts the writes to a database, and refuses them while it is full. */
export type Disk = { writes: number; isFull: boolean };

/**
 * Simulates a disk for a database that is not open yet. It is full from write number `failAt` on (counted from 0),
 * until a test sets `isFull` to false or for `failures` writes. Each of these fails as in browsers, and its transaction
 * is rolled back.
 */
export function diskUnder(db: SidenoteDb, failAt: number, failures = Number.POSITIVE_INFINITY): Disk {
  const disk: Disk = { writes: 0, isFull: false };
  db.use({
    stack: 'dbcore',
    name: 'disk',
    create: (core: DBCore): DBCore => ({
      ...core,
      table: (name) => failing(core.table(name), disk, failAt, failAt + failures),
    }),
  });
  return disk;
}

function failing(table: DBCoreTable, disk: Disk, failAt: number, freeAt: number): DBCoreTable {
  return {
    ...table,
    async mutate(request) {
      if (disk.writes === failAt) disk.isFull = true;
      if (disk.writes === freeAt) disk.isFull = false;
      disk.writes++;
      if (disk.isFull) throw new DOMException('The disk is full.', 'QuotaExceededError');
      return table.mutate(request);
    },
  };
}
