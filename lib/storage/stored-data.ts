import type { Table } from 'dexie';
import { mcpKeyId } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { receiptTables } from './receipts.ts';
import { indexTables } from './text-index.ts';
import { forgetTypedTexts } from './typed-text.ts';
import { BACKUP_KEY_ID } from './wrapping-key.ts';

/** The kinds of stored data that a user distinguishes. */
export type StoredKind =
  | 'chats'
  | 'projects'
  | 'memories'
  | 'endpoints'
  | 'mcp-servers'
  | 'keys'
  | 'capabilities'
  | 'metrics';

/**
 * `rows`: the number of chats, endpoints and so on. `bytes`: the approximate size of everything that belongs to them.
 */
export type StoredPart = { kind: StoredKind; rows: number; bytes: number };

/** How many rows of a table are measured. The others are assumed to be similar. */
const WEIGHED = 200;

/** The contents of the database. Sizes are estimates, based on the rows as JSON. */
export async function storedData(db: SidenoteDb): Promise<StoredPart[]> {
  const kinds: StoredKind[] = [
    'chats',
    'projects',
    'memories',
    'endpoints',
    'mcp-servers',
    'keys',
    'capabilities',
    'metrics',
  ];
  return Promise.all(
    kinds.map(async (kind) => {
      const tables = listTables(db, kind);
      const sizes = await Promise.all(tables.map(weigh));
      return { kind, rows: (await tables[0]?.count()) ?? 0, bytes: sizes.reduce((sum, size) => sum + size, 0) };
    }),
  );
}

/**
 * Deletes all data of one kind. Runs of chats must be stopped first. Deleting endpoints also deletes their keys and the
 * observations about their models. Deleting MCP servers also deletes their tokens. Deleting projects also deletes the
 * sentences to remember in their chats.
 */
export async function deleteStored(db: SidenoteDb, kind: StoredKind): Promise<void> {
  if (kind === 'chats') forgetTypedTexts();
  const tables = kind === 'endpoints' ? [db.endpoints, db.capabilities] : listTables(db, kind);
  await db.transaction('rw', [...tables, db.apiKeys, db.memories], async () => {
    await Promise.all(tables.map((table) => table.clear()));
    if (kind === 'projects') await db.memories.filter(({ projectId }) => projectId !== null).delete();
    const ofServers = mcpKeyId('');
    const isOfEndpoint = (id: string) => !id.startsWith(ofServers) && id !== BACKUP_KEY_ID;
    if (kind === 'endpoints') await db.apiKeys.filter(({ endpointId }) => isOfEndpoint(endpointId)).delete();
    if (kind === 'mcp-servers') await db.apiKeys.filter(({ endpointId }) => endpointId.startsWith(ofServers)).delete();
  });
}

/** The tables of a kind. The rows of the first table are counted. */
function listTables(db: SidenoteDb, kind: StoredKind): Table[] {
  switch (kind) {
    case 'chats':
      return [db.threads, db.events, ...indexTables(db), ...receiptTables(db), db.drafts, db.projectThreads];
    case 'projects':
      return [db.projects, db.projectThreads, db.projectFiles];
    case 'memories':
      return [db.memories];
    case 'endpoints':
      return [db.endpoints];
    case 'mcp-servers':
      return [db.mcpServers];
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
