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
import { type RawServer, sse } from '../testing/model-api/raw-server.ts';

afterEach(closeMcpServers);

test('requests of a server are declined, and a ping is answered', async () => {
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
    response.end(sse(toolResponse(parseRequestId(request.body))));
  });
  const answers = () =>
    server.requests.map(({ body }) => (body === '' ? {} : JSON.parse(body))).filter(({ id }) => typeof id === 'string');
  await createMcpClient(server.url).callTool(ECHO, {}, { signal: never() });
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
      response.end(sse(toolResponse(parseRequestId(request.body))));
    });
  let server: RawServer;

  test('in the stream of a call is shown, one after the other, and its answer sent', async () => {
    server = await asking(FORM, FORM);
    let shown = 0;
    const client = createMcpClient(server.url, { hasForms: true });
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
    await createMcpClient(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toMatchObject([{ id: 'form-0', error: { code: -32602 } }]);
  });

  test('does not time out while the user answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    server = await asking(FORM);
    const elicit = async () => {
      vi.advanceTimersByTime(400_000);
      return { action: 'cancel' } as const;
    };
    await createMcpClient(server.url, { hasForms: true, idleMs: 150_000 }).callTool(
      ECHO,
      {},
      { signal: never(), elicit },
    );
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
      response.end(sse(toolResponse(parseRequestId(request.body))));
    });
    const elicit = async () => ({ action: 'decline' }) as const;
    await createMcpClient(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toMatchObject([{ id: 'form', result: { action: 'decline' } }]);
    const stream = server.requests.filter(({ method }) => method === 'GET');
    expect(stream).toHaveLength(1);
    await stream[0]?.closed;
  });

  test('is removed when the server cancels it, without an answer, and the call continues', async () => {
    const { promise: shown, resolve: show } = Promise.withResolvers<void>();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    server = await older(async (request, response) => {
      if (request.method === 'GET') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse({ jsonrpc: '2.0', id: 'form', method: 'elicitation/create', params: FORM }));
      await shown;
      const cancel = (requestId: unknown) =>
        response.write(sse({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }));
      cancel('another');
      cancel('form');
      await closed;
      response.end(sse(toolResponse(parseRequestId(request.body))));
    });
    const elicit = (_form: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          close();
          reject(signal.reason);
        });
        show();
      });
    await createMcpClient(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(answers(server)).toEqual([]);
  });

  test('is removed when the call ends without its answer', async () => {
    server = await older((request, response) => {
      if (request.method === 'GET') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sse({ jsonrpc: '2.0', id: 'form', method: 'elicitation/create', params: FORM }));
      response.end(sse(toolResponse(parseRequestId(request.body))));
    });
    const { promise: aborted, resolve } = Promise.withResolvers<boolean>();
    const elicit = (_form: unknown, signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve(true);
          reject(signal.reason);
        });
      });
    await createMcpClient(server.url, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    expect(await aborted).toBe(true);
    expect(answers(server)).toEqual([]);
  });
});

describe('input that a call needs first', () => {
  const asking = (inputRequests: object) => ({ resultType: 'input_required', inputRequests, requestState: 'state' });

  test('is declined if it is a form, with the state of the server', async () => {
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
    await createMcpClient(server.address).callTool(ECHO, {}, { signal: never() });
    expect(inputs).toEqual([
      [undefined, undefined],
      [{ name: { action: 'decline' } }, 'state'],
    ]);
    const ids = server.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is shown to the user if it is a form, and declined if it is another mode', async () => {
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
    await createMcpClient(server.address, { hasForms: true }).callTool(ECHO, {}, { signal: never(), elicit });
    const capabilities = { elicitation: { form: {} } };
    expect(inputs).toEqual([
      [capabilities, undefined],
      [capabilities, { name: { action: 'accept', content: { name: 'Ada' } }, page: { action: 'decline' } }],
    ]);
  });

  test('is an error if it is something else, or does not end', async () => {
    const sampling = await served({
      tools: [ECHO],
      call: () => asking({ a: { method: 'sampling/createMessage', params: {} } }),
    });
    await expect(createMcpClient(sampling.address).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      code: 'mcp-asks-back',
    });
    const endless = await served({ tools: [ECHO], call: () => asking({ a: { method: 'elicitation/create' } }) });
    await expect(createMcpClient(endless.address).callTool(ECHO, {}, { signal: never() })).rejects.toMatchObject({
      code: 'mcp-asks-back',
    });
    expect(endless.messages.filter(({ method }) => method === 'tools/call')).toHaveLength(11);
  });
});
