import '../../lib/testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { EMPTY_MCP_SERVER } from '../../components/mcp/mcp-server-form.tsx';
import { mcpHeadersKeyId, mcpKeyId } from '../../lib/contracts/index.ts';
import { browserSession } from '../../lib/extension/index.ts';
import { openDb, type SidenoteDb } from '../../lib/storage/db.ts';
import { loadApiKey } from '../../lib/storage/load-api-key.ts';
import { createStores, type Stores } from '../../lib/storage/stores.ts';
import { lockKey } from '../../lib/storage/wrapping-key.ts';
import { saveMcpServerDraft } from './mcp-section.tsx';

let db: SidenoteDb;
let storage: Stores;
const request = vi.fn(async () => false);
beforeEach(async () => {
  fakeBrowser.reset();
  request.mockClear();
  vi.spyOn(fakeBrowser.permissions, 'request').mockImplementation(request);
  db = openDb(`mcp-${crypto.randomUUID()}`);
  storage = createStores(db);
  await db.wrappingKeys.put({ id: 'wrapping', lock: await lockKey(new Uint8Array(32), 'passphrase') });
});
afterEach(() => db.delete());

const DRAFT = { ...EMPTY_MCP_SERVER, name: 'Notes', url: 'https://notes.test/mcp' };
const LOCKED = 'Your keys are locked. Enter the passphrase in Settings.';

test.each([
  ['a token', { token: 'token-0123456789' }],
  ['a client secret', { clientId: 'client', clientSecret: 'secret-0123456789' }],
])('an MCP server with %s is not stored while the keys are locked', async (_, secret) => {
  expect(await saveMcpServerDraft(storage, { ...DRAFT, ...secret }, null)).toBe(LOCKED);
  expect(await db.mcpServers.count()).toBe(0);
});

test('an MCP server without a key is stored while the keys are locked', async () => {
  expect(await saveMcpServerDraft(storage, DRAFT, null)).toBeNull();
  expect(await db.mcpServers.count()).toBe(1);
});

test('the browser is not asked to allow a server whose header has an invalid name', async () => {
  expect(await saveMcpServerDraft(storage, { ...DRAFT, token: 'token', header: 'two words' }, null)).toMatch(
    /two words/,
  );
  expect(request).not.toHaveBeenCalled();
});

test('a server that may be reached is tested at once', async () => {
  const onSaved = vi.fn();
  await saveMcpServerDraft(storage, DRAFT, null, onSaved);
  expect(onSaved).not.toHaveBeenCalled();
  request.mockResolvedValueOnce(true);
  await saveMcpServerDraft(storage, DRAFT, null, onSaved);
  expect(onSaved).toHaveBeenCalledOnce();
});

test('a token is stored without what was pasted around it, unless its header has another form', async () => {
  await db.wrappingKeys.clear();
  const save = async (header: string) => {
    const saved = { ...DRAFT, header, token: '“Bearer secret-0123456789”' };
    const error = await saveMcpServerDraft(storage, saved, null);
    const [server] = await db.mcpServers.toArray();
    return error ?? loadApiKey(db, mcpKeyId(server?.serverId ?? ''), 'https://notes.test', browserSession);
  };
  expect(await save('X-Token')).toMatch(/key/i);
  expect(await save('Authorization')).toBe('secret-0123456789');
});

describe('further headers of an MCP server', () => {
  const HEADERS = { 'CF-Access-Client-Id': 'id.access', 'CF-Access-Client-Secret': 'secret-0123456789' };
  const headers = JSON.stringify(HEADERS);

  test('are stored as keys are, and the server names them alone', async () => {
    await db.wrappingKeys.clear();
    expect(await saveMcpServerDraft(storage, { ...DRAFT, headers }, null)).toBeNull();
    const [server] = await db.mcpServers.toArray();
    expect(server?.headerNames).toEqual(Object.keys(HEADERS));
    expect(JSON.stringify(server)).not.toContain('secret-0123456789');
    const id = mcpHeadersKeyId(server?.serverId ?? '');
    expect(JSON.parse((await loadApiKey(db, id, 'https://notes.test', browserSession)) ?? '')).toEqual(HEADERS);
    // Another origin never receives them.
    expect(await saveMcpServerDraft(storage, { ...DRAFT, url: 'https://other.test/mcp' }, server ?? null)).toBeNull();
    expect((await db.mcpServers.toArray())[0]?.headerNames).toEqual([]);
    expect(await db.apiKeys.get(id)).toBeUndefined();
  });

  test('are not stored while the keys are locked', async () => {
    expect(await saveMcpServerDraft(storage, { ...DRAFT, headers }, null)).toBe(LOCKED);
    expect(await db.mcpServers.count()).toBe(0);
  });

  test.each([
    'Authorization: x',
    '[]',
    '{"Host": "x"}',
    '{"Mcp-Session-Id": "x"}',
    '{"Accept": "x"}',
    '{"X": 1}',
    '{"X": "a\\nb"}',
  ])('%s is refused with a reason, and the browser is not asked', async (text) => {
    expect(await saveMcpServerDraft(storage, { ...DRAFT, headers: text }, null)).toMatch(/\S/);
    expect(await db.mcpServers.count()).toBe(0);
    expect(request).not.toHaveBeenCalled();
  });
});
