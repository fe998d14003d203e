import '../../lib/testing/fake-browser.ts';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { openDb } from '../../lib/storage/db.ts';
import { saveMcpServer } from '../../lib/storage/mcp-servers.ts';
import { createMcpServers } from './mcp.ts';

test('a project that names MCP servers gets their tools alone, and none of a server that is off', async () => {
  const db = openDb(`mcp-${crypto.randomUUID()}`);
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
    db,
    () => 0,
    [],
    async () => undefined,
  );
  const sourcesOf = async (chosen: string[] | null) => (await tools(chosen)).map(({ source }) => source?.name);
  expect(await sourcesOf(['notes', 'off'])).toEqual([expect.stringContaining('notes.example')]);
  expect(await sourcesOf([])).toEqual([]);
  expect(await sourcesOf(null)).toHaveLength(2);
  await db.delete();
});
