import Dexie from 'dexie';

/** A database as JSON: its version, its schema in Dexie's syntax, and its rows. Bytes are written as base64. */
export type GoldenDb = { version: number; stores: Record<string, string>; rows: Record<string, unknown[]> };

/** Tables with non-extractable keys, which cannot be dumped. */
const NEVER_DUMPED = ['wrappingKeys', 'signingKeys'];

export async function dumpDb(db: Dexie): Promise<GoldenDb> {
  await db.open();
  const dump: GoldenDb = { version: db.verno, stores: {}, rows: {} };
  for (const table of db.tables) {
    const { primKey, indexes } = table.schema;
    dump.stores[table.name] = [primKey, ...indexes].map((index) => index.src).join(', ');
    dump.rows[table.name] = NEVER_DUMPED.includes(table.name) ? [] : (await table.toArray()).map(toJson);
  }
  return dump;
}

/** Creates the database of a dump, with the dump's version and schema. */
export async function restoreDb(name: string, dump: GoldenDb): Promise<void> {
  const db = new Dexie(name);
  db.version(dump.version).stores(dump.stores);
  await db.open();
  for (const [table, rows] of Object.entries(dump.rows)) await db.table(table).bulkAdd(rows.map(fromJson));
  db.close();
}

function toJson(row: unknown): unknown {
  return JSON.parse(
    JSON.stringify(row, (_key, value) => {
      if (value instanceof ArrayBuffer) return { $buffer: Buffer.from(value).toString('base64') };
      return ArrayBuffer.isView(value) ? { $bytes: Buffer.from(value.buffer).toString('base64') } : value;
    }),
  );
}

function fromJson(row: unknown): unknown {
  return JSON.parse(JSON.stringify(row), (_key, value) => {
    if (typeof value?.$bytes === 'string') return new Uint8Array(Buffer.from(value.$bytes, 'base64'));
    return typeof value?.$buffer === 'string' ? new Uint8Array(Buffer.from(value.$buffer, 'base64')).buffer : value;
  });
}
