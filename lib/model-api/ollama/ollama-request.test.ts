import { describe, expect, test } from 'vitest';
import type { RequestQuirk } from '../../contracts/capability.ts';
import type { ModelSettings } from '../../contracts/model.ts';
import type { ModelMessage, ModelRequest } from '../../contracts/model-client.ts';
import { assistantTurn, call, recordRequest, toolMessage, user } from '../../testing/model-api/recorded-request.ts';
import { REQUEST, TOOLS } from '../../testing/model-api/request-from-server.ts';
import { contextSize, ollamaRoot } from './ollama.ts';

type Options = {
  quirks?: RequestQuirk[];
  settings?: Pick<ModelSettings, 'reasoningEffort' | 'temperature' | 'keepLoadedMinutes' | 'body'>;
  contextWindow?: number | null;
};

function record(
  messages: ModelMessage[],
  change: Partial<ModelRequest> = {},
  { quirks = [], settings = {}, contextWindow = null }: Options = {},
) {
  const more = { interface: 'ollama', settings, contextWindow } as const;
  return recordRequest(messages, { change: { tools: TOOLS, ...change }, quirks, more });
}

test('is sent to /api/chat at the root of the server, and forbids silent truncation', async () => {
  const { path, body } = await record([user('Where?')]);
  expect(path).toBe('/api/chat');
  expect(body).toEqual({
    model: 'm',
    stream: true,
    truncate: false,
    shift: false,
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
    options: { num_ctx: 8_192 },
  });
});

test('arguments go back as an object, results with the name of their tool, thoughts with the calls they led to', async () => {
  const { messages } = await record([
    user('Where?'),
    { ...assistantTurn('', call('c1')), reasoning: 'Hm.' },
    toolMessage('c1'),
  ]);
  expect(messages.slice(2)).toEqual([
    {
      role: 'assistant',
      content: '',
      thinking: 'Hm.',
      tool_calls: [{ function: { name: 'find', arguments: { query: 'x' } } }],
    },
    { role: 'tool', content: 'Found.', tool_name: 'find', tool_call_id: 'c1' },
  ]);
});

test('pictures are base64 next to the text', async () => {
  const image = { mediaType: 'image/png', data: 'AAAA', width: 1, height: 1 } as const;
  const attached = { delimiter: 'f', data: [], images: [{ name: 'a.png', image }] };
  const { messages } = await record([{ role: 'user', content: 'What is it?', attached }]);
  expect(messages[1]).toMatchObject({ images: ['AAAA'], content: expect.stringContaining('What is it?') });
});

describe('thinking', () => {
  test.each([
    ['qwen3:8b', undefined, undefined],
    ['qwen3:8b', 'none', false],
    ['qwen3:8b', 'high', true],
    ['gpt-oss:20b', 'minimal', 'low'],
    ['gpt-oss:20b', 'medium', 'medium'],
    ['gpt-oss:20b', 'xhigh', 'high'],
  ] as const)('%s with effort %s: think is %s', async (modelId, effort, think) => {
    const settings = effort === undefined ? {} : { reasoningEffort: effort };
    expect((await record([user('?')], { modelId }, { settings })).body.think).toBe(think);
  });

  test('is not requested from a model that refused it (quirk: no-thinking)', async () => {
    const { body } = await record([user('?')], {}, { settings: { reasoningEffort: 'high' }, quirks: ['no-thinking'] });
    expect(body).not.toHaveProperty('think');
  });
});

describe('the requested window', () => {
  const long = (tokens: number) => user('The tide comes in twice a day. '.repeat(tokens / 8));
  const size = async (modelId: string, messages: ModelMessage[], options: Options = {}, change = {}) =>
    ((await record(messages, { modelId, ...change }, options)).body.options as { num_ctx: number }).num_ctx;

  test('follows the request, within what the model and the setting allow', async () => {
    expect(await size('a', [long(10_000)])).toBe(16_384);
    expect(await size('b', [long(50_000)])).toBe(32_768);
    expect(await size('c', [long(50_000)], { contextWindow: 131_072 })).toBe(65_536);
    expect(await size('d', [long(50_000)], { contextWindow: 40_960 })).toBe(40_960);
    expect(await size('e', [user('?')], { contextWindow: 2_048 })).toBe(2_048);
  });

  test('does not shrink again, because another size makes the server load the model again', async () => {
    const need = (messages: ModelMessage[]) => ({
      request: { ...REQUEST, modelId: 'kept', messages },
      baseUrl: 'http://127.0.0.1:11434/v1',
      contextWindow: null,
    });
    expect(contextSize(need([user('?')]))).toBe(8_192);
    expect(contextSize(need([long(10_000)]))).toBe(16_384);
    expect(contextSize(need([user('?')]))).toBe(16_384);
  });

  test('grows if the step was refused', async () => {
    expect(await size('g', [long(3_000)])).toBe(8_192);
    expect(await size('g', [long(3_000)], {}, { attempt: 1 })).toBe(16_384);
  });

  test('is the user’s own if it is set manually, and other options stay', async () => {
    const settings = { temperature: 0.5, body: { options: { num_ctx: 6_000, top_k: 20 }, keep_alive: '1h' } };
    const { body } = await record([user('?')], { modelId: 'h', maxOutputTokens: 100 }, { settings });
    expect(body).toMatchObject({
      keep_alive: '1h',
      options: { num_ctx: 6_000, top_k: 20, temperature: 0.5, num_predict: 100 },
    });
  });
});

test.each([
  [undefined, undefined],
  [0, '0m'],
  [90, '90m'],
  [-1, -1],
])('a model that is kept for %j minutes has keep_alive %j', async (keepLoadedMinutes, keepAlive) => {
  const settings = keepLoadedMinutes === undefined ? {} : { keepLoadedMinutes };
  const { body } = await record([user('?')], {}, { settings });
  expect(body.keep_alive).toBe(keepAlive);
});

test('with tags there are no tools, and stop sequences', async () => {
  const { body } = await record([user('Where?')], { toolMode: 'tags' });
  expect(body).not.toHaveProperty('tools');
  expect(body.options).toMatchObject({ stop: expect.any(Array) });
});

test.each(['', '/v1', '/api', '/api/v1', '/api/chat', '/api/chat/v1'])(
  'the root of an address that ends in "%s"',
  (path) => {
    expect(ollamaRoot(`http://127.0.0.1:11434${path}`)).toBe('http://127.0.0.1:11434');
  },
);
