import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDb, type SidenoteDb } from './db.ts';
import { identifyStore } from './open-store.ts';

let db: SidenoteDb;
let ids: number;
beforeEach(() => {
  db = openDb(`id-${crypto.randomUUID()}`);
  ids = 0;
});
afterEach(() => db.delete());
const newId = () => `id-${++ids}`;

test('a database gets an id once and is identified by it', async () => {
  expect(await identifyStore(db, null, newId)).toEqual({ id: 'id-1', emptied: false });
  expect(await identifyStore(db, 'id-1', newId)).toEqual({ id: 'id-1', emptied: false });
});

test('a database without its known id is reported once as emptied from outside', async () => {
  await identifyStore(db, null, newId);
  await db.delete();
  await db.open();
  expect(await identifyStore(db, 'id-1', newId)).toEqual({ id: 'id-2', emptied: true });
  expect(await identifyStore(db, 'id-2', newId)).toEqual({ id: 'id-2', emptied: false });
});

test('a missing note of the id does not count as emptied', async () => {
  await identifyStore(db, null, newId);
  expect(await identifyStore(db, null, newId)).toEqual({ id: 'id-1', emptied: false });
});
