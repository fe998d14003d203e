import Dexie, { type EntityTable, type Table, type Transaction } from 'dexie';
import { unknownCapability } from '../agent/index.ts';
import {
  type AttachedFile,
  type Capability,
  type Endpoint,
  type LoggedEvent,
  type McpServer,
  type Memory,
  type MemoryProposal,
  type MetricSample,
  type ModelRef,
  PRACTICE_ENDPOINT,
  type Project,
  type ProjectFile,
  type QueuedMessage,
  type ReceiptDetails,
  type ReceiptEntry,
  type TextGap,
} from '../contracts/index.ts';
import { createDatabaseName, type DatabaseName } from './database-name.ts';

/** The row of a thread in lists. Written in the same transaction as the thread's events. */
export type ThreadRow = {
  threadId: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  lastSeq: number;
  /** The run that has started and not ended, or '' if there is none, so that the index finds open runs. */
  openRunId: string;
  /** The calls and pages of that run that wait for the user. Absent in rows of older versions. */
  waiting?: string[];
  /** Whether the user set the title. */
  isNamed?: boolean;
  isArchived?: boolean;
  /** Sites of the pages that the thread is about. Absent in rows of older versions. */
  sites?: string[];
  /** How many times a runner has taken over the thread. Absent in rows of older versions. */
  fence?: number;
};

/** An encrypted key for one endpoint, bound to its origin. */
export type ApiKeyRow = {
  endpointId: string;
  origin: string;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
  lastFour: string;
};

/** The key that encrypts the others: non-extractable, or locked by a passphrase. */
export type WrappingKeyRow = { id: 'wrapping'; key?: CryptoKey; lock?: KeyLock };

/**
 * A key locked by a passphrase: PBKDF2 with SHA-256 and `rounds` rounds derives the AES-GCM key that encrypts its
 * bytes.
 */
export type KeyLock = {
  salt: Uint8Array<ArrayBuffer>;
  rounds: number;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
};

/** A measurement, kept for a week. */
export type MetricRow = MetricSample & { id?: number };

/**
 * Text that was typed but not sent, its attached files, the model selected for this thread, and the queued questions.
 * Each is absent if there is none.
 */
/** The text in the field of one page. `page` is '' for texts of versions that did not store it. */
export type DraftText = { page: string; text: string };

export type Draft = {
  threadId: string;
  /** The text that was changed last, and the page whose field shows it. */
  text: string;
  page?: string;
  /** Texts in the fields of other pages, the most recent last. */
  others?: DraftText[];
  files?: AttachedFile[];
  /** What questions asked to remember, until the user has kept or discarded it, the oldest first. */
  proposals?: MemoryProposal[];
  /** Parts of the text that were filled in and not written by the user. */
  filled?: string[];
  model?: ModelRef;
  queue?: QueuedMessage[];
  /** When it was last changed, in milliseconds since 1970. */
  changedAt?: number;
};

/**
 * The words of one message, for search. `order` decreases over time and is the first part of the key, so that every
 * index returns the newest first. The second part identifies the thread without loading the row. The text itself is in
 * the events from `firstSeq` to `lastSeq`.
 */
export type TextRow = {
  order: number;
  threadId: string;
  messageId: string;
  firstSeq: number;
  lastSeq: number;
  /** Each word is indexed. Absent in an imported message, whose words are in a segment. */
  words?: string[];
  /** The words of an imported message, separated by line feeds. */
  packedWords?: string;
};

/** The messages of a segment of the search index, newest first; see `word-segments.ts`. */
export type WordSegmentRow = {
  segment: string;
  /** The total number of pairs of a word and a message. */
  entries: number;
  /** The first word of each of its blocks, in the order of words. */
  firsts: string[];
  /** The key of each message: its order, and the index of its thread's id in `threadIds`. */
  orders: Float64Array<ArrayBuffer>;
  threads: Uint32Array<ArrayBuffer>;
  threadIds: string[];
};

/**
 * Consecutive words of a segment, separated by line feeds. The messages with word number n are given by `ends[n - 1]`
 * to `ends[n]`, as indexes into the segment.
 */
export type WordBlockRow = {
  segment: string;
  first: string;
  words: string;
  ends: Uint32Array<ArrayBuffer>;
  messages: Uint32Array<ArrayBuffer>;
};

export type TextKey = [order: number, threadId: string];

/**
 * Rows with a fixed name. `index-texts`: work that an upgrade deferred, done for the threads up to and including
 * `afterThreadId` (`text-index.ts`). `store-id`: the id of this database (`open-store.ts`). The lists of threads are
 * used by `threads.ts`; the folder is for scheduled backups (`backup/create-backup.ts`).
 */
export type NamedRow =
  | { name: 'index-texts'; afterThreadId: string }
  | { name: 'store-id'; id: string }
  | { name: 'pinned-threads' | 'deleted-threads'; threadIds: string[] }
  | { name: 'backup-folder'; folder: FileSystemDirectoryHandle };

/** A chat that belongs to a project. Written before the chat itself if the chat starts in a project. */
export type ProjectThreadRow = { threadId: string; projectId: string };

/**
 * A request in a receipt. `hash`: the hash of its entry. `chain`: the hash of the chain up to it. `key`: the id of the
 * key that signed it.
 */
export type ReceiptRow = {
  threadId: string;
  n: number;
  /** The answer, or '' for a request that belongs to no answer. */
  runId: string;
  chain: string;
  key: string;
  signature: string;
} & (
  | {
      hash: string;
      entry: ReceiptEntry;
      /** Null if the user has deleted an earlier answer, whose text this request may repeat. */
      details: Omit<ReceiptDetails, 'body'> | null;
      text: { chunks: string[] } | { gap: TextGap };
    }
  /** Set if the user has deleted the answer. */
  | { deleted: string }
);
export type RequestRow = Extract<ReceiptRow, { entry: ReceiptEntry }>;

/** Whether a row still has its entry, that is, the user has not deleted the answer. */
export function isRequestRow(row: ReceiptRow): row is RequestRow {
  return 'entry' in row;
}

/** A compressed chunk of the texts of requests, stored under its hash. */
export type ReceiptTextRow = { threadId: string; key: string; bytes: Uint8Array<ArrayBuffer> };

/** A key that signs receipts, by its id. Without `privateKey` if it existed only for one session. */
export type SigningKeyRow = { id: string; spki: string; privateKey?: CryptoKey };

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
  wordSegments: EntityTable<WordSegmentRow, 'segment'>;
  wordBlocks: Table<WordBlockRow, [segment: string, first: string]>;
  mcpServers: EntityTable<McpServer, 'serverId'>;
  projects: EntityTable<Project, 'projectId'>;
  projectThreads: EntityTable<ProjectThreadRow, 'threadId'>;
  projectFiles: EntityTable<ProjectFile, 'fileId'>;
  memories: EntityTable<Memory, 'memoryId'>;
  receipts: Table<ReceiptRow, [threadId: string, n: number]>;
  receiptTexts: Table<ReceiptTextRow, [threadId: string, key: string]>;
  signingKeys: EntityTable<SigningKeyRow, 'id'>;
  chores: Table<NamedRow, NamedRow['name']>;
  place: DatabaseName;
};

/**
 * The database of this browser profile, which is opened on first use. Every shipped schema stays in this list. A change
 * is a new version with its upgrade, and a dump of the new version in `golden/`.
 */
export function openDb(name = 'sidenote', factory: IDBFactory = indexedDB): SidenoteDb {
  const place = createDatabaseName(neverDowngrade(factory));
  // Dexie's cache of query results is off: rows are read once, past a cursor, and the cache would retain the thread of
  // each query (`npm run soak`). Writes are durable before anything acts on them, since browsers do not flush them to
  // disk by default (IndexedDB 3.0, "durability hint").
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
  // Adds measurements and further capabilities; existing observations stay valid.
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
  // Adds search. Indexing all chats takes a long time, so it is deferred and done in batches (text-index.ts).
  db.version(3)
    .stores({ texts: '[order+threadId], threadId, *words', chores: 'name' })
    .upgrade(async (transaction) => {
      await transaction.table<NamedRow>('chores').add({ name: 'index-texts', afterThreadId: '' });
      await nameBaseUrls(transaction);
    });
  // MCP servers.
  db.version(4).stores({ mcpServers: 'serverId, createdAt' });
  // Segments of the search index, for imported messages. Messages from older versions stay indexed word by word.
  db.version(5).stores({ wordSegments: 'segment', wordBlocks: '[segment+first]' });
  // Projects, and which chats belong to one.
  db.version(6).stores({ projects: 'projectId', projectThreads: 'threadId, projectId' });
  // Files of projects.
  db.version(7).stores({ projectFiles: 'fileId, projectId' });
  // Receipts of what was sent.
  db.version(8).stores({
    receipts: '[threadId+n], [threadId+runId]',
    receiptTexts: '[threadId+key]',
    signingKeys: 'id',
  });
  // Sentences to remember.
  db.version(9).stores({ memories: 'memoryId, projectId' });
  return db;
}

/**
 * Assigns observations from before version 2 to the endpoint's current address. Without an address, the next
 * observation would discard them.
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
 * An IndexedDB factory that refuses to open a database written by a newer version of Sidenote. On VersionError, Dexie 4
 * opens the newer database anyway and may add the tables that it expects, but code that does not know a schema must not
 * write to it. `open` rejects with a VersionError.
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
