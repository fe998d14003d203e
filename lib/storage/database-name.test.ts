import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { openDb } from './db.ts';
import { saveDraft } from './drafts.ts';
import { switchDatabase } from './open-store.ts';

/** A browser that cannot open its databases. */
function brokenFactory(): { factory: IDBFactory; deletes: string[] } {
  const deletes: string[] = [];
  const factory: IDBFactory = {
    open() {
      throw new DOMException('Internal error opening backing store.', 'UnknownError');
    },
    deleteDatabase(name) {
      deletes.push(name);
      throw new DOMException('Internal error.', 'UnknownError');
    },
    databases: async () => [],
    cmp: (...keys) => indexedDB.cmp(...keys),
  };
  return { factory, deletes };
}

test('a fallback database replaces one that does not open, in every page that switches', async () => {
  const { factory, deletes } = brokenFactory();
  const page = openDb('broken', factory);
  const worker = openDb('broken', factory);
  await expect(page.threads.toArray()).rejects.toThrow('backing store');
  const spare = { factory: new IDBFactory(), name: 'spare-1' };
  switchDatabase(page, spare);
  switchDatabase(worker, spare);
  await saveDraft(page, 't', 'half a thought');
  expect(await worker.drafts.toArray()).toMatchObject([{ threadId: 't', text: 'half a thought' }]);
  expect(worker.place.isFallback()).toBe(true);
  expect(deletes).toEqual([]);
});

test('the usual database is unchanged afterwards, without data of the fallback', async () => {
  const db = openDb(`place-${crypto.randomUUID()}`);
  await saveDraft(db, 'a', 'kept');
  switchDatabase(db, { factory: new IDBFactory(), name: 'spare-2' });
  await saveDraft(db, 'b', 'not kept');
  switchDatabase(db, null);
  expect(await db.drafts.toArray()).toMatchObject([{ threadId: 'a', text: 'kept' }]);
  await db.delete();
});
