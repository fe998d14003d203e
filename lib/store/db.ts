import Dexie, { type EntityTable, type Table } from 'dexie';
import type { Capability } from '../protocol/capability.ts';
import type { Endpoint } from '../protocol/endpoint.ts';
import type { LoggedEvent } from '../protocol/event.ts';
import type { MetricSample } from '../protocol/metric.ts';
import { unknownCapability } from './apply-lesson.ts';

/** The row of a thread in lists. Written only in the transaction that writes the thread's events. */
export type ThreadRow = {
  threadId: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  lastSeq: number;
  /** The run that has started and not ended; '' when there is none, so that the index finds open ones. */
  openRunId: string;
};

/** A key, encrypted, for one endpoint and only for its origin. */
export type ApiKeyRow = {
  endpointId: string;
  origin: string;
  iv: Uint8Array<ArrayBuffer>;
  ciphertext: ArrayBuffer;
  lastFour: string;
};

/** The one key that wraps the others; it cannot be extracted from the browser's key store. */
export type WrappingKeyRow = { id: 'wrapping'; key: CryptoKey };

/** A measurement, kept for a week. */
export type MetricRow = MetricSample & { id?: number };

export type Draft = { threadId: string; text: string };

export type SidenoteDb = Dexie & {
  events: Table<LoggedEvent, [string, number]>;
  threads: EntityTable<ThreadRow, 'threadId'>;
  endpoints: EntityTable<Endpoint, 'endpointId'>;
  apiKeys: EntityTable<ApiKeyRow, 'endpointId'>;
  wrappingKeys: EntityTable<WrappingKeyRow, 'id'>;
  capabilities: Table<Capability, [string, string]>;
  drafts: EntityTable<Draft, 'threadId'>;
  metrics: Table<MetricRow, number>;
};

/**
 * Opens the database of this browser profile. Every schema that was ever shipped stays in this list; a change is a new
 * version with its upgrade.
 */
export function openDb(name = 'sidenote'): SidenoteDb {
  const db = new Dexie(name) as SidenoteDb;
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
  return db;
}
