import { describe, expect, test } from 'vitest';
import { readPastedMcpServers } from './pasted-servers.ts';

const SERVER = { name: 'docs', url: 'https://mcp.example.com/mcp', token: '', header: 'authorization', headers: '' };
const read = (configuration: unknown) => readPastedMcpServers(JSON.stringify(configuration, null, 2));

describe('a pasted configuration of MCP servers', () => {
  test.each([
    ['Cursor and Claude Code', { mcpServers: { docs: { type: 'http', url: SERVER.url } } }],
    ['VS Code', { inputs: [], servers: { docs: { type: 'http', url: SERVER.url } } }],
    ['settings of VS Code', { mcp: { servers: { docs: { url: SERVER.url } } } }],
    ['Windsurf', { mcpServers: { docs: { serverUrl: SERVER.url } } }],
    ['Gemini CLI', { mcpServers: { docs: { httpUrl: SERVER.url } } }],
    ['OpenCode', { mcp: { docs: { type: 'remote', url: SERVER.url } } }],
    [
      'Claude Desktop, through a relay',
      { mcpServers: { docs: { command: 'npx', args: ['-y', 'mcp-remote@latest', SERVER.url] } } },
    ],
    ['the list of servers', { docs: { url: SERVER.url } }],
  ])('of %s is read', (_, configuration) => {
    expect(read(configuration)).toEqual({ servers: [SERVER], programs: [] });
  });

  test.each([
    ['without braces', `"docs": { "url": "${SERVER.url}" }`],
    ['with commas at the end', `{ "mcpServers": { "docs": { "url": "${SERVER.url}", }, } },`],
    ['in one line', `{"mcpServers":{"docs":{"url":"${SERVER.url}"}}}`],
  ])('is read %s', (_, text) => {
    expect(readPastedMcpServers(text)?.servers).toEqual([SERVER]);
  });

  test('of one server without a name is read', () => {
    expect(read({ url: SERVER.url })?.servers).toEqual([{ ...SERVER, name: '' }]);
  });

  test.each<[object, object]>([
    [{ Authorization: 'Bearer abc-123' }, { token: 'abc-123' }],
    [{ authorization: 'Basic YWJj' }, { token: 'Basic YWJj' }],
    [{ 'X-Api-Key': 'abc-123' }, { header: 'X-Api-Key', token: 'abc-123' }],
    [
      { 'X-Team': 'blue', Authorization: 'Bearer abc-123' },
      { token: 'abc-123', headers: '{"X-Team":"blue"}' },
    ],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: as in the settings of VS Code
    [{ Authorization: 'Bearer ${input:token}' }, {}],
    [{ Authorization: 'Bearer <your token>' }, {}],
    [{ Authorization: 'Bearer YOUR_API_KEY' }, {}],
  ])('takes the headers %j along', (headers, fields) => {
    expect(read({ mcpServers: { docs: { url: SERVER.url, headers } } })?.servers).toEqual([{ ...SERVER, ...fields }]);
  });

  test('takes the header of a relay along', () => {
    const args = ['mcp-remote', SERVER.url, '--header', 'Authorization: Bearer abc-123'];
    expect(read({ mcpServers: { docs: { command: 'npx', args } } })?.servers).toEqual([
      { ...SERVER, token: 'abc-123' },
    ]);
  });

  test('names servers that are programs', () => {
    const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', 'https://no.test'] };
    expect(read({ mcpServers: { files, docs: { url: SERVER.url } } })).toEqual({
      servers: [SERVER],
      programs: ['files'],
    });
  });

  test.each([
    '',
    'https://mcp.example.com/mcp',
    '{',
    '{}',
    '[]',
    '"docs"',
    '{"a": 1}',
    '{"mcpServers": {}}',
    '{"mcpServers": [1]}',
  ])('is not %j', (text) => {
    expect(readPastedMcpServers(text)).toBeNull();
  });
});
