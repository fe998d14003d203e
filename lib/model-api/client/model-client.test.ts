import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { chunk, EVENT_STREAM, sse } from '../../testing/model-api/raw-server.ts';
import { ask, closeServers, reply, stream } from '../../testing/model-api/request-from-server.ts';

afterEach(closeServers);

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

  test('is requested with the key and without platform headers', async () => {
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

  test('may be plain JSON instead of a stream', async () => {
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

  test('keeps characters intact that arrive in pieces', async () => {
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

  test('ends at [DONE], even if the server keeps the connection open', async () => {
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

  test('emits held-back text even if the response is cut off', async () => {
    const { events } = await ask((response) => stream(response, chunk({ content: 'So <tool na' })), {
      toolMode: 'tags',
    });
    expect(events.map((event) => ('delta' in event ? event.delta : event.type)).join('')).toBe(
      'So <tool nainterrupted',
    );
  });
});

describe('a tool whose name is spelled differently', () => {
  const tools = [{ name: 'find_in_page', description: 'Finds.', inputSchema: z.strictObject({ query: z.string() }) }];
  const named = { type: 'tool-input-start', toolName: 'find_in_page' };
  const available = { type: 'tool-input-available', input: { query: 'x' } };

  test.each(['findInPage', 'Find-In-Page', 'functions.FIND_IN_PAGE:0'])(
    'is found in a native call: %s',
    async (name) => {
      const call = { index: 0, id: 'a', function: { name, arguments: '{"query":"x"}' } };
      const { events } = await ask((response) => stream(response, chunk({ tool_calls: [call] }, 'tool_calls')), {
        tools,
      });
      expect(events).toEqual(
        expect.arrayContaining([expect.objectContaining(named), expect.objectContaining(available)]),
      );
    },
  );

  test.each([
    '<tool name="findInPage">{"query":"x"}</tool>',
    '<tool_call>{"name":"FindInPage","arguments":{"query":"x"}}</tool_call>',
    'find-in-page\n{"query":"x"}',
  ])('is found in text: %s', async (content) => {
    const { events } = await ask((response) => stream(response, chunk({ content }, 'stop')), {
      tools,
      toolMode: 'tags',
    });
    expect(events).toEqual(
      expect.arrayContaining([expect.objectContaining(named), expect.objectContaining(available)]),
    );
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
