import { afterEach, describe, expect, test } from 'vitest';
import { clientOf, closeServers, ECHO, never, older, raw, result, served } from '../testing/mcp/mcp-clients.ts';
import { textResult } from '../testing/mcp/mcp-server.ts';
import { sse } from '../testing/model-api/raw-server.ts';

afterEach(closeServers);

describe('the revision of a server', () => {
  test.each([
    [['2026-07-28'], '2026-07-28'],
    [['2026-07-28', '2025-11-25'], '2026-07-28'],
    [['2025-11-25', '2025-06-18'], '2025-11-25'],
    [['2025-06-18'], '2025-06-18'],
  ])('of %j is %s', async (versions, version) => {
    for (const reply of ['json', 'events'] as const) {
      const server = await served({
        versions,
        reply,
        tools: [ECHO],
        call: ({ input }) => textResult(String(input.text)),
      });
      const client = clientOf(server.address);
      expect(await client.connect(never())).toBe(version);
      expect((await client.listTools(never())).map(({ name }) => name)).toEqual(['echo']);
      const { content } = await client.callTool(ECHO, { text: 'Grüße' }, { signal: never() });
      expect(content).toEqual([{ type: 'text', text: 'Grüße' }]);
    }
  });

  test('of a server that knows none of ours is an error with a code', async () => {
    const unknown = await served({ versions: ['2099-01-01'] });
    await expect(clientOf(unknown.address).connect(never())).rejects.toMatchObject({ code: 'mcp-version' });
  });

  test('named in the refusal of the newest one is used', async () => {
    const server = await raw((request, response) => {
      const { id, method } = JSON.parse(request.body);
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      if (method === 'server/discover')
        return void json(400, {
          jsonrpc: '2.0',
          id,
          error: { code: -32022, message: '', data: { supported: ['2025-06-18'] } },
        });
      if (method === 'initialize')
        return void json(200, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: {} } });
      response.writeHead(202).end();
    });
    expect(await clientOf(server.url).connect(never())).toBe('2025-06-18');
  });
});

describe('sessions', () => {
  test('are named in every request, and begun anew after the server has ended them', async () => {
    const server = await served({ versions: ['2025-11-25'], tools: [ECHO], call: () => textResult('done') });
    const client = clientOf(server.address);
    await client.callTool(ECHO, {}, { signal: never() });
    server.forgetSessions();
    await client.callTool(ECHO, {}, { signal: never() });
    const calls = server.requests.filter(({ body }) => body.includes('tools/call'));
    expect(calls.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-0', 'session-0', 'session-1']);
    await client.close();
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });

  test('are optional', async () => {
    const server = await served({
      versions: ['2025-11-25'],
      sessions: false,
      tools: [ECHO],
      call: () => textResult('done'),
    });
    await clientOf(server.address).callTool(ECHO, {}, { signal: never() });
    expect(server.requests.every(({ headers }) => headers['mcp-session-id'] === undefined)).toBe(true);
  });
});

test('a stream that broke off is resumed where it ended, after the time that the server names', async () => {
  const server = await older((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (request.method === 'POST') return void response.end(`id: 7\nretry: 20\ndata: \n\n`);
    response.end(`id: 8\n${sse(result(3, String(request.headers['last-event-id'])))}`);
  });
  const { content } = await clientOf(server.url).callTool(ECHO, {}, { signal: never() });
  expect(content).toEqual([{ type: 'text', text: '7' }]);
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});

test('a call whose stream cannot be resumed is not sent again', async () => {
  const server = await older(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
  );
  await expect(clientOf(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
    code: 'mcp-cut-off',
  });
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});
