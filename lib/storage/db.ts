import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie';
import {
  type AttachedFile,
  type Capability,
  type Endpoint,
  type LoggedEvent,
  type McpServer,
  type MetricSample,
  type ModelRef,
  PRACTICE_ENDPOINT,
  type QueuedMessage,
} from '../contracts/index.ts';
import { unknownCapability } from './apply-observation.ts';
import { createDatabaseName, type DatabaseName } from './database-name.ts';

/** The row of a thread in lists. Written only in the transaction that writes the thread's events. */
export type ThreadRow = {
  threadId: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  lastSeq: number;
  /** The run that has started and not ended; '' when there is none, so that the index finds open ones. */
  openRunId: string;
  /** The user has called it so. */
  isNamed?: boolean;
  isArchived?: boolean;
  /** The sites it was asked beside; absent in rows from before that was kept. */
  sites?: string[];
  /** How often a runner has taken the thread over; absent in rows from before that was counted. */
  fence?: number;
};

/** A key, encrypted, for one endpoint and only for its origin. */
export type ApiKeyRow = {
  endpointId: string;
  origin: string;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
  lastFour: string;
};

/** The one key that wraps the others: as one that cannot be extracted from the browser's key store, or locked. */
export type WrappingKeyRow = { id: 'wrapping'; key?: CryptoKey; lock?: KeyLock };

/** A key under a passphrase: PBKDF2 with SHA-256, so many rounds, makes the AES-GCM key that encrypts its bytes. */
export type KeyLock = {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
};

/** A measurement, kept for a week. */
export type MetricRow = MetricSample & { id?: number };

/**
 * What was typed and not sent, the files attached to it, the model that was chosen for this thread, and the questions that wait
 * for the end of its run; absent where there are none.
 */
export type Draft = {
  threadId: string;
  text: string;
  files?: AttachedFile[];
  model?: ModelRef;
  queue?: QueuedMessage[];
};

/**
 * The words of one message, for search. `order` falls as time goes on, and is the first part of the key, so that every index
 * gives the newest first; the second part tells the thread without loading the row. The text itself is in the events from
 * `firstSeq` to `lastSeq`.
 */
export type TextRow = {
  order: number;
  threadId: string;
  messageId: string;
  firstSeq: number;
  lastSeq: number;
  words: string[];
};

export type TextKey = [order: number, threadId: string];

/**
 * Work that an upgrade left for later: the texts of threads up to and including `afterThreadId` are in the index. The id by
 * which this database is known again (`store-id.ts`). And threads that are listed apart (`thread-lists.ts`).
 */
export type DeferredMigrationRow =
  | { name: 'index-texts'; afterThreadId: string }
  | { name: 'store-id'; id: string }
  | { name: 'pinned-threads' | 'deleted-threads'; threadIds: string[] };

export type SidenoteDb = Dexie & {
  events: Table<LoggedEvent, [string, number]>;
  threads: EntityTable<ThreadRow, 'threadId'>;
  endpoints: EntityTable<Endpoint, 'endpointId'>;
  apiKeys: EntityTable<ApiKeyRow, 'endpointId'>;
  wrappingKeys: EntityTable<WrappingKeyRow, 'id'>;
  capabilities: Table<Capability, [string, string]>;
  drafts: EntityTable<Draft, 'threadId'>;
  metrics: Table<MetricRow, number>;
  texts: Table<TextRow, TextKey>;
  mcpServers: EntityTable<McpServer, 'serverId'>;
  chores: Table<DeferredMigrationRow, DeferredMigrationRow['name']>;
  place: DatabaseName;
};

/**
 * The database of this browser profile; it opens at its first use. Every schema that was ever shipped stays in this list; a
 * change is a new version with its upgrade, and a dump of the new version in `golden/`.
 */
export function openDb(name = 'sidenote', factory: IDBFactory = indexedDB): SidenoteDb {
  const place = createDatabaseName(neverDowngrade(factory));
  // Without Dexie's cache of query results: rows are read past a cursor, once, and what it keeps of each query holds on to
  // the thread that asked (`npm run soak`).
  // What was written is on the disk before anything is done about it: browsers by themselves leave the last moments to a
  // power cut (IndexedDB 3.0, "durability hint").
  const dexie = new Dexie(name, {
    indexedDB: place.factory,
    cache: 'disabled',
    chromeTransactionDurability: 'strict',
  });
  const db = Object.assign(dexie, { place }) as SidenoteDb;
  db.version(1).stores({
    events: '[threadId+seq]',
    threads: 'threadId, updatedAt, openRunId',
    endpoints: 'endpointId, createdAt',
    apiKeys: 'endpointId',
    wrappingKeys: 'id',
    capabilities: '[endpointId+modelId], endpointId',
    drafts: 'threadId',
  });
  // Measurements, and more to know of a model than whether it takes tools; what was learned before stands.
  db.version(2)
    .stores({ metrics: '++id, at' })
    .upgrade((transaction) =>
      transaction
        .table<Capability>('capabilities')
        .toCollection()
        .modify((row, reference) => {
          reference.value = { ...unknownCapability(row, row.baseUrl ?? ''), ...row };
        }),
    );
  // Search. Going through all chats takes long, so it is done afterwards, bit by bit: see index-threads.ts.
  db.version(3)
    .stores({ texts: '[order+threadId], threadId, *words', chores: 'name' })
    .upgrade(async (transaction) => {
      await transaction.table<DeferredMigrationRow>('chores').add({ name: 'index-texts', afterThreadId: '' });
      await nameBaseUrls(transaction);
    });
  // MCP servers.
  db.version(4).stores({ mcpServers: 'serverId, createdAt' });
  return db;
}

/**
 * What was learned before version 2 holds for the address the endpoint has now; without one the next observation would void
 * it.
 */
async function nameBaseUrls(transaction: Transaction): Promise<void> {
  const endpoints = await transaction.table<Endpoint>('endpoints').toArray();
  const baseUrls = new Map(endpoints.map(({ endpointId, baseUrl }) => [endpointId, baseUrl]));
  baseUrls.set(PRACTICE_ENDPOINT.endpointId, PRACTICE_ENDPOINT.baseUrl);
  await transaction
    .table<Capability>('capabilities')
    .filter(({ baseUrl }) => baseUrl === '')
    .modify((row) => {
      row.baseUrl = baseUrls.get(row.endpointId) ?? '';
    });
}

/**
 * An IndexedDB that refuses to open a database written by a newer Sidenote. Dexie 4 would answer VersionError by opening
 * the newer database as it is, and might even add tables that it misses there; code that does not know a schema must not
 * write into it. The refusal reaches the caller of `open` as a VersionError.
 */
function neverDowngrade(indexedDB: IDBFactory): IDBFactory {
  return {
    open(name: string, version?: number) {
      if (version === undefined) throw new DOMException(`${name} was written by a newer version.`, 'VersionError');
      return indexedDB.open(name, version);
    },
    deleteDatabase: (name) => indexedDB.deleteDatabase(name),
    databases: () => indexedDB.databases(),
    cmp: (first, second) => indexedDB.cmp(first, second),
  };
}
