import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { ModelEvent, ModelRequest } from '../protocol/model-client.ts';
import type { ToolDefinition } from '../protocol/tool.ts';
import { createModelClient } from './model-client.ts';
import { chunk, EVENT_STREAM, type RawServer, type RecordedRequest, sse, startRawServer } from './raw-server.ts';
import type { Patience } from './watchdog.ts';

const TOOLS: ToolDefinition[] = [
  { name: 'find', description: 'Finds words.', inputSchema: z.strictObject({ query: z.string() }) },
];
const REQUEST: ModelRequest = {
  modelId: 'm',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Where?' }],
  tools: TOOLS,
  toolMode: 'native',
  maxOutputTokens: null,
  attempt: 0,
};

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Handle = (response: ServerResponse, request: RecordedRequest) => void | Promise<void>;

async function ask(
  handle: Handle,
  change: Partial<ModelRequest> = {},
  {
    apiKey = null as string | null,
    patience = undefined as Patience | undefined,
    signal = new AbortController().signal,
  } = {},
) {
  const server = await startRawServer((request, response) => handle(response, request));
  servers.push(server);
  const client = createModelClient({
    baseUrl: `${server.url}/v1`,
    hostKind: 'loopback',
    apiKey,
    fetch,
    ...(patience ? { patience } : {}),
  });
  const events: ModelEvent[] = [];
  for await (const event of client.stream({ ...REQUEST, ...change }, signal)) events.push(event);
  return { events, request: server.requests[0] };
}

const stream = (response: ServerResponse, ...pieces: string[]) => {
  response.writeHead(200, EVENT_STREAM);
  for (const piece of pieces) response.write(piece);
  response.end();
};
const reply = (response: ServerResponse, status: number, body: string, headers = {}) => {
  response.writeHead(status, headers);
  response.end(body);
};
const failure = (code: string, message: unknown = expect.any(String)) => [
  { type: 'failure', failure: expect.objectContaining({ code, message }) },
];
const retry = (code: string, message: unknown = expect.any(String)) => [
  expect.objectContaining({ type: 'retry', failure: expect.objectContaining({ code, message }) }),
];

describe('a good answer', () => {
  test('streams text, reasoning and calls, and ends the step', async () => {
    const { events } = await ask((response) =>
      stream(
        response,
        chunk({ role: 'assistant', content: null, reasoning_content: 'Hm.' }),
        chunk({ content: 'Let me look.' }),
        chunk({ tool_calls: [{ index: 0, id: 'call_1', function: { name: 'find', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"query":"x"}' } }] }),
        chunk({}, 'tool_calls'),
        sse({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 7 } }),
        sse('[DONE]'),
      ),
    );
    expect(events).toEqual([
      { type: 'reasoning-delta', delta: 'Hm.' },
      { type: 'text-delta', delta: 'Let me look.' },
      { type: 'tool-input-start', toolCallId: 'call_1', toolName: 'find' },
      { type: 'tool-input-delta', toolCallId: 'call_1', delta: '{"query":"x"}' },
      { type: 'tool-input-available', toolCallId: 'call_1', input: { query: 'x' }, repaired: false },
      {
        type: 'step-end',
        finishReason: 'tool-calls',
        usage: { inputTokens: 5, outputTokens: 7 },
        opaque: { reasoningField: 'reasoning_content', reasoningDetails: [], toolCalls: {} },
      },
    ]);
  });

  test('is asked for with the key, without a fingerprint, and nothing else', async () => {
    const { request } = await ask(
      (response) => stream(response, chunk({ content: 'ok' }, 'stop')),
      {},
      { apiKey: 'sk-1' },
    );
    expect(request).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(request?.headers.authorization).toBe('Bearer sk-1');
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
    expect(JSON.parse(request?.body ?? '')).toEqual({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where?' },
      ],
      tools: [
        {
          type: 'function',
          function: {
            name: 'find',
            description: 'Finds words.',
            parameters: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
          },
        },
      ],
    });
  });

  test('needs no key', async () => {
    const { request } = await ask((response) => stream(response, chunk({ content: 'ok' }, 'stop')));
    expect(request?.headers.authorization).toBeUndefined();
  });

  test('may come as plain JSON instead of a stream', async () => {
    const message = {
      content: 'Here.',
      tool_calls: [{ id: 'a', function: { name: 'find', arguments: { query: 'x' } } }],
    };
    const { events } = await ask((response) =>
      reply(response, 200, JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }), {
        'content-type': 'application/json',
      }),
    );
    expect(events).toMatchObject([
      { type: 'text-delta', delta: 'Here.' },
      { type: 'tool-input-start' },
      { type: 'tool-input-delta' },
      { type: 'tool-input-available', input: { query: 'x' } },
      { type: 'step-end' },
    ]);
  });

  test('keeps characters whole that arrive in pieces', async () => {
    const bytes = Buffer.from(chunk({ content: '潮汐 🌊' }, 'stop'));
    const { events } = await ask(async (response) => {
      response.writeHead(200, EVENT_STREAM);
      for (const byte of bytes) {
        response.write(Buffer.from([byte]));
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    });
    expect(events[0]).toEqual({ type: 'text-delta', delta: '潮汐 🌊' });
  });

  test('ends at [DONE], also when the server keeps the connection open', async () => {
    const { events, request } = await ask((response) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(chunk({ content: 'ok' }) + sse('[DONE]'));
    });
    expect(events.at(-1)).toEqual({ type: 'step-end', finishReason: 'stop' });
    await request?.closed;
  });
});

describe('tag mode', () => {
  test('puts the tools into the prompt, the history into tags, and finds the calls in the text', async () => {
    const { events, request } = await ask(
      (response) =>
        stream(
          response,
          chunk({ content: 'Hm.\n<tool na' }),
          chunk({ content: 'me="find">{"query":"x"}</tool>' }, 'stop'),
        ),
      {
        toolMode: 'tags',
        messages: [
          { role: 'user', content: 'Where?' },
          {
            role: 'assistant',
            content: '',
            toolCalls: [{ toolCallId: 'a', toolName: 'find', input: { query: 'y' } }],
            reasoning: '',
            opaque: null,
          },
          { role: 'tool', toolCallId: 'a', toolName: 'find', content: 'no </tool_result> here', isError: false },
        ],
      },
    );
    const body = JSON.parse(request?.body ?? '');
    expect(body.tools).toBeUndefined();
    expect(body.messages[0].content).toContain('- find(query: string): Finds words.');
    expect(body.messages.slice(1)).toEqual([
      { role: 'user', content: 'Where?' },
      { role: 'assistant', content: '<tool name="find">{"query":"y"}</tool>' },
      { role: 'user', content: '<tool_result name="find" id="a">\nno ‹/tool_result> here\n</tool_result>' },
    ]);
    expect(events).toMatchObject([
      { type: 'text-delta', delta: 'Hm.\n' },
      { type: 'tool-input-start', toolName: 'find' },
      { type: 'tool-input-delta' },
      { type: 'tool-input-available', input: { query: 'x' } },
      { type: 'step-end', finishReason: 'tool-calls' },
    ]);
  });

  test('gives held-back text even when the reply breaks off', async () => {
    const { events } = await ask((response) => stream(response, chunk({ content: 'So <tool na' })), {
      toolMode: 'tags',
    });
    expect(events.map((event) => ('delta' in event ? event.delta : event.type)).join('')).toBe(
      'So <tool nainterrupted',
    );
  });
});

describe('a refusal says what to do', () => {
  const error = (message: string) => JSON.stringify({ error: { message } });

  test('401', async () => {
    const withKey = await ask((response) => reply(response, 401, error('bad key')), {}, { apiKey: 'sk-1' });
    expect(withKey.events).toEqual(failure('auth', expect.stringContaining('refused the API key')));
    const withoutKey = await ask((response) => reply(response, 401, error('no key')));
    expect(withoutKey.events).toEqual(failure('auth', expect.stringContaining('needs an API key')));
  });

  test('403 because of the Origin', async () => {
    const { events } = await ask((response) => reply(response, 403, ''));
    expect(events).toEqual(failure('origin-refused', expect.stringContaining('OLLAMA_ORIGINS')));
  });

  test('404', async () => {
    expect((await ask((response) => reply(response, 404, error('model `m` not found')))).events).toEqual(
      failure('not-found', expect.stringContaining('no model named m')),
    );
    expect((await ask((response) => reply(response, 404, '404 page not found'))).events).toEqual(
      failure('not-found', expect.stringContaining('base URL')),
    );
  });

  test('429', async () => {
    const { events } = await ask((response) => reply(response, 429, error('slow down'), { 'retry-after': '7' }));
    expect(events).toMatchObject([{ type: 'retry', reason: 'retry', lesson: null, afterMs: 7000 }]);
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
      { type: 'retry', lesson: { supportsTools: false, evidence: expect.stringContaining('does not support tools') } },
    ]);
  });

  test('no tools, said in a stream whose status was 200', async () => {
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

describe('a reply that is no answer', () => {
  test('nobody there', async () => {
    const client = createModelClient({ baseUrl: 'http://127.0.0.1:9/v1', hostKind: 'loopback', apiKey: null, fetch });
    const events: ModelEvent[] = [];
    for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event);
    expect(events).toEqual(failure('network', expect.stringContaining('127.0.0.1:9 cannot be reached')));
  });

  test('a web page', async () => {
    const { events } = await ask((response) =>
      reply(response, 200, '<!doctype html><html><title>Sign in</title>', { 'content-type': 'text/html' }),
    );
    expect(events).toMatchObject([{ failure: { code: 'bad-response', detail: 'a web page titled “Sign in”' } }]);
  });

  test('JSON that is no answer', async () => {
    const { events } = await ask((response) => reply(response, 200, '{"status":"ok"}'));
    expect(events).toEqual(failure('bad-response'));
  });

  test("Ollama's own interface", async () => {
    const { events } = await ask((response) =>
      reply(response, 200, '{"model":"m","message":{},"done":false}\n{"done":true}\n'),
    );
    expect(events).toMatchObject([{ failure: { detail: expect.stringContaining('/v1') } }]);
  });

  test('nothing at all', async () => {
    expect((await ask((response) => reply(response, 200, ''))).events).toEqual(retry('network'));
  });

  test('an error event in the middle keeps what was said', async () => {
    const { events } = await ask((response) =>
      stream(response, chunk({ content: 'Well' }), sse({ error: { code: 500, message: 'overloaded' } })),
    );
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'failure', failure: { detail: 'overloaded' } }]);
  });

  test('a redirect is refused, and nothing is sent where it points', async () => {
    const elsewhere = await startRawServer((_request, response) => reply(response, 200, ''));
    servers.push(elsewhere);
    const { events } = await ask(
      (response) => reply(response, 307, '', { location: `${elsewhere.url}/v1` }),
      {},
      { apiKey: 'sk-1' },
    );
    expect(events).toEqual(failure('network'));
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('a reply that breaks off', () => {
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
  /** Short only where the test is silent, so that a busy machine changes nothing. */
  const patient: Patience = { headers: 20_000, firstContent: 20_000, idle: 20_000, total: 30_000 };

  test('before the headers, and before the first content, times out; comments are no content', async () => {
    const noHeaders = await ask(() => undefined, {}, { patience: { ...patient, headers: 60 } });
    expect(noHeaders.events).toEqual(retry('timeout'));
    const comments = await ask(
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        const timer = setInterval(() => response.write(': ping\n\n'), 10);
        response.on('close', () => clearInterval(timer));
      },
      {},
      { patience: { ...patient, firstContent: 60 } },
    );
    expect(comments.events).toEqual(retry('timeout'));
  });

  test('in the middle of an answer is not broken by comments either', async () => {
    const { events } = await ask(
      (response) => {
        response.writeHead(200, EVENT_STREAM);
        response.write(chunk({ content: 'The' }));
        const timer = setInterval(() => response.write(': ping\n\n'), 10);
        response.on('close', () => clearInterval(timer));
      },
      {},
      { patience: { ...patient, idle: 60 } },
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
      { patience: { ...patient, idle: 60 } },
    );
    expect(events).toMatchObject([{ type: 'text-delta' }, { type: 'interrupted' }]);
    await request?.closed;
  });
});

test('Stop ends the request: it throws, and the server sees the connection close', async () => {
  const stop = new AbortController();
  const gone = Promise.withResolvers<number>();
  const asking = ask(
    (response, request) => {
      response.writeHead(200, EVENT_STREAM);
      response.write(chunk({ content: 'The' }));
      request.closed.then(gone.resolve);
      setTimeout(() => stop.abort(), 30);
    },
    {},
    { signal: stop.signal },
  );
  await expect(asking).rejects.toThrow('abort');
  await gone.promise;
});
