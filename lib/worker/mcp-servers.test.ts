import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { mcpHeadersKeyId, mcpKeyId } from '../contracts/index.ts';
import { openDb } from '../storage/db.ts';
import { saveMcpServer } from '../storage/mcp-servers.ts';
import { createStores, openStorage, type Stores } from '../storage/stores.ts';
import { saveApiKey } from '../storage/wrapping-key.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { createMcpServers } from './mcp-servers.ts';

test('a project that names MCP servers gets their tools alone, and none of a server that is off', async () => {
  const db = openDb(`mcp-${crypto.randomUUID()}`);
  const storage = createStores(db);
  const allowed = { description: 'Reads.', inputSchema: { type: 'object' }, isReadOnly: true };
  for (const [createdAt, name] of ['weather', 'notes', 'off'].entries()) {
    await saveMcpServer(db, {
      serverId: name,
      name,
      url: `https://${name}.example/mcp`,
      header: 'authorization',
      isOn: name !== 'off',
      isTrustedToRead: false,
      tools: [{ name: 'read', isOn: true, allowed, listed: allowed }],
      createdAt,
    });
  }
  const { tools } = mcpServers(storage);
  const listSourceNames = async (chosen: string[] | null) =>
    (await tools(chosen)).map(({ effects }) => effects?.source?.name);
  expect(await listSourceNames(['notes', 'off'])).toEqual([expect.stringContaining('notes.example')]);
  expect(await listSourceNames([])).toEqual([]);
  expect(await listSourceNames(null)).toHaveLength(2);
  await db.delete();
});

test('a server gets its token and its further headers with each request', async () => {
  const { fetch, requests } = recordingFetch();
  const browser = createBrowserAccess({ sendFor: () => fetch });
  const db = openDb(`mcp-${crypto.randomUUID()}`);
  const storage = createStores(db);
  const server = { serverId: 's', name: 'S', url: 'https://s.example/mcp', header: 'authorization', isOn: true };
  await saveMcpServer(db, { ...server, isTrustedToRead: false, tools: [], headerNames: ['X-Door'], createdAt: 0 });
  await saveApiKey(db, mcpKeyId('s'), 'https://s.example', 'token-0123456789', browser.session);
  await saveApiKey(db, mcpHeadersKeyId('s'), 'https://s.example', '{"X-Door":"open sesame"}', browser.session);
  const servers = mcpServers(storage, browser);
  await Array.fromAsync(servers.check('s', new AbortController().signal));
  expect(requests.length).toBeGreaterThan(0);
  for (const headers of requests) {
    expect(headers.get('authorization')).toBe('Bearer token-0123456789');
    expect(headers.get('x-door')).toBe('open sesame');
  }
  expect(browser.hidden).toEqual(['https://s.example']);
  await db.delete();
});

test('a server whose site is not allowed gets no request and no token, and its check says so', async () => {
  const storage = openStorage(crypto.randomUUID());
  const { fetch, requests } = recordingFetch();
  const browser = createBrowserAccess({ sendFor: () => fetch, hasHostPermission: async () => false });
  const server = { serverId: 's', name: 'S', url: 'https://s.example/mcp', header: 'authorization', isOn: true };
  await storage.mcpServers.save({ ...server, isTrustedToRead: false, tools: [], createdAt: 0 });
  const checks = await Array.fromAsync(mcpServers(storage, browser).check('s', new AbortController().signal));
  expect(checks).toEqual([{ check: 'permission', isOk: false }]);
  expect(requests).toEqual([]);
});

test('a server that was removed has no sign-in, and nothing is got from it', async () => {
  const storage = openStorage(crypto.randomUUID());
  const { signal } = new AbortController();
  expect(await mcpServers(storage).signIn('gone', signal)).toEqual({ type: 'failed', code: 'sign-in-unsupported' });
  await expect(
    mcpServers(storage).content({ serverId: 'gone', type: 'resource', uri: 'a:b' }, signal),
  ).rejects.toMatchObject({ code: 'mcp-unreachable' });
});

function mcpServers(storage: Stores, browser = createBrowserAccess()) {
  return createMcpServers({
    storage,
    browser,
    authorization: { redirectUri: 'https://abc.chromiumapp.org/', authorize: async () => null },
    ownTools: [],
    clientVersion: '0.1.0',
    record: async () => undefined,
    now: () => 0,
  });
}

/** A fetch that returns nothing useful and records the headers it was given. */
function recordingFetch() {
  const requests: Headers[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    requests.push(new Headers(init?.headers));
    return new Response('{}', { status: 404 });
  };
  return { fetch, requests };
}
