import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  closeMcpServers,
  createMcpClient,
  ECHO,
  never,
  older,
  parseRequestId,
  served,
  toolResponse,
} from '../testing/mcp/mcp-clients.ts';
import { textResult } from '../testing/mcp/mcp-server.ts';
import { sendJson, sse, startRawServer } from '../testing/model-api/raw-server.ts';

afterEach(closeMcpServers);

test('the token is sent with every request', async () => {
  const server = await served({ token: 'secret', tools: [ECHO], call: () => textResult('done') });
  await expect(createMcpClient(server.address).connect(never())).rejects.toMatchObject({
    code: 'mcp-auth',
    status: 401,
  });
  await createMcpClient(server.address, { headers: { Authorization: 'Bearer secret' } }).callTool(
    ECHO,
    {},
    { signal: never() },
  );
});

test('lists are read page by page, until a cursor is repeated', async () => {
  const tools = Array.from({ length: 25 }, (_, n) => ({ name: `tool${n}` }));
  const server = await served({ tools, pageSize: 10 });
  expect(await createMcpClient(server.address).listTools(never())).toHaveLength(25);
  let pages = 0;
  const circling = await older((request, response) => {
    pages++;
    const page = { tools: [ECHO], nextCursor: 'again' };
    sendJson(response, 200, { jsonrpc: '2.0', id: parseRequestId(request.body), result: page });
  });
  await createMcpClient(circling.url).listTools(never());
  expect(pages).toBe(2);
});

test('of more tools than a call takes arguments, the first ones are listed', async () => {
  const tools = Array.from({ length: 150_000 }, () => ({ name: 't', inputSchema: { type: 'object' } }));
  const server = await older((request, response) => {
    sendJson(response, 200, { jsonrpc: '2.0', id: parseRequestId(request.body), result: { tools } });
  });
  expect(await createMcpClient(server.url).listTools(never())).toHaveLength(1_000);
});

test('a tool whose definition is invalid is omitted, the others are not', async () => {
  const header = (name: unknown, type = 'string') => ({
    type: 'object',
    properties: { a: { type, 'x-mcp-header': name } },
  });
  const server = await served({
    tools: [
      ECHO,
      { name: 'bad-header', inputSchema: header('a b') },
      { name: 'number', inputSchema: header('A', 'number') },
      { name: 'no-schema', inputSchema: 'text' as never },
      { name: 'without', inputSchema: undefined as never },
      { name: 'good-header', inputSchema: header('Region') },
    ],
  });
  const client = createMcpClient(server.address);
  expect((await client.listTools(never())).map(({ name }) => name)).toEqual(['echo', 'without', 'good-header']);
  expect(client.unusableTools).toEqual(['bad-header', 'number', 'no-schema']);
});

test('a call continues as long as comments arrive on its stream', async () => {
  const server = await served({
    tools: [ECHO],
    call: ({ id, response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': ping\n\n');
      const pings = setInterval(() => response.write(': ping\n\n'), 100);
      setTimeout(() => {
        clearInterval(pings);
        response.end(sse(toolResponse(id)));
      }, 900);
      return undefined;
    },
  });
  const { content } = await createMcpClient(server.address, { idleMs: 400 }).callTool(ECHO, {}, { signal: never() });
  expect(content).toEqual([{ type: 'text', text: 'done' }]);
});

test('annotated parameters are sent as headers too, encoded if they are not plain ASCII', async () => {
  const tool = {
    name: 'sql',
    inputSchema: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        in: { type: 'object', properties: { greeting: { type: 'string', 'x-mcp-header': 'Greeting' } } },
        left: { type: 'boolean', 'x-mcp-header': 'Left' },
      },
    },
  };
  const server = await served({ tools: [tool], call: () => textResult('done') });
  await createMcpClient(server.address).callTool(
    tool,
    { region: 'us-west1', in: { greeting: 'Hello, 世界' }, left: null },
    { signal: never() },
  );
  const { headers } = server.requests.at(-1) ?? {};
  expect(headers).toMatchObject({
    'mcp-param-region': 'us-west1',
    'mcp-param-greeting': '=?base64?SGVsbG8sIOS4lueVjA==?=',
  });
  expect(headers).not.toHaveProperty('mcp-param-left');
});

test('progress of this request is reported, that of others is not; changed lists are noted', async () => {
  const server = await served({
    tools: [ECHO],
    call: ({ id, request, response }) => {
      const { _meta } = JSON.parse(request.body).params;
      const note = (method: string, params: unknown) => sse({ jsonrpc: '2.0', method, params });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        note('notifications/progress', { progressToken: _meta.progressToken, progress: 1, total: 2, message: 'half' }),
      );
      response.write(note('notifications/progress', { progressToken: 'other', progress: 9 }));
      response.write(`: keep-alive\n\n${note('notifications/tools/list_changed', {})}`);
      response.end(sse(toolResponse(id)));
      return undefined;
    },
  });
  const client = createMcpClient(server.address);
  const heard: unknown[] = [];
  await client.callTool(
    ECHO,
    {},
    { signal: never(), onProgress: ({ progress, message }) => heard.push([progress, message]) },
  );
  expect(heard).toEqual([[1, 'half']]);
  expect(client.isListStale).toBe(true);
});

describe('a call', () => {
  test('that is stopped before the server has answered for the first time does not stop another', async () => {
    const server = await served({ tools: [ECHO], call: () => textResult('done') });
    const client = createMcpClient(server.address);
    const stop = new AbortController();
    const first = client.callTool(ECHO, {}, { signal: stop.signal });
    const second = client.callTool(ECHO, {}, { signal: never() });
    stop.abort();
    await expect(first).rejects.toHaveProperty('name', 'AbortError');
    expect((await second).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  test('that is stopped closes its stream, and notifies an older server', async () => {
    const server = await older(
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n'),
    );
    const stop = new AbortController();
    const call = createMcpClient(server.url).callTool(ECHO, {}, { signal: stop.signal });
    await expect.poll(() => server.requests.some(({ body }) => body.includes('tools/call'))).toBe(true);
    stop.abort();
    await expect(call).rejects.toHaveProperty('name', 'AbortError');
    const sent = server.requests.find(({ body }) => body.includes('tools/call'));
    await sent?.closed;
    await expect.poll(() => server.requests.at(-1)?.body).toContain('notifications/cancelled');
    expect(JSON.parse(server.requests.at(-1)?.body ?? '').params.requestId).toBe(parseRequestId(sent?.body ?? ''));
  });

  test('times out with a code if the server sends nothing', async () => {
    const server = await served({ tools: [ECHO], call: () => undefined });
    const client = createMcpClient(server.address, { idleMs: 200 });
    await expect(client.callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({ code: 'mcp-timed-out' });
  });

  test('does not time out while the server sends messages', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await served({
      versions: ['2025-11-25'],
      tools: [ECHO],
      call: ({ id, response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const answer = async () => {
          for (let n = 0; n < 4; n++) {
            response.write(sse({ jsonrpc: '2.0', id: `ping-${n}`, method: 'ping' }));
            // The answer shows that the client has read it.
            await expect.poll(() => server.requests.some(({ body }) => body.includes(`"ping-${n}"`))).toBe(true);
            vi.advanceTimersByTime(200_000);
          }
          response.end(sse(toolResponse(id)));
        };
        void answer().catch(() => response.destroy());
        return undefined;
      },
    });
    await createMcpClient(server.address, { idleMs: 300_000 }).callTool(ECHO, {}, { signal: never() });
  });
});

describe('bad replies are errors with codes:', () => {
  const json =
    (body: string, headers: Record<string, string> = {}): Parameters<typeof startRawServer>[0] =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

  test.each<[string, string, Parameters<typeof startRawServer>[0]]>([
    ['a wrong id', 'mcp-bad-reply', json(JSON.stringify(toolResponse(99)))],
    [
      'a wrong id in a stream',
      'mcp-cut-off',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse(toolResponse(99))),
    ],
    ['no JSON', 'mcp-bad-reply', json('<html>')],
    [
      'no JSON in a stream',
      'mcp-bad-reply',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse('{oops')),
    ],
    ['JSON that is no JSON-RPC', 'mcp-bad-reply', json('[1, 2]')],
    ['nothing', 'mcp-bad-reply', json('')],
    [
      'neither result nor error',
      'mcp-bad-reply',
      (request, response) =>
        void json(JSON.stringify({ jsonrpc: '2.0', id: parseRequestId(request.body) }))(request, response),
    ],
    [
      'JSON of another type',
      'mcp-bad-reply',
      (request, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/json-seq' })
          .end(JSON.stringify(toolResponse(Number(parseRequestId(request.body))))),
    ],
    [
      'a web page',
      'mcp-bad-reply',
      (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
    ],
    ['HTTP 500', 'mcp-http', (_request, response) => void response.writeHead(500).end('broken')],
    ['HTTP 403', 'mcp-auth', (_request, response) => void response.writeHead(403).end('no')],
    [
      'a redirect',
      'mcp-redirect',
      (_request, response) => void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'a redirect to itself',
      'mcp-redirect',
      (_request, response) => void response.writeHead(302, { location: '/' }).end(),
    ],
  ])('%s', async (_name, code, handle) => {
    const server = await older(handle);
    await expect(createMcpClient(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({ code });
    expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });

  test.each([
    ['a web page', 200, { 'content-type': 'text/html' }, '<title>Wi-Fi</title>', 'mcp-no-endpoint', 'Wi-Fi'],
    ['the page of a proxy', 403, { 'content-type': 'text/html' }, '<title>Denied</title>', 'mcp-auth', 'Denied'],
    ['a refused origin', 403, {}, 'Invalid Origin header', 'mcp-auth', 'Invalid Origin header'],
  ])('%s in place of the server is reported in its words', async (_name, status, headers, body, code, words) => {
    const server = await startRawServer((_request, response) => void response.writeHead(status, headers).end(body));
    onTestFinished(() => server.close());
    await expect(createMcpClient(server.url).connect(never())).rejects.toMatchObject({ code, words });
  });

  test('a 403 that is not about the sign-in is reported in the words of the server, even if a sign-in is possible', async () => {
    const server = await startRawServer((_request, response) => void response.writeHead(403).end('Host not allowed'));
    onTestFinished(() => server.close());
    const authorization = { headers: async () => ({}), renew: vi.fn() };
    const connecting = createMcpClient(server.url, { authorization }).connect(never());
    await expect(connecting).rejects.toMatchObject({ code: 'mcp-auth', status: 403, words: 'Host not allowed' });
    expect(authorization.renew).not.toHaveBeenCalled();
  });

  test('no server at all', async () => {
    await expect(createMcpClient('http://127.0.0.1:9/mcp').connect(never())).rejects.toMatchObject({
      code: 'mcp-unreachable',
    });
  });

  test.each(['with its length', 'without an end'])(
    '50 MB %s, of which no more than the limit is read',
    async (kind) => {
      let sent = 0;
      const server = await older(async (_request, response) => {
        const declared = kind === 'with its length' ? { 'content-length': '50000000' } : {};
        response.writeHead(200, { 'content-type': 'application/json', ...declared });
        const piece = 'x'.repeat(1_000_000);
        while (sent < 50_000_000 && !response.destroyed) {
          sent += piece.length;
          if (!response.write(piece))
            await new Promise((done) => {
              response.once('drain', done);
              response.once('close', done);
            });
        }
        response.end();
      });
      await expect(createMcpClient(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
        code: 'mcp-too-large',
      });
      expect(sent).toBeLessThan(20_000_000);
    },
  );

  test('a refusal of the call has its code and the server’s message', async () => {
    const server = await older((request, response) =>
      json(
        JSON.stringify({
          jsonrpc: '2.0',
          id: parseRequestId(request.body),
          error: { code: -32602, message: 'Bad city' },
        }),
      )(request, response),
    );
    await expect(createMcpClient(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      name: 'RpcRefusal',
      code: -32602,
      message: 'Bad city',
    });
  });

  test('an id that is returned as text is accepted', async () => {
    const server = await older((request, response) =>
      json(JSON.stringify(toolResponse(String(parseRequestId(request.body)))))(request, response),
    );
    await createMcpClient(server.url).callTool(ECHO, {}, { signal: never() });
  });
});
