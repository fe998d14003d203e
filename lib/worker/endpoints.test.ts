import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { createConnections } from '../model-api/client/connections.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { testConnection } from './endpoints.ts';

let db: SidenoteDb;
let storage: Stores;
let list: Response;

beforeEach(async () => {
  db = openDb(`test-${crypto.randomUUID()}`);
  storage = createStores(db);
  fakeBrowser.permissions.contains = async () => true;
  const endpoint = { endpointId: 'e', name: 'Mine', baseUrl: 'https://models.test/v1', models: [], createdAt: 0 };
  await db.endpoints.put(endpoint);
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.endsWith('/models') ? list.clone() : new Response('{"error":{"message":"down"}}', { status: 400 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  db.close();
});

async function checks() {
  const work = { storage, now: () => 1, connectionsTo: createConnections() };
  const all = await Array.fromAsync(
    testConnection(work, { endpointId: 'e', modelId: null }, new AbortController().signal),
  );
  return all.map(({ check, result, finding }) => [
    check,
    result,
    finding.type === 'failure' && 'reason' in finding.failure ? finding.failure.reason.type : finding.type,
  ]);
}

test('an endpoint without models is tested: a refused list says what is wrong', async () => {
  list = Response.json({ error: { message: 'Unauthorized' } }, { status: 401 });
  expect(await checks()).toEqual([['key', 'failed', 'key-needed']]);
  list = new Response('<!doctype html><title>Sign in</title>', { status: 200 });
  expect(await checks()).toEqual([['reachable', 'failed', 'not-a-model-server']]);
  list = Response.json({ data: [] });
  expect(await checks()).toEqual([['reachable', 'failed', 'models-not-listed']]);
});

test('an endpoint without models lists them and tests the first', async () => {
  list = Response.json({ data: [{ id: 'one' }, { id: 'two' }] });
  const found = await checks();
  expect(found.slice(0, 2)).toEqual([
    ['permission', 'ok', 'may-connect'],
    ['reachable', 'ok', 'lists-models'],
  ]);
  expect((await db.endpoints.get('e'))?.models).toEqual(['one', 'two']);
});

test('an endpoint whose server has no version in its path is stored without', async () => {
  await db.endpoints.update('e', { baseUrl: 'https://models.test/api/v1' });
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    return url === 'https://models.test/api/models'
      ? Response.json({ data: [{ id: 'one' }] })
      : new Response('Not Found', { status: 404 });
  });
  await checks();
  expect(await db.endpoints.get('e')).toMatchObject({
    baseUrl: 'https://models.test/api/chat/completions',
    models: ['one'],
  });
});
