import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDb, type SidenoteDb } from './db.ts';
import { saveDraft } from './drafts.ts';
import { saveEndpoint } from './endpoints.ts';
import { deleteStored, storedData } from './stored-data.ts';
import { createDatabaseThreadLog } from './thread-log.ts';

let db: SidenoteDb;
beforeEach(async () => {
  db = openDb(`stored-${crypto.randomUUID()}`);
  const question = { type: 'user-message', messageId: 'm', content: 'Why? '.repeat(100) } as const;
  await createDatabaseThreadLog(db, () => 1).append('t', [question], null);
  await saveDraft(db, 't', 'And?');
  await saveEndpoint(db, { endpointId: 'e', name: 'E', baseUrl: 'https://e.example/v1', models: ['m'], createdAt: 1 });
  await db.apiKeys.put({
    endpointId: 'e',
    origin: 'https://e.example',
    iv: new Uint8Array(12),
    ciphertext: new ArrayBuffer(20),
    lastFour: '1234',
  });
});
afterEach(() => db.delete());

const rows = async () => Object.fromEntries((await storedData(db)).map((part) => [part.kind, part.rows]));

test('stored data is counted and its size measured', async () => {
  expect(await rows()).toEqual({
    chats: 1,
    projects: 0,
    memories: 0,
    endpoints: 1,
    'mcp-servers': 0,
    keys: 1,
    capabilities: 0,
    metrics: 0,
  });
  const [chats] = await storedData(db);
  expect(chats?.bytes).toBeGreaterThan(500);
});

test('deleting chats deletes all of their data and nothing else', async () => {
  await deleteStored(db, 'chats');
  expect(await rows()).toEqual({
    chats: 0,
    projects: 0,
    memories: 0,
    endpoints: 1,
    'mcp-servers': 0,
    keys: 1,
    capabilities: 0,
    metrics: 0,
  });
  expect([await db.events.count(), await db.texts.count(), await db.drafts.count()]).toEqual([0, 0, 0]);
});

test('deleting endpoints deletes their keys', async () => {
  await deleteStored(db, 'endpoints');
  expect(await rows()).toEqual({
    chats: 1,
    projects: 0,
    memories: 0,
    endpoints: 0,
    'mcp-servers': 0,
    keys: 0,
    capabilities: 0,
    metrics: 0,
  });
});
