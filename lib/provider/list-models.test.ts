import { describe, expect, test } from 'vitest';
import type { HostKind } from './base-url.ts';
import { listModels } from './list-models.ts';
import { listingLessons } from './listing-facts.ts';
import { type RecordedRequest, startRawServer } from './raw-server.ts';

type Answers = Record<string, unknown>;

/** A server that answers these paths with JSON and everything else with 404. */
async function list(answers: Answers, hostKind: HostKind = 'loopback') {
  const server = await startRawServer((request, response) => {
    const answer = answers[request.path];
    if (answer === undefined) response.writeHead(404).end('404 page not found');
    else response.end(typeof answer === 'function' ? answer(request) : JSON.stringify(answer));
  });
  const options = { baseUrl: `${server.url}/v1`, apiKey: 'sk-1', fetch, hostKind };
  const models = await listModels(options, new AbortController().signal).finally(() => server.close());
  return { models, requests: server.requests };
}

const facts = (tools: boolean | null, vision: boolean | null, contextWindow: number | null) => ({
  tools,
  vision,
  contextWindow,
});
const UNKNOWN = facts(null, null, null);

describe('what hosted lists tell', () => {
  test.each([
    [
      'OpenRouter',
      {
        data: [
          {
            id: 'a/b',
            context_length: 200_000,
            architecture: { input_modalities: ['text', 'image'] },
            top_provider: { context_length: 131_072 },
            supported_parameters: ['tools', 'temperature'],
          },
        ],
      },
      facts(true, true, 131_072),
    ],
    [
      'OpenRouter, without tools',
      { data: [{ id: 'a/b', architecture: { input_modalities: ['text'] }, supported_parameters: ['temperature'] }] },
      facts(false, false, null),
    ],
    [
      'Mistral',
      { data: [{ id: 'm', max_context_length: 32_768, capabilities: { function_calling: true, vision: false } }] },
      facts(true, false, 32_768),
    ],
    ['Groq', { data: [{ id: 'm', context_window: 131_072, active: true }] }, facts(null, null, 131_072)],
    ['Together, a bare list', [{ id: 'm', type: 'chat', context_length: 8192 }], facts(null, null, 8192)],
    [
      'Fireworks',
      { data: [{ id: 'm', supports_tools: false, supports_image_input: true, context_length: 4096 }] },
      facts(false, true, 4096),
    ],
    ['OpenAI', { object: 'list', data: [{ id: 'gpt', object: 'model', owned_by: 'openai' }] }, UNKNOWN],
  ])('%s', async (_server, listing, wanted) => {
    const { models, requests } = await list({ '/v1/models': listing }, 'public');
    expect(models.map((model) => model.facts)).toEqual([wanted]);
    expect(requests).toHaveLength(1);
  });

  test('each model once, in order, under whatever name the server has for it', async () => {
    const listing = { models: [{ name: 'b' }, { model: 'a' }, { name: 'b' }, { key: 'c' }, { name: '' }, 'd'] };
    const { models } = await list({ '/v1/models': listing }, 'public');
    expect(models.map((model) => model.modelId)).toEqual(['b', 'a', 'c']);
  });
});

describe('what local servers tell', () => {
  test('vLLM: the window in its list', async () => {
    const { models } = await list({ '/v1/models': { data: [{ id: 'm', max_model_len: 8192 }] } });
    expect(models).toEqual([{ modelId: 'm', facts: facts(null, null, 8192) }]);
  });

  test('llama.cpp: its template, not its list, knows about tools', async () => {
    const { models } = await list({
      '/v1/models': {
        models: [{ name: 'm', capabilities: ['completion'] }],
        data: [{ id: 'm', meta: { n_ctx: 4096, n_ctx_train: 131_072 } }],
      },
      '/props': { chat_template_caps: { supports_tools: true }, modalities: { vision: false } },
    });
    expect(models).toEqual([{ modelId: 'm', facts: facts(true, false, 4096) }]);
  });

  test('LM Studio: what is loaded counts, not what the model was trained for', async () => {
    const { models } = await list({
      '/v1/models': { data: [{ id: 'a' }, { id: 'b' }] },
      '/props': { error: 'Unexpected endpoint' },
      '/api/v0/models': {
        data: [
          {
            id: 'a',
            type: 'vlm',
            capabilities: ['tool_use'],
            max_context_length: 131_072,
            loaded_context_length: 4096,
          },
          { id: 'b', type: 'llm', capabilities: [], max_context_length: 32_768 },
        ],
      },
    });
    expect(models.map((model) => model.facts)).toEqual([facts(true, true, 4096), facts(false, null, null)]);
  });

  test('LM Studio 0.4', async () => {
    const listing = {
      models: [
        {
          key: 'a',
          loaded_instances: [{ config: { context_length: 4096 } }],
          max_context_length: 262_144,
          capabilities: { vision: true, trained_for_tool_use: true },
        },
      ],
    };
    expect((await list({ '/v1/models': listing })).models).toEqual([{ modelId: 'a', facts: facts(true, true, 4096) }]);
  });

  test('LocalAI', async () => {
    const { models } = await list({
      '/v1/models': { data: [{ id: 'a' }] },
      '/v1/models/capabilities': { data: [{ id: 'a', capabilities: ['chat', 'tools'], input_modalities: ['text'] }] },
    });
    expect(models[0]?.facts).toEqual(facts(true, false, null));
  });

  test('Ollama: model by model; its window is num_ctx, never the trained one', async () => {
    const shown: Answers = {
      a: { capabilities: ['completion', 'tools'], model_info: { 'llama.context_length': 131_072 } },
      b: { capabilities: ['completion', 'vision'], parameters: 'num_ctx                        8192\nstop "x"' },
    };
    const { models, requests } = await list({
      '/v1/models': { data: [{ id: 'a', owned_by: 'library' }, { id: 'b' }] },
      '/api/show': (request: RecordedRequest) => JSON.stringify(shown[JSON.parse(request.body).model]),
    });
    expect(models.map((model) => model.facts)).toEqual([facts(true, false, null), facts(false, true, 8192)]);
    expect(requests.every((request) => request.headers.authorization === 'Bearer sk-1')).toBe(true);
  });

  test('others: nothing, and that is no failure', async () => {
    const { models } = await list({ '/v1/models': { data: [{ id: 'a' }] }, '/props': () => '<html>' });
    expect(models).toEqual([{ modelId: 'a', facts: UNKNOWN }]);
  });
});

test('every request omits credentials and referrer, stores nothing, and follows no redirect', async () => {
  const seen: RequestInit[] = [];
  const recording: typeof fetch = (_url, init) => {
    seen.push(init ?? {});
    return Promise.resolve(Response.json({ data: [{ id: 'a' }] }));
  };
  await listModels(
    { baseUrl: 'http://127.0.0.1:1/v1', apiKey: null, fetch: recording, hostKind: 'loopback' },
    new AbortController().signal,
  );
  expect(seen.length).toBeGreaterThan(3);
  for (const init of seen) {
    expect(init).toMatchObject({
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
  }
});

test('a server that lists nothing is told of by what it did instead', async () => {
  await expect(list({})).rejects.toThrow('error 404');
  await expect(list({ '/v1/models': () => '<html>' })).rejects.toThrow('something that is no list');
  await expect(list({ '/v1/models': { status: 'ok' } })).rejects.toThrow('something that is no list');
});

test('facts become lessons, and unknowns none', () => {
  expect(listingLessons(UNKNOWN)).toEqual([]);
  expect(listingLessons(facts(false, true, 4096))).toMatchObject([
    { type: 'tools', supportsTools: false, source: 'listing' },
    { type: 'vision', vision: true },
    { type: 'context-window', tokens: 4096 },
  ]);
});
