import '../testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { mcpHeadersKeyId, mcpKeyId } from '../contracts/index.ts';
import { browserSession } from '../extension/index.ts';
import { openDb } from '../storage/db.ts';
import { saveMcpServer } from '../storage/mcp-servers.ts';
import { createStores } from '../storage/stores.ts';
import { saveApiKey } from '../storage/wrapping-key.ts';
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
  const { tools } = createMcpServers(
    storage,
    () => 0,
    [],
    async () => undefined,
  );
  const listSourceNames = async (chosen: string[] | null) => (await tools(chosen)).map(({ source }) => source?.name);
  expect(await listSourceNames(['notes', 'off'])).toEqual([expect.stringContaining('notes.example')]);
  expect(await listSourceNames([])).toEqual([]);
  expect(await listSourceNames(null)).toHaveLength(2);
  await db.delete();
});

test('a server gets its token and its further headers with each request', async () => {
  Object.assign(fakeBrowser.permissions, { contains: async () => true });
  const rules = { getSessionRules: async () => [], updateSessionRules: async () => undefined };
  Object.assign(fakeBrowser.declarativeNetRequest, rules);
  Object.assign(fakeBrowser.runtime, { getManifest: () => ({ version: '0.1.0' }) });
  const { fetch: sent, requests } = recordingFetch();
  vi.stubGlobal('fetch', sent);
  const db = openDb(`mcp-${crypto.randomUUID()}`);
  const storage = createStores(db);
  const server = { serverId: 's', name: 'S', url: 'https://s.example/mcp', header: 'authorization', isOn: true };
  await saveMcpServer(db, { ...server, isTrustedToRead: false, tools: [], headerNames: ['X-Door'], createdAt: 0 });
  await saveApiKey(db, mcpKeyId('s'), 'https://s.example', 'token-0123456789', browserSession);
  await saveApiKey(db, mcpHeadersKeyId('s'), 'https://s.example', '{"X-Door":"open sesame"}', browserSession);
  const servers = createMcpServers(
    storage,
    () => 0,
    [],
    async () => undefined,
  );
  await Array.fromAsync(servers.check('s', new AbortController().signal));
  expect(requests.length).toBeGreaterThan(0);
  for (const headers of requests) {
    expect(headers.get('authorization')).toBe('Bearer token-0123456789');
    expect(headers.get('x-door')).toBe('open sesame');
  }
  vi.unstubAllGlobals();
  await db.delete();
});

/** A fetch that answers nothing of use, and keeps the headers it was given. */
function recordingFetch() {
  const requests: Headers[] = [];
  const fetch = async (_url: string, init?: RequestInit) => {
    requests.push(new Headers(init?.headers));
    return new Response('{}', { status: 404 });
  };
  return { fetch, requests };
}
