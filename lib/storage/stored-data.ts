import type { Table } from 'dexie';
import type { SidenoteDb } from './db.ts';

/** Kinds of stored data, as shown to the user. */
export type StoredKind = 'chats' | 'endpoints' | 'keys' | 'capabilities' | 'metrics';

/** `rows`: how many chats, endpoints and so on; `bytes`: the approximate size of everything that belongs to them. */
export type StoredPart = { kind: StoredKind; rows: number; bytes: number };

/** How many rows of a table are measured; the others are assumed to be similar. */
const WEIGHED = 200;

/** The contents of the database. Sizes are estimates: those of the rows as JSON. */
export async function storedData(db: SidenoteDb): Promise<StoredPart[]> {
  const kinds: StoredKind[] = ['chats', 'endpoints', 'keys', 'capabilities', 'metrics'];
  return Promise.all(
    kinds.map(async (kind) => {
      const tables = tablesOf(db, kind);
      const sizes = await Promise.all(tables.map(weigh));
      return { kind, rows: (await tables[0]?.count()) ?? 0, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

/**
 * Deletes one kind of data. Running chats have to be stopped first. Deleting endpoints also deletes their keys and the
 * observations about their models.
 */
export async function deleteStored(db: SidenoteDb, kind: StoredKind): Promise<void> {
  const tables = kind === 'endpoints' ? ALL_OF_ENDPOINTS.flatMap((each) => tablesOf(db, each)) : tablesOf(db, kind);
  await db.transaction('rw', tables, () => Promise.all(tables.map((table) => table.clear())));
}

const ALL_OF_ENDPOINTS: readonly StoredKind[] = ['endpoints', 'keys', 'capabilities'];

/** The table whose rows are counted comes first. */
function tablesOf(db: SidenoteDb, kind: StoredKind): Table[] {
  switch (kind) {
    case 'chats':
      return [db.threads, db.events, db.texts, db.drafts];
    case 'endpoints':
      return [db.endpoints];
    case 'keys':
      return [db.apiKeys];
    case 'capabilities':
      return [db.capabilities];
    case 'metrics':
      return [db.metrics];
    default:
      return kind satisfies never;
  }
}

async function weigh(table: Table): Promise<number> {
  const [count, sample] = await Promise.all([table.count(), table.limit(WEIGHED).toArray()]);
  if (sample.length === 0) return 0;
  const bytes = sample.reduce<number>((sum, row) => sum + JSON.stringify(row).length, 0);
  return Math.round((bytes / sample.length) * count);
}
