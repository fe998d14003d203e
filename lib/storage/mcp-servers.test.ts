import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type McpServer, mcpClientKeyId, mcpKeyId, mcpSignInKeyId } from '../contracts/mcp.ts';
import { openDb, type SidenoteDb } from './db.ts';
import { loadApiKey } from './load-api-key.ts';
import {
  allMcpServers,
  allowMcpTool,
  changeMcpServer,
  deleteMcpServer,
  deleteMcpSignIn,
  saveMcpServer,
} from './mcp-servers.ts';
import { deleteStored } from './stored-data.ts';
import { saveApiKey, sessionMemory } from './wrapping-key.ts';

const definition = { description: 'Weather.', inputSchema: { type: 'object' }, isReadOnly: true };
const SERVER: McpServer = {
  serverId: 's',
  name: 'Weather',
  url: 'https://a.test/mcp',
  header: 'Authorization',
  isOn: true,
  isTrustedToRead: true,
  tools: [{ name: 'get', isOn: true, allowed: definition, listed: definition }],
  createdAt: 1,
};

let db: SidenoteDb;
const session = sessionMemory();
const token = () => loadApiKey(db, mcpKeyId('s'), 'https://a.test', session);
beforeEach(async () => {
  db = openDb(`mcp-${crypto.randomUUID()}`);
  await saveMcpServer(db, SERVER);
  await saveApiKey(db, mcpKeyId('s'), 'https://a.test', 'secret', session);
  await saveApiKey(db, 'endpoint', 'https://b.test', 'other', session);
});
afterEach(() => db.delete());

test('at another address nothing of a server is allowed, trusted or known', async () => {
  await saveMcpServer(db, { ...SERVER, name: 'W', url: 'https://a.test/other' });
  expect(await allMcpServers(db)).toMatchObject([{ name: 'W', tools: [], isTrustedToRead: false }]);
  expect(await token()).toBe('secret');
  await saveMcpServer(db, { ...SERVER, url: 'https://evil.test/mcp' });
  expect(await token()).toBeNull();
  expect(await db.apiKeys.get(mcpKeyId('s'))).toBeUndefined();
});

test('with another name all stays as it was', async () => {
  await saveMcpServer(db, { ...SERVER, name: 'W' });
  expect(await allMcpServers(db)).toMatchObject([{ name: 'W', tools: SERVER.tools, isTrustedToRead: true }]);
});

test('a tool is allowed as described, and a deleted server stays deleted', async () => {
  const changed = { ...definition, description: 'More.' };
  await allowMcpTool(db, 's', 'get', changed);
  expect((await allMcpServers(db))[0]?.tools).toMatchObject([{ allowed: changed, listed: definition }]);
  await deleteMcpServer(db, 's');
  await changeMcpServer(db, 's', (server) => server);
  expect(await allMcpServers(db)).toEqual([]);
});

test('the sign-in to a server goes with its address', async () => {
  const signedIn = async () => (await db.apiKeys.get(mcpSignInKeyId('s'))) !== undefined;
  const save = () => saveApiKey(db, mcpSignInKeyId('s'), 'https://a.test', '{}', session);
  await save();
  await saveMcpServer(db, { ...SERVER, name: 'W', signInRequest: { resourceMetadata: null, scope: 'x' } });
  expect(await signedIn()).toBe(true);
  await saveMcpServer(db, { ...SERVER, url: 'https://a.test/other' });
  expect(await signedIn()).toBe(false);
  await save();
  await deleteMcpSignIn(db, 's');
  expect(await signedIn()).toBe(false);
  expect(await token()).toBe('secret');
});

test('a deleted server leaves no token, and other keys stay', async () => {
  await saveApiKey(db, mcpSignInKeyId('s'), 'https://a.test', '{}', session);
  await saveApiKey(db, mcpClientKeyId('s'), 'https://a.test', 'client', session);
  await deleteMcpServer(db, 's');
  expect((await db.apiKeys.toArray()).map(({ endpointId }) => endpointId)).toEqual(['endpoint']);
});

test('deleting all servers, or all endpoints, deletes the keys of these alone', async () => {
  await deleteStored(db, 'endpoints');
  expect((await db.apiKeys.toArray()).map(({ endpointId }) => endpointId)).toEqual([mcpKeyId('s')]);
  await saveApiKey(db, 'endpoint', 'https://b.test', 'other', session);
  await deleteStored(db, 'mcp-servers');
  expect((await db.apiKeys.toArray()).map(({ endpointId }) => endpointId)).toEqual(['endpoint']);
  expect(await allMcpServers(db)).toEqual([]);
});
