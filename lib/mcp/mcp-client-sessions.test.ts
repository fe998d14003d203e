import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  closeMcpServers,
  createMcpClient,
  ECHO,
  never,
  older,
  raw,
  served,
  toolResponse,
} from '../testing/mcp/mcp-clients.ts';
import { type McpServerOptions, type McpTestServer, textResult } from '../testing/mcp/mcp-server.ts';
import { sendJson, sse } from '../testing/model-api/raw-server.ts';

afterEach(closeMcpServers);

/** The reply to `initialize` of a server that supports the previous revision. */
function writeInitialized(response: ServerResponse, id: unknown, headers: Record<string, string> = {}): void {
  const body = { jsonrpc: '2.0', id, result: { protocolVersion: '2025-06-18', capabilities: {} } };
  sendJson(response, 200, body, headers);
}

describe('the revision of a server', () => {
  test.each([
    [['2026-07-28'], '2026-07-28'],
    [['2026-07-28', '2025-11-25'], '2026-07-28'],
    [['2025-11-25', '2025-06-18'], '2025-11-25'],
    [['2025-06-18'], '2025-06-18'],
    [['2024-11-05'], '2024-11-05'],
  ])('of %j is %s', async (versions, version) => {
    for (const reply of ['json', 'events'] as const) {
      const server = await served({
        versions,
        reply,
        tools: [ECHO],
        call: ({ input }) => textResult(String(input.text)),
      });
      const client = createMcpClient(server.address);
      expect(await client.connect(never())).toBe(version);
      expect((await client.listTools(never())).map(({ name }) => name)).toEqual(['echo']);
      const { content } = await client.callTool(ECHO, { text: 'Grüße' }, { signal: never() });
      expect(content).toEqual([{ type: 'text', text: 'Grüße' }]);
    }
  });

  test('of a server that supports none of the client’s is an error with a code', async () => {
    const unknown = await served({ versions: ['2099-01-01'] });
    await expect(createMcpClient(unknown.address).connect(never())).rejects.toMatchObject({ code: 'mcp-version' });
  });

  test.each([
    ['named in the refusal of the newest one', { code: -32022, message: '', data: { supported: ['2025-06-18'] } }],
    ['of a server that answers to an unknown method', { code: -32602, message: 'Invalid request parameters' }],
  ])('%s is used', async (_which, error) => {
    const server = await raw((request, response) => {
      const { id, method } = JSON.parse(request.body);
      const json = (status: number, body: object) => sendJson(response, status, { jsonrpc: '2.0', id, ...body });
      if (method === 'server/discover') return void json(400, { error });
      if (method === 'initialize')
        return void json(200, { result: { protocolVersion: '2025-06-18', capabilities: {} } });
      response.writeHead(202).end();
    });
    expect(await createMcpClient(server.url).connect(never())).toBe('2025-06-18');
  });

  test.each([500, 501, 404])(
    'is that of initialize if a server answers %i to what it does not know',
    async (status) => {
      const server = await raw((request, response) => {
        const { id, method } = JSON.parse(request.body);
        if (method === 'server/discover') return void response.writeHead(status).end('Unknown');
        if (method !== 'initialize') return void response.writeHead(202).end();
        writeInitialized(response, id);
      });
      expect(await createMcpClient(server.url).connect(never())).toBe('2025-06-18');
    },
  );

  test('is that of initialize if a server never answers unknown requests', async () => {
    const server = await raw((request, response) => {
      const { id, method } = JSON.parse(request.body);
      if (method === 'server/discover') return;
      if (method !== 'initialize') return void response.writeHead(202).end();
      writeInitialized(response, id);
    });
    expect(await createMcpClient(server.url, { idleMs: 300 }).connect(never())).toBe('2025-06-18');
  });

  test.each([
    ['an event stream for replies', 200, 'text/event-stream', 'mcp-old-transport'],
    ['nothing', 404, 'text/html', 'mcp-no-endpoint'],
  ])('is unavailable at an address that has %s', async (_what, status, type, code) => {
    const server = await raw((request, response) => {
      if (request.method === 'POST') return void response.writeHead(405).end();
      response.writeHead(status, { 'content-type': type }).write('event: endpoint\ndata: /messages\n\n');
      if (status !== 200) response.end();
    });
    await expect(createMcpClient(server.url).connect(never())).rejects.toMatchObject({ code });
  });

  test('is found at the same path with a slash, if the one without redirects', async () => {
    const server = await raw((request, response) => {
      if (request.path === '/mcp') return void response.writeHead(307, { location: '/mcp/' }).end();
      const { id, method } = JSON.parse(request.body);
      if (method !== 'initialize') return void response.writeHead(id === undefined ? 202 : 404).end();
      writeInitialized(response, id);
    });
    expect(await createMcpClient(`${server.url}/mcp`).connect(never())).toBe('2025-06-18');
    expect(new Set(server.requests.map(({ path }) => path))).toEqual(new Set(['/mcp', '/mcp/']));
  });

  test('is not negotiated further after a refusal with more details', async () => {
    const server = await raw((request, response) => {
      const { id } = JSON.parse(request.body);
      const body = { jsonrpc: '2.0', id, error: { code: -32021, message: 'No' } };
      sendJson(response, 400, body);
    });
    await expect(createMcpClient(server.url).connect(never())).rejects.toMatchObject({
      code: 'mcp-refused',
      status: -32021,
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('sessions', () => {
  test('are named in every request, and started again after the server has ended them', async () => {
    const server = await served({ versions: ['2025-11-25'], tools: [ECHO], call: () => textResult('done') });
    const client = createMcpClient(server.address);
    await client.callTool(ECHO, {}, { signal: never() });
    server.forgetSessions();
    await client.callTool(ECHO, {}, { signal: never() });
    const calls = server.requests.filter(({ body }) => body.includes('tools/call'));
    expect(calls.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-0', 'session-0', 'session-1']);
    await client.close();
    expect(server.requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });

  test('that the server has ended are started again once for all calls', async () => {
    const server = await served({ versions: ['2025-11-25'], tools: [ECHO], call: () => textResult('done') });
    const client = createMcpClient(server.address);
    await client.callTool(ECHO, {}, { signal: never() });
    server.forgetSessions();
    await Promise.all([1, 2, 3].map(() => client.callTool(ECHO, {}, { signal: never() })));
    expect(server.messages.filter(({ method }) => method === 'initialize')).toHaveLength(2);
  });

  test.each([400, 401, 500])('that a restarted server refuses with %i begin again', async (status) => {
    let sessionId = 1;
    const methods: string[] = [];
    const server = await raw((request, response) => {
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(request.body);
      methods.push(method);
      const json = (code: number, body: object) => sendJson(response, code, body);
      if (method === 'server/discover') return void json(400, { error: 'What?' });
      if (method === 'initialize') {
        return void writeInitialized(response, id, { 'mcp-session-id': `s${sessionId}` });
      }
      if (request.headers['mcp-session-id'] !== `s${sessionId}`) {
        return void json(status, { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'No valid session' } });
      }
      if (id === undefined) return void response.writeHead(202).end();
      json(200, toolResponse(id));
    });
    const client = createMcpClient(server.url);
    await client.callTool(ECHO, {}, { signal: never() });
    sessionId = 2;
    methods.length = 0;
    expect((await client.callTool(ECHO, {}, { signal: never() })).content).toEqual([{ type: 'text', text: 'done' }]);
    expect(methods.filter((method) => method === 'tools/call')).toHaveLength(2);
  });

  test('are kept if only the call failed. It may have had an effect, and is not sent again', async () => {
    let calls = 0;
    const server = await served({
      versions: ['2025-11-25'],
      tools: [ECHO],
      call: ({ response }) => {
        calls += 1;
        response.writeHead(500, { 'content-type': 'text/plain' }).end('The database is down, ask Ann');
        return undefined;
      },
    });
    await expect(createMcpClient(server.address).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      code: 'mcp-http',
      status: 500,
      words: 'The database is down, ask Ann',
    });
    expect(calls).toBe(1);
  });

  test('are optional', async () => {
    const server = await served({
      versions: ['2025-11-25'],
      sessions: false,
      tools: [ECHO],
      call: () => textResult('done'),
    });
    await createMcpClient(server.address).callTool(ECHO, {}, { signal: never() });
    expect(server.requests.every(({ headers }) => headers['mcp-session-id'] === undefined)).toBe(true);
  });
});

describe('the stream of a session', () => {
  const FORM = {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  };
  const elicit = async () => ({ action: 'decline' }) as const;
  const gets = ({ requests }: McpTestServer) => requests.filter(({ method }) => method === 'GET');
  const hasAnswer = ({ messages }: McpTestServer, id: string) => messages.some((message) => message.id === id);
  const sent = ({ messages }: McpTestServer, method: string) =>
    messages.filter((message) => message.method === method).length;
  const updated = (uri: string) => ({ method: 'notifications/resources/updated', params: { uri } });

  /** A server whose tool runs `during`, and then shows a form on the stream and waits for its answer. */
  async function setUp(during: (server: McpTestServer) => unknown = () => undefined, more: McpServerOptions = {}) {
    const server = await served({
      versions: ['2025-11-25'],
      sessionStream: true,
      capabilities: { resources: { subscribe: true } },
      answer: (method) => (method.startsWith('resources/') ? {} : undefined),
      tools: [ECHO],
      call: ({ id, response }) => {
        const answer = async () => {
          await during(server);
          await expect.poll(() => server.streams.size).toBe(1);
          server.push({ id: 'form', method: 'elicitation/create', params: FORM });
          await expect.poll(() => hasAnswer(server, 'form')).toBe(true);
          sendJson(response, 200, toolResponse(id));
        };
        void answer().catch(() => response.destroy());
        return undefined;
      },
      ...more,
    });
    const client = createMcpClient(server.address, { hasForms: true });
    return { server, client, call: () => client.callTool(ECHO, {}, { signal: never(), elicit }) };
  }

  test('is shared by all calls and watched resources, because servers refuse a second one', async () => {
    const { server, client, call } = await setUp();
    const stop = new AbortController();
    const changed: string[] = [];
    const uris = ['demo://a', 'demo://b', 'demo://b'];
    const watching = uris.map((uri) => client.watchResource(uri, () => changed.push(uri), stop.signal));
    await expect.poll(() => sent(server, 'resources/subscribe')).toBe(3);
    await call();
    server.push(updated('demo://a'));
    server.push({ id: 'ping', method: 'ping' });
    await expect.poll(() => hasAnswer(server, 'ping')).toBe(true);
    expect(changed).toEqual(['demo://a']);
    expect(gets(server)).toHaveLength(1);
    stop.abort();
    await Promise.allSettled(watching);
    await expect.poll(() => sent(server, 'resources/unsubscribe')).toBe(2);
    await expect.poll(() => server.streams.size).toBe(0);
  });

  test('is opened again where it ended, while a call waits', async () => {
    const { server, call } = await setUp(async ({ streams }) => {
      for (const stream of streams.values()) stream.end('id: 7\ndata: \n\n');
      await expect.poll(() => streams.size).toBe(0);
    });
    await call();
    await expect.poll(() => server.streams.size).toBe(0);
    await call();
    const ids = gets(server).map(({ headers }) => headers['last-event-id']);
    expect(ids).toEqual([undefined, '7', undefined, '7']);
  });

  test.each([503, 409, 'a broken connection'])('is asked for again after %s', async (failure) => {
    let failures = 0;
    const { server, call } = await setUp(undefined, {
      guard: (request, response) => {
        if (request.method !== 'GET' || failures++ > 0) return false;
        if (typeof failure === 'number') response.writeHead(failure).end();
        else response.destroy();
        return true;
      },
    });
    await call();
    expect(gets(server)).toHaveLength(2);
  });

  test('is still open for a call that follows soon, because servers refuse a new one until they notice the end', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, call } = await setUp();
    await call();
    vi.advanceTimersByTime(200);
    await call();
    expect(gets(server)).toHaveLength(1);
  });

  test('is not requested again if the server has none', async () => {
    const { server, client } = await setUp(undefined, { sessionStream: false, call: () => textResult('done') });
    await client.callTool(ECHO, {}, { signal: never(), elicit });
    await client.watchResource('demo://a', () => undefined, never());
    await client.callTool(ECHO, {}, { signal: never(), elicit });
    expect(gets(server)).toHaveLength(1);
  });

  test('ends with its session, and with it the watching of a resource', async () => {
    const { server, client } = await setUp();
    const watching = [1, 2].map(() => client.watchResource('demo://a', () => undefined, never()));
    await expect.poll(() => sent(server, 'resources/subscribe')).toBe(2);
    server.forgetSessions();
    for (const stream of server.streams.values()) stream.end();
    await Promise.all(watching);
    const again = client.watchResource('demo://a', () => undefined, never());
    await expect.poll(() => server.streams.size).toBe(1);
    await client.close();
    // It ends with the session. Its subscription may still be in transit, and is then refused.
    await Promise.allSettled([again]);
  });
});

test('an interrupted stream is resumed where it ended, after the time that the server names', async () => {
  const server = await older((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (request.method === 'POST') return void response.end(`id: 7\nretry: 20\ndata: \n\n`);
    response.end(`id: 8\n${sse(toolResponse(3, String(request.headers['last-event-id'])))}`);
  });
  const { content } = await createMcpClient(server.url).callTool(ECHO, {}, { signal: never() });
  expect(content).toEqual([{ type: 'text', text: '7' }]);
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});

test('a call whose stream cannot be resumed is not sent again', async () => {
  const server = await older(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
  );
  await expect(createMcpClient(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
    code: 'mcp-cut-off',
  });
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});
