import { afterEach, describe, expect, test } from 'vitest';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { chunk, EVENT_STREAM, sse, startRawServer } from '../../testing/model-api/raw-server.ts';
import { ask, closeServers, REQUEST, reply, servers, stream } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from './model-client.ts';
import type { Timeouts } from './stream-response.ts';

afterEach(closeServers);

const failure = (code: string, reason: string) => [
  { type: 'failure', failure: expect.objectContaining({ code, reason: expect.objectContaining({ type: reason }) }) },
];
const retry = (code: string, reason: string) => [
  expect.objectContaining({
    type: 'retry',
    failure: expect.objectContaining({ code, reason: expect.objectContaining({ type: reason }) }),
  }),
];

describe('a refusal has advice', () => {
  const error = (message: string) => JSON.stringify({ error: { message } });

  test('401', async () => {
    const withKey = await ask((response) => reply(response, 401, error('bad key')), {}, { apiKey: 'sk-1' });
    expect(withKey.events).toEqual(failure('auth', 'key-refused'));
    const withoutKey = await ask((response) => reply(response, 401, error('no key')));
    expect(withoutKey.events).toEqual(failure('auth', 'key-needed'));
  });

  test('403 because of the Origin', async () => {
    const { events } = await ask((response) => reply(response, 403, ''));
    expect(events).toEqual(failure('origin-refused', 'origin-refused'));
  });

  test('404', async () => {
    expect((await ask((response) => reply(response, 404, error('model `m` not found')))).events).toEqual(
      failure('not-found', 'model-not-found'),
    );
    expect((await ask((response) => reply(response, 404, '404 page not found'))).events).toEqual(
      failure('not-found', 'no-chat-endpoint'),
    );
  });

  test('429', async () => {
    const { events } = await ask((response) => reply(response, 429, error('slow down'), { 'retry-after': '7' }));
    expect(events).toMatchObject([{ type: 'retry', reason: 'retry', observation: null, afterMs: 7000 }]);
    const quota = await ask((response) => reply(response, 429, error('insufficient_quota')));
    expect(quota.events).toMatchObject([{ failure: { code: 'rate-limit', retryable: false } }]);
  });

  test('a conversation that is too long', async () => {
    const { events } = await ask((response) =>
      reply(response, 400, error('the request exceeds the available context size (exceed_context_size_error)')),
    );
    expect(events).toMatchObject([{ type: 'retry', reason: 'context-length', failure: { code: 'context-length' } }]);
  });

  test('no tools', async () => {
    const { events } = await ask((response) =>
      reply(response, 400, error('registry.ollama.ai/library/x does not support tools')),
    );
    expect(events).toMatchObject([
      {
        type: 'retry',
        observation: { supportsTools: false, evidence: expect.stringContaining('does not support tools') },
      },
    ]);
  });

  test('no tools, in a stream with status 200', async () => {
    const { events } = await ask((response) =>
      stream(response, sse({ error: { code: 400, message: 'tools are not supported by this model' } })),
    );
    expect(events).toMatchObject([{ type: 'retry', reason: 'tools-unsupported' }]);
  });

  test('keys that servers echo are not repeated', async () => {
    const { events } = await ask(
      (response) => reply(response, 401, error('Incorrect key sk-abcdef123456789 given')),
      {},
      { apiKey: 'x' },
    );
    expect(JSON.stringify(events)).not.toContain('abcdef');
  });
});

describe('a response that is not an answer', () => {
  test('no server', async () => {
    const client = createModelClient({ baseUrl: 'http://127.0.0.1:9/v1', hostKind: 'loopback', apiKey: null, fetch });
    const events: ModelEvent[] = [];
    for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event);
    expect(events).toEqual(failure('network', 'server-not-running'));
  });

  test('a web page', async () => {
    const { events } = await ask((response) =>
      reply(response, 200, '<!doctype html><html><title>Sign in</title>', { 'content-type': 'text/html' }),
    );
    expect(events).toMatchObject([
      {
        failure: { code: 'bad-response', reason: { type: 'not-a-model-server', reply: 'web-page' }, detail: 'Sign in' },
      },
    ]);
  });

  test('JSON that is not an answer', async () => {
    const { events } = await ask((response) => reply(response, 200, '{"status":"ok"}'));
    expect(events).toEqual(failure('bad-response', 'not-a-model-server'));
  });

  test("Ollama's own interface", async () => {
    const { events } = await ask((response) =>
      reply(response, 200, '{"model":"m","message":{},"done":false}\n{"done":true}\n'),
    );
    expect(events).toMatchObject([{ failure: { reason: { type: 'not-a-model-server', reply: 'ollama' } } }]);
  });

  test('an empty response', async () => {
    expect((await ask((response) => reply(response, 200, ''))).events).toEqual(
      retry('network', 'closed-without-answer'),
    );
  });

  test('an error event keeps the earlier output', async () => {
    const { events } = await ask((response) =>
      stream(response, chunk({ content: 'Well' }), sse({ error: { code: 500, message: 'overloaded' } })),
    );
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'failure', failure: { detail: 'overloaded' } }]);
  });

  test('a redirect is an error, and nothing is sent to its target', async () => {
    const elsewhere = await startRawServer((_request, response) => reply(response, 200, ''));
    servers.push(elsewhere);
    const { events } = await ask(
      (response) => reply(response, 307, '', { location: `${elsewhere.url}/v1` }),
      {},
      { apiKey: 'sk-1' },
    );
    expect(events).toEqual(failure('network', 'server-not-running'));
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a response that breaks off', () => {
  test('without a finish reason or [DONE] was interrupted, never complete', async () => {
    const { events } = await ask((response) => stream(response, chunk({ content: 'The tide' })));
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
  });

  test('in the middle of an event was interrupted', async () => {
    const { events } = await ask((response) => stream(response, chunk({ content: 'The' }), 'data: {"choices":[{"del'));
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
  });

  test('by a reset connection was interrupted', async () => {
    const { events } = await ask(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(chunk({ content: 'The' }));
      await new Promise((resolve) => setTimeout(resolve, 20));
      response.destroy();
    });
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
  });

  test('in the middle of a call runs nothing', async () => {
    const { events } = await ask((response) =>
      stream(
        response,
        chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'find', arguments: '{"query":"x"' } }] }),
      ),
    );
    expect(events.map((event) => event.type)).toEqual([
      'tool-input-start',
      'tool-input-delta',
      'tool-input-error',
      'interrupted',
    ]);
  });

  test('after the finish reason is complete without [DONE]', async () => {
    const { events } = await ask((response) => stream(response, chunk({ content: 'ok' }, 'stop')));
    expect(events.at(-1)).toMatchObject({ type: 'step-end' });
  });
});

describe('silence', () => {
  /** Short only where the test is silent, so that a busy machine makes no difference. */
  const patient: Timeouts = { headers: 20_000, firstContent: 20_000, idle: 20_000, total: 30_000 };

  test('before the headers, and before the first content, times out; comments do not count as content', async () => {
    const noHeaders = await ask(() => undefined, {}, { timeouts: { ...patient, headers: 60 } });
    expect(noHeaders.events).toEqual(retry('timeout', 'still-loading'));
    const comments = await ask(
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        const timer = setInterval(() => response.write(': ping\n\n'), 10);
        response.on('close', () => clearInterval(timer));
      },
      {},
      { timeouts: { ...patient, firstContent: 60 } },
    );
    expect(comments.events).toEqual(retry('timeout', 'still-loading'));
  });

  test('in the middle of an answer is not ended by comments', async () => {
    const { events } = await ask(
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        response.write(chunk({ content: 'The' }));
        const timer = setInterval(() => response.write(': ping\n\n'), 10);
        response.on('close', () => clearInterval(timer));
      },
      {},
      { timeouts: { ...patient, idle: 60 } },
    );
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
  });

  test('in the middle of an answer interrupts it and closes the connection', async () => {
    const { events, request } = await ask(
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        response.write(chunk({ content: 'The' }));
      },
      {},
      { timeouts: { ...patient, idle: 60 } },
    );
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
    await request?.closed;
  });
});
