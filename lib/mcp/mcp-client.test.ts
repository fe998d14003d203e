import { afterEach, describe, expect, test } from 'vitest';
import { type McpServerOptions, type McpTestServer, startMcpServer, textResult } from '../testing/mcp/mcp-server.ts';
import { type RawServer, sse, startRawServer } from '../testing/model-api/raw-server.ts';
import { McpClient, type McpClientOptions } from './mcp-client.ts';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

const ECHO = { name: 'echo', inputSchema: { type: 'object' } };
const never = () => new AbortController().signal;

function clientOf(url: string, more: Partial<McpClientOptions> = {}): McpClient {
  return new McpClient({ url, headers: {}, fetch, clientVersion: '1', ...more });
}

async function served(options: McpServerOptions = {}): Promise<McpTestServer> {
  const server = await startMcpServer(options);
  open.push(server);
  return server;
}

async function raw(...handle: Parameters<typeof startRawServer>): Promise<RawServer> {
  const server = await startRawServer(...handle);
  open.push(server);
  return server;
}

/** Answers the handshake of a server of 2025-11-25, and the rest by `handle`. */
function older(handle: Parameters<typeof startRawServer>[0]): Promise<RawServer> {
  return raw(async (request, response) => {
    const { id, method } = request.method === 'POST' ? JSON.parse(request.body) : { id: null, method: null };
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (method === 'server/discover') return void json(400, { error: 'What?' });
    if (method === 'initialize') {
      return void json(200, { jsonrpc: '2.0', id, result: { protocolVersion: '2025-11-25', capabilities: {} } });
    }
    if (method?.startsWith('notifications/') === true || method === undefined)
      return void response.writeHead(202).end();
    await handle(request, response);
  });
}

const idOf = (body: string): number => JSON.parse(body).id;
const result = (id: unknown, text = 'done') => ({ jsonrpc: '2.0', id, result: textResult(text) });

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
  test('are named in every request, and begun anew where the server forgot them', async () => {
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

  test('are not needed', async () => {
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

test('the token goes with every request', async () => {
  const server = await served({ token: 'secret', tools: [ECHO], call: () => textResult('done') });
  await expect(clientOf(server.address).connect(never())).rejects.toMatchObject({ code: 'mcp-auth', status: 401 });
  await clientOf(server.address, { headers: { Authorization: 'Bearer secret' } }).callTool(
    ECHO,
    {},
    { signal: never() },
  );
});

test('lists are read page by page, and a server that pages in circles ends', async () => {
  const tools = Array.from({ length: 25 }, (_, n) => ({ name: `tool${n}` }));
  const server = await served({ tools, pageSize: 10 });
  expect(await clientOf(server.address).listTools(never())).toHaveLength(25);
  let pages = 0;
  const circling = await older((request, response) => {
    pages++;
    const page = { tools: [ECHO], nextCursor: 'again' };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ jsonrpc: '2.0', id: idOf(request.body), result: page }));
  });
  await clientOf(circling.url).listTools(never());
  expect(pages).toBe(2);
});

test('a tool whose definition is invalid is left out, the others are not', async () => {
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
      { name: 'good-header', inputSchema: header('Region') },
    ],
  });
  expect((await clientOf(server.address).listTools(never())).map(({ name }) => name)).toEqual(['echo', 'good-header']);
});

test('marked parameters go as headers too, encoded where they are not plain', async () => {
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
  await clientOf(server.address).callTool(
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

test('progress of this request is heard, and that of others is not; changed lists are noticed', async () => {
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
      response.end(sse(result(id)));
      return undefined;
    },
  });
  const client = clientOf(server.address);
  const heard: unknown[] = [];
  await client.callTool(
    ECHO,
    {},
    { signal: never(), onProgress: ({ progress, message }) => heard.push([progress, message]) },
  );
  expect(heard).toEqual([[1, 'half']]);
  expect(client.isListStale).toBe(true);
});

test('a stream that was cut is taken up where it ended, after the time the server names', async () => {
  const server = await older((request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (request.method === 'POST') return void response.end(`id: 7\nretry: 20\ndata: \n\n`);
    response.end(`id: 8\n${sse(result(3, String(request.headers['last-event-id'])))}`);
  });
  const { content } = await clientOf(server.url).callTool(ECHO, {}, { signal: never() });
  expect(content).toEqual([{ type: 'text', text: '7' }]);
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});

test('a stream that cannot be taken up is not asked for again', async () => {
  const server = await older(
    (_request, response) => void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
  );
  await expect(clientOf(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
    code: 'mcp-cut-off',
  });
  expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
});

test('what a server asks back is declined, a ping is answered', async () => {
  const server = await older(async (request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [id, method] of [
      ['a', 'sampling/createMessage'],
      ['b', 'elicitation/create'],
      ['c', 'roots/list'],
      ['d', 'ping'],
    ]) {
      response.write(sse({ jsonrpc: '2.0', id, method, params: {} }));
    }
    await expect.poll(() => answers().length).toBe(4);
    response.end(sse(result(idOf(request.body))));
  });
  const answers = () =>
    server.requests.map(({ body }) => (body === '' ? {} : JSON.parse(body))).filter(({ id }) => typeof id === 'string');
  await clientOf(server.url).callTool(ECHO, {}, { signal: never() });
  expect(answers().toSorted((a, b) => (a.id < b.id ? -1 : 1))).toMatchObject([
    { id: 'a', error: { code: -32601 } },
    { id: 'b', error: { code: -32601 } },
    { id: 'c', error: { code: -32601 } },
    { id: 'd', result: {} },
  ]);
});

const FORM = {
  message: 'Who are you?',
  requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

describe('a form of a server', () => {
  const answers = (server: RawServer) =>
    server.requests.map(({ body }) => (body === '' ? {} : JSON.parse(body))).filter(({ id }) => typeof id === 'string');
  const asking = (...forms: unknown[]) =>
    older(async (request, response) => {
      if (request.method === 'GET') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      forms.forEach((params, n) => {
        response.write(sse({ jsonrpc: '2.0', id: `form-${n}`, method: 'elicitation/create', params }));
      });
      await expect.poll(() => answers(server).length).toBe(forms.length);
      response.end(sse(result(idOf(request.body))));
    });
  let server: RawServer;

  test('in the stream of a call is shown, one after the other, and its answer sent', async () => {
    server = await asking(FORM, FORM);
    let shown = 0;
    const client = clientOf(server.url, { hasForms: true });
    await client.callTool(
      ECHO,
      {},
      {
        signal: never(),
        elicit: async ({ message }) => {
          const name = `${message} ${++shown}`;
          await new Promise((done) => setTimeout(done, 20));
          expect(name.endsWith(String(shown))).toBe(true);
          return { action: 'accept', content: { name } };
        },
      },
    );
    expect(answers(server)).toMatchObject([
      { id: 'form-0', result: { action: 'accept', content: { name: 'Who are you? 1' } } },
      { id: 'form-1', result: { action: 'accept', content: { name: 'Who are you? 2' } } },
    ]);
    expect(JSON.parse(server.requests.find(({ body }) => body.includes('"initialize"'))?.body ?? '{}')).toMatchObject({
      params: { capabilities: { elicitation: { form: {} } } },
    });
  });

  test('of another mode is refused without asking the user', async () => {
    server = await asking({ mode: 'url', message: 'Go there.', url: 'https://evil.test/', elicitationId: '1' });
    const elicit = () => Promise.reject(new Error('asked'));
    await clientOf(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toMatchObject([{ id: 'form-0', error: { code: -32602 } }]);
  });

  test('waits for the user longer than a server may be silent', async () => {
    server = await asking(FORM);
    const elicit = async () => {
      await new Promise((done) => setTimeout(done, 400));
      return { action: 'cancel' } as const;
    };
    await clientOf(server.url, { hasForms: true, idleMs: 150 }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toMatchObject([{ id: 'form-0', result: { action: 'cancel' } }]);
  });

  test('in the stream of the session is shown too, and that stream is open only while calls run', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    server = await older(async (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (request.method === 'GET') {
        response.write(sse({ jsonrpc: '2.0', id: 'form', method: 'elicitation/create', params: FORM }));
        return open();
      }
      await opened;
      await expect.poll(() => answers(server).length).toBe(1);
      response.end(sse(result(idOf(request.body))));
    });
    const elicit = async () => ({ action: 'decline' }) as const;
    await clientOf(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toMatchObject([{ id: 'form', result: { action: 'decline' } }]);
    const stream = server.requests.filter(({ method }) => method === 'GET');
    expect(stream).toHaveLength(1);
    await stream[0]?.closed;
  });

  test('is taken away where the call ends without its answer', async () => {
    server = await older((request, response) => {
      if (request.method === 'GET') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse({ jsonrpc: '2.0', id: 'form', method: 'elicitation/create', params: FORM }));
      response.end(sse(result(idOf(request.body))));
    });
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    const elicit = (_form: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve(true);
          reject(signal.reason);
        });
      });
    await clientOf(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(await aborted).toBe(true);
    expect(answers(server)).toEqual([]);
  });
});

describe('input that a call needs first', () => {
  const asking = (inputRequests: object) => ({ resultType: 'input_required', inputRequests, requestState: 'state' });

  test('is declined where it is a form, with the state of the server', async () => {
    const form = asking({ name: { method: 'elicitation/create', params: { message: 'Who are you?' } } });
    const inputs: unknown[] = [];
    const server = await served({
      tools: [ECHO],
      call: ({ request }) => {
        const { params } = JSON.parse(request.body);
        inputs.push([params.inputResponses, params.requestState]);
        return inputs.length === 1 ? form : textResult('Without a name.');
      },
    });
    await clientOf(server.address).callTool(ECHO, {}, { signal: never() });
    expect(inputs).toEqual([
      [undefined, undefined],
      [{ name: { action: 'decline' } }, 'state'],
    ]);
    const ids = server.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is asked of the user where it is a form, and declined where it is another mode', async () => {
    const both = asking({
      name: { method: 'elicitation/create', params: FORM },
      page: { method: 'elicitation/create', params: { mode: 'url', message: 'Go.', url: 'https://evil.test/' } },
    });
    const inputs: unknown[] = [];
    const server = await served({
      tools: [ECHO],
      call: ({ request }) => {
        const { params } = JSON.parse(request.body);
        inputs.push([params._meta['io.modelcontextprotocol/clientCapabilities'], params.inputResponses]);
        return inputs.length === 1 ? both : textResult('Hello, Ada.');
      },
    });
    const elicit = async () => ({ action: 'accept', content: { name: 'Ada' } }) as const;
    await clientOf(server.address, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    const capabilities = { elicitation: { form: {} } };
    expect(inputs).toEqual([
      [capabilities, undefined],
      [capabilities, { name: { action: 'accept', content: { name: 'Ada' } }, page: { action: 'decline' } }],
    ]);
  });

  test('is an error where it is something else, or does not end', async () => {
    const sampling = await served({
      tools: [ECHO],
      call: () => asking({ a: { method: 'sampling/createMessage', params: {} } }),
    });
    await expect(clientOf(sampling.address).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      code: 'mcp-asks-back',
    });
    const endless = await served({ tools: [ECHO], call: () => asking({ a: { method: 'elicitation/create' } }) });
    await expect(clientOf(endless.address).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      code: 'mcp-asks-back',
    });
    expect(endless.messages.filter(({ method }) => method === 'tools/call')).toHaveLength(11);
  });
});

describe('a call that is stopped', () => {
  test('before the server has answered for the first time does not stop another', async () => {
    const server = await served({ tools: [ECHO], call: () => textResult('done') });
    const client = clientOf(server.address);
    const stop = new AbortController();
    const first = client.callTool(ECHO, {}, { signal: stop.signal });
    const second = client.callTool(ECHO, {}, { signal: never() });
    stop.abort();
    await expect(first).rejects.toHaveProperty('name', 'AbortError');
    expect((await second).content).toEqual([{ type: 'text', text: 'done' }]);
  });

  test('closes its stream, and tells an older server', async () => {
    const server = await older(
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n'),
    );
    const stop = new AbortController();
    const call = clientOf(server.url).callTool(ECHO, {}, { signal: stop.signal });
    await expect.poll(() => server.requests.some(({ body }) => body.includes('tools/call'))).toBe(true);
    stop.abort();
    await expect(call).rejects.toHaveProperty('name', 'AbortError');
    const sent = server.requests.find(({ body }) => body.includes('tools/call'));
    await sent?.closed;
    await expect.poll(() => server.requests.at(-1)?.body).toContain('notifications/cancelled');
    expect(JSON.parse(server.requests.at(-1)?.body ?? '').params.requestId).toBe(idOf(sent?.body ?? ''));
  });

  test('by silence is an error with a code', async () => {
    const server = await served({ tools: [ECHO], call: () => undefined });
    const client = clientOf(server.address, { idleMs: 200 });
    await expect(client.callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({ code: 'mcp-timed-out' });
  });

  test('is not one whose server shows that it lives', async () => {
    const server = await served({
      tools: [ECHO],
      call: ({ id, response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const timer = setInterval(
          () => response.write(sse({ jsonrpc: '2.0', method: 'notifications/message', params: {} })),
          50,
        );
        setTimeout(() => {
          clearInterval(timer);
          response.end(sse(result(id)));
        }, 700);
        return undefined;
      },
    });
    await clientOf(server.address, { idleMs: 300 }).callTool(ECHO, {}, { signal: never() });
  });
});

describe('bad replies are errors with codes:', () => {
  const json =
    (body: string, headers: Record<string, string> = {}): Parameters<typeof startRawServer>[0] =>
    (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);

  test.each<[string, string, Parameters<typeof startRawServer>[0]]>([
    ['a wrong id', 'mcp-bad-reply', json(JSON.stringify(result(99)))],
    [
      'a wrong id in a stream',
      'mcp-cut-off',
      (_request, response) =>
        void response.writeHead(200, { 'content-type': 'text/event-stream' }).end(sse(result(99))),
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
      (request, response) => void json(JSON.stringify({ jsonrpc: '2.0', id: idOf(request.body) }))(request, response),
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
    await expect(clientOf(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({ code });
    expect(server.requests.filter(({ body }) => body.includes('tools/call'))).toHaveLength(1);
  });

  test('no server at all', async () => {
    await expect(clientOf('http://127.0.0.1:9/mcp').connect(never())).rejects.toMatchObject({
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
      await expect(clientOf(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
        code: 'mcp-too-large',
      });
      expect(sent).toBeLessThan(20_000_000);
    },
  );

  test('a refusal of the call carries its code and the words of the server', async () => {
    const server = await older((request, response) =>
      json(JSON.stringify({ jsonrpc: '2.0', id: idOf(request.body), error: { code: -32602, message: 'Bad city' } }))(
        request,
        response,
      ),
    );
    await expect(clientOf(server.url).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      name: 'RpcRefusal',
      code: -32602,
      message: 'Bad city',
    });
  });

  test('an id that comes back as text is taken', async () => {
    const server = await older((request, response) =>
      json(JSON.stringify(result(String(idOf(request.body)))))(request, response),
    );
    await clientOf(server.url).callTool(ECHO, {}, { signal: never() });
  });
});
