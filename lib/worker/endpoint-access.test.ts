import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { BUILT_IN_ENDPOINT } from '../contracts/endpoint.ts';
import { openDb } from '../storage/db.ts';
import { createStores } from '../storage/stores.ts';
import { type RawServer, startRawServer } from '../testing/model-api/raw-server.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { endpointAccess, retryWithoutOrigin } from './endpoint-access.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** A server that refuses until `isHidden` reports that the Origin has been removed. */
async function ask(refusal: string, method: 'GET' | 'POST' = 'POST') {
  const hidden: boolean[] = [];
  const server = await startRawServer((_request, response) => {
    if (hidden.length > 0) response.end('fine');
    else response.writeHead(403).end(refusal);
  });
  servers.push(server);
  const hide = async () => void hidden.push(true);
  const response = await retryWithoutOrigin(fetch, hide)(server.url, {
    method,
    ...(method === 'POST' ? { body: '{"a":1}' } : {}),
  });
  return { text: await response.text(), status: response.status, requests: server.requests, hidden };
}

test.each(['', '{"error":"Origin not allowed"}', 'CORS: blocked'])(
  'a POST refused with “%s” is sent again without its Origin',
  async (refusal) => {
    const { text, requests } = await ask(refusal);
    expect(text).toBe('fine');
    expect(requests.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
  },
);

test('another 403 is returned unchanged, without removing the Origin', async () => {
  const { text, status, requests, hidden } = await ask('{"error":"This key may not use the model"}');
  expect([status, text, requests.length, hidden.length]).toEqual([
    403,
    '{"error":"This key may not use the model"}',
    1,
    0,
  ]);
});

test('a GET has no Origin anyway', async () => {
  expect((await ask('', 'GET')).requests).toHaveLength(1);
});

test('a refusal without Origin is final', async () => {
  const server = await startRawServer((_request, response) => void response.writeHead(403).end());
  servers.push(server);
  expect((await retryWithoutOrigin(fetch, null)(server.url, { method: 'POST', body: '' })).status).toBe(403);
  expect(server.requests).toHaveLength(1);
});

describe('an endpoint that cannot be used is refused with a reason', () => {
  test.each([
    ['gone', { code: 'not-found', reason: { type: 'endpoint-removed' } }],
    [BUILT_IN_ENDPOINT.endpointId, { code: 'not-found', reason: { type: 'built-in-has-no-server' } }],
    ['password', { code: 'not-found', reason: { type: 'address-not-usable', name: 'Mine', error: 'has-password' } }],
    ['unallowed', { code: 'permission', reason: { type: 'endpoint-not-allowed', name: 'Mine' } }],
  ])('%s', async (endpointId, failure) => {
    const db = openDb(`models-${crypto.randomUUID()}`);
    const storage = createStores(db);
    const browser = createBrowserAccess({ hasHostPermission: async () => false });
    const common = { name: 'Mine', models: [], createdAt: 0 };
    await db.endpoints.bulkPut([
      { ...common, endpointId: 'password', baseUrl: 'https://me:secret@api.test/v1' },
      { ...common, endpointId: 'unallowed', baseUrl: 'https://api.test/v1' },
    ]);
    expect(await endpointAccess({ storage, browser, practiceFetch: fetch }, { endpointId })).toEqual({
      failure: { ...failure, retryable: false },
    });
    db.close();
  });
});
