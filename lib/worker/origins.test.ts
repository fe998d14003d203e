import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openStorage } from '../storage/stores.ts';
import { createBrowserAccess } from '../testing/worker/browser-access.ts';
import { hideOrigins, learnOriginRefusal } from './origins.ts';

async function storageWithServers() {
  const storage = openStorage(crypto.randomUUID());
  for (const [endpointId, baseUrl] of [
    ['local', 'http://localhost:11434/v1'],
    ['network', 'http://192.168.1.7:1234/v1'],
    ['public', 'https://api.test/v1'],
    ['broken', 'nowhere'],
  ] as const) {
    await storage.endpoints.save({ endpointId, name: endpointId, baseUrl, models: [], createdAt: 0 });
  }
  const server = { serverId: 's', name: 'S', url: 'https://mcp.test/mcp', header: 'authorization', isOn: true };
  await storage.mcpServers.save({ ...server, isTrustedToRead: false, tools: [], createdAt: 0 });
  return storage;
}

test('the Origin is removed for servers nearby, MCP servers and the origins asked for, and kept for others', async () => {
  const browser = createBrowserAccess();
  await hideOrigins({ storage: await storageWithServers(), browser }, ['http://127.0.0.1:8080']);
  expect(browser.hidden.toSorted()).toEqual([
    'http://127.0.0.1:8080',
    'http://192.168.1.7:1234',
    'http://localhost:11434',
    'https://mcp.test',
  ]);
});

test('the Origin is removed for a public server once it has refused it', async () => {
  const storage = await storageWithServers();
  const browser = createBrowserAccess();
  await learnOriginRefusal({ storage, browser }, 'public');
  expect(browser.hidden).toContain('https://api.test');
  expect(await storage.endpoints.get('public')).toMatchObject({ hidesOrigin: true });
});
