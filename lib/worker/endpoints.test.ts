import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_POLICY } from '../contracts/managed-policy.ts';
import { createConnections } from '../model-api/client/connections.ts';
import { openDb, type SidenoteDb } from '../storage/db.ts';
import { createStores, type Stores } from '../storage/stores.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import {
  downloadModel,
  type EndpointWork,
  findLocalServers,
  refreshModels,
  removeModel,
  testConnection,
} from './endpoints.ts';

const ENDPOINT = { endpointId: 'e', name: 'Mine', baseUrl: 'https://models.test/v1', models: [], createdAt: 0 };

let db: SidenoteDb;
let storage: Stores;
let list: Response;

beforeEach(async () => {
  db = openDb(`test-${crypto.randomUUID()}`);
  storage = createStores(db);
  await db.endpoints.put(ENDPOINT);
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = input instanceof Request ? input.url : String(input);
    return url.endsWith('/models') ? list.clone() : new Response('{"error":{"message":"down"}}', { status: 400 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  db.close();
});

const work = (browser = createBrowserAccess()): EndpointWork => ({
  storage,
  browser,
  practiceFetch: fetch,
  now: () => 1,
  connectionsTo: createConnections(),
});

async function checks() {
  const all = await Array.fromAsync(
    testConnection(work(), { endpointId: 'e', modelId: null }, new AbortController().signal),
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

test('models are listed at once or not: not while all connections to the server are in use', async () => {
  list = Response.json({ data: [{ id: 'one' }] });
  const busy = {
    ...work(),
    connectionsTo: () => ({ ...createConnections()('https://models.test'), tryTake: () => null }),
  };
  const failure = { code: 'rate-limit', reason: { type: 'connections-in-use', host: 'models.test' } };
  expect(await refreshModels(busy, 'e')).toMatchObject({ type: 'refused', failure });
  expect(await refreshModels(work(), 'e')).toEqual({ type: 'models', models: ['one'] });
});

test('models are downloaded and removed only over the interface of Ollama', async () => {
  const failure = { code: 'not-found', reason: { type: 'no-such-interface', host: 'models.test' } };
  const model = { endpointId: 'e', modelId: 'one' };
  expect(await removeModel(work(), model)).toMatchObject({ type: 'refused', failure });
  const reports = await Array.fromAsync(downloadModel(work(), model, new AbortController().signal));
  expect(reports).toMatchObject([{ type: 'failed', failure }]);
});

test('a model that was removed from an Ollama server is gone from the list', async () => {
  await storage.endpoints.save({
    ...ENDPOINT,
    baseUrl: 'http://localhost:11434',
    interface: 'ollama',
    models: ['a', 'b'],
  });
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return Response.json({ models: [{ name: 'b', model: 'b' }] });
  });
  expect(await removeModel(work(), { endpointId: 'e', modelId: 'a' })).toEqual({ type: 'models', models: ['b'] });
  expect(requests[0]).toBe('DELETE /api/delete');
});

test.each([
  ['own-endpoints-off', { readPolicy: async () => ({ ...NO_POLICY, disabledFeatures: ['own-endpoints' as const] }) }],
  ['machine-not-allowed', { hasHostPermission: async () => false }],
])('this machine is not searched for servers: %s', async (type, own) => {
  const browser = createBrowserAccess(own);
  const reply = await findLocalServers(work(browser));
  expect(reply).toMatchObject({ type: 'refused', failure: { code: 'permission', reason: { type } } });
  expect(browser.hidden).toEqual([]);
});

test('servers on this machine are asked without an Origin, which is kept for others afterwards', async () => {
  const seen: string[][] = [];
  const browser = createBrowserAccess();
  vi.stubGlobal('fetch', async () => {
    seen.push([...browser.hidden]);
    return new Response('', { status: 404 });
  });
  expect(await findLocalServers(work(browser))).toEqual({ type: 'local-servers', servers: [] });
  expect(seen[0]).toContain('http://127.0.0.1:11434');
  expect(browser.hidden).toEqual([]);
});
