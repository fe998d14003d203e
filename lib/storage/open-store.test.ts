import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { StorageFailure } from '../contracts/failure.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { openStore } from './open-store.ts';

const name = () => `open-${crypto.randomUUID()}`;

/** Opens with a clock that a test controls. `pending`: the waits that have not ended yet. */
function opening(db: SidenoteDb) {
  const failures: (StorageFailure['code'] | null)[] = [];
  const pending: { ms: number; end: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((end) => pending.push({ ms, end }));
  const opened = openStore(db, (failure) => failures.push(failure?.code ?? null), wait);
  return { failures, pending, opened };
}

/** A browser whose backing store cannot be opened for the first `failures` attempts. */
function brokenFactory(failures: number): { factory: IDBFactory; deletes: string[] } {
  const deletes: string[] = [];
  let left = failures;
  const factory: IDBFactory = {
    open(...request) {
      if (left-- > 0) throw new DOMException('Internal error opening backing store.', 'UnknownError');
      return indexedDB.open(...request);
    },
    deleteDatabase(doomed) {
      deletes.push(doomed);
      return indexedDB.deleteDatabase(doomed);
    },
    databases: () => indexedDB.databases(),
    cmp: (...keys) => indexedDB.cmp(...keys),
  };
  return { factory, deletes };
}

test('a healthy database opens without a report', async () => {
  const db = openDb(name());
  const { opened, failures } = opening(db);
  expect(await opened).toBe('opened');
  expect(failures).toEqual([null]);
  await db.delete();
});

test('an upgrade that another window blocks is reported, and continues when that window closes', async () => {
  const at = name();
  const old = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(at, 10);
    request.onsuccess = () => resolve(request.result);
  });
  const db = openDb(at);
  const { opened, failures, pending } = opening(db);
  await vi.waitFor(() => expect(pending.map(({ ms }) => ms)).toEqual([1_500]));
  pending[0]?.end();
  await vi.waitFor(() => expect(failures).toEqual(['blocked']));
  old.close();
  expect(await opened).toBe('opened');
  expect(failures).toEqual(['blocked', null]);
  await db.delete();
});

test("an open window closes its connection for another one's upgrade", async () => {
  const at = name();
  const db = openDb(at);
  await db.open();
  const upgraded = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(at, 990);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  expect(upgraded.version).toBe(990);
  // The old window is told what happened as soon as it tries to do anything.
  const { opened, failures } = opening(db);
  expect(await opened).toBe('failed');
  expect(failures).toEqual(['newer']);
  upgraded.close();
  db.close();
  indexedDB.deleteDatabase(at);
});

test('opening is retried', async () => {
  const { factory, deletes } = brokenFactory(4);
  const db = openDb(name(), factory);
  const { opened, failures, pending } = opening(db);
  await vi.waitFor(() => expect(pending.map(({ ms }) => ms)).toEqual([1_500, 500]));
  pending[1]?.end();
  expect(await opened).toBe('reopened');
  expect(failures).toEqual([null]);
  expect(deletes).toEqual([]);
  await db.delete();
});

test('a database that never opens is reported as broken after three retries, and not deleted', async () => {
  const { factory, deletes } = brokenFactory(Number.POSITIVE_INFINITY);
  const db = openDb(name(), factory);
  const { opened, failures, pending } = opening(db);
  for (const ms of [500, 2_000, 8_000]) {
    await vi.waitFor(() => expect(pending.at(-1)?.ms).toBe(ms));
    pending.at(-1)?.end();
  }
  expect(await opened).toBe('failed');
  expect(failures).toEqual(['broken']);
  expect(deletes).toEqual([]);
  // Every use fails immediately, with the same reason, instead of hanging.
  await expect(db.threads.toArray()).rejects.toThrow('backing store');
});
