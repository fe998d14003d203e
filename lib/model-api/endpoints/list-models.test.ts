import { describe, expect, test } from 'vitest';
import { listFrom } from '../../testing/model-api/list-from.ts';
import { type RawRequest, startRawServer } from '../../testing/model-api/raw-server.ts';
import { ListingError, listModels } from './list-models.ts';
import { listingObservations, type ModelFacts, NO_FACTS } from './listing-facts.ts';

const facts = (
  tools: boolean | null,
  vision: boolean | null,
  contextWindow: number | null,
  more: Partial<ModelFacts> = {},
): ModelFacts => ({ ...NO_FACTS, tools, vision, contextWindow, ...more });
const UNKNOWN = NO_FACTS;

test('the list of the Messages interface, in pages, with what each model can do', async () => {
  const entry = { type: 'model', display_name: 'Claude', max_input_tokens: 200_000, max_tokens: 64_000 };
  const capabilities = { image_input: { supported: true }, thinking: { supported: true, types: {} } };
  const { models, requests } = await listFrom(
    {
      '/v1/models?limit=1000': { data: [{ ...entry, id: 'a', capabilities }], has_more: true, last_id: 'a' },
      '/v1/models?limit=1000&after_id=a': {
        data: [{ id: 'b', type: 'model', display_name: 'Claude' }],
        has_more: false,
      },
    },
    'public',
    'anthropic-messages',
  );
  expect(models).toEqual([
    { modelId: 'a', facts: facts(true, true, 200_000, { reasoning: true }) },
    { modelId: 'b', facts: facts(true, null, null) },
  ]);
  expect(requests[0]?.headers).toMatchObject({ 'x-api-key': 'sk-1', 'anthropic-version': '2023-06-01' });
});

test('Gemini’s own list: bare names, only of models that chat, with window and thinking', async () => {
  const methods = ['generateContent', 'countTokens'];
  const { models, requests } = await listFrom(
    {
      '/v1/models?pageSize=1000': {
        models: [
          { name: 'models/g-pro', inputTokenLimit: 1_048_576, supportedGenerationMethods: methods, thinking: true },
          { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
        ],
        nextPageToken: 'p2',
      },
      '/v1/models?pageSize=1000&pageToken=p2': {
        models: [{ name: 'models/g-lite', supportedGenerationMethods: methods }],
      },
    },
    'public',
    'gemini',
  );
  expect(models).toEqual([
    { modelId: 'g-pro', facts: facts(null, null, 1_048_576, { reasoning: true }) },
    { modelId: 'g-lite', facts: UNKNOWN },
  ]);
  expect(requests[0]?.headers).toMatchObject({ 'x-goog-api-key': 'sk-1' });
});

test.each(['/v1', '/api', ''])('Ollama’s own list at %j, with the window that can be asked for', async (path) => {
  const show = { capabilities: ['completion', 'tools', 'thinking'], model_info: { 'qwen3.context_length': 40_960 } };
  const { models, requests } = await listFrom(
    { '/api/tags': { models: [{ name: 'qwen3:8b', model: 'qwen3:8b' }] }, '/api/show': show },
    'loopback',
    'ollama',
    path,
  );
  expect(models).toEqual([{ modelId: 'qwen3:8b', facts: facts(true, false, 40_960, { reasoning: true }) }]);
  expect(requests.map((request) => request.path)).toEqual(['/api/tags', '/api/show']);
});

describe('what hosted lists contain', () => {
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
            supported_parameters: ['tools', 'reasoning', 'temperature'],
            pricing: {
              prompt: '0.00000125',
              completion: '0.00001',
              input_cache_read: '0.000000125',
              input_cache_write: '0.0000015625',
            },
          },
        ],
      },
      facts(true, true, 131_072, {
        reasoning: true,
        price: { input: 1.25, output: 10, cachedInput: 0.125, cacheWrite: 1.5625 },
      }),
    ],
    [
      'OpenRouter, without tools',
      { data: [{ id: 'a/b', architecture: { input_modalities: ['text'] }, supported_parameters: ['temperature'] }] },
      facts(false, false, null, { reasoning: false }),
    ],
    [
      'Mistral',
      { data: [{ id: 'm', max_context_length: 32_768, capabilities: { function_calling: true, vision: false } }] },
      facts(true, false, 32_768),
    ],
    ['Groq', { data: [{ id: 'm', context_window: 131_072, active: true }] }, facts(null, null, 131_072)],
    [
      'OpenRouter, where the price depends',
      { data: [{ id: 'openrouter/auto', pricing: { prompt: '-1', completion: '-1' } }] },
      UNKNOWN,
    ],
    [
      'Together, a bare list',
      [{ id: 'm', type: 'chat', context_length: 8192, pricing: { input: 0.2, output: 0.6, hourly: 0 } }],
      facts(null, null, 8192, { price: { input: 0.2, output: 0.6 } }),
    ],
    [
      'Together, with a price of its cache',
      [{ id: 'm', pricing: { input: 0.5, output: 1.5, cached_input: 0.2 } }],
      facts(null, null, null, { price: { input: 0.5, output: 1.5, cachedInput: 0.2 } }),
    ],
    [
      'Vercel',
      {
        data: [
          {
            id: 'm',
            pricing: { input: '0.000003', output: '0.000015', input_cache_read: '0.0000003', input_cache_write: '-1' },
          },
        ],
      },
      facts(null, null, null, { price: { input: 3, output: 15, cachedInput: 0.3 } }),
    ],
    [
      'GitHub Models, a bare list',
      [
        {
          id: 'openai/m',
          capabilities: ['streaming', 'tool-calling'],
          limits: { max_input_tokens: 131_072 },
          supported_input_modalities: ['text', 'image'],
        },
      ],
      facts(true, true, 131_072),
    ],
    [
      'Hugging Face, whose providers agree',
      { data: [{ id: 'm', providers: [{ supports_tools: true }, { supports_tools: true }] }] },
      facts(true, null, null),
    ],
    [
      'Hugging Face, whose providers differ',
      { data: [{ id: 'm', providers: [{ supports_tools: true }, { provider: 'x' }] }] },
      UNKNOWN,
    ],
    [
      'Moonshot',
      { data: [{ id: 'm', context_length: 262_144, supports_image_in: true, supports_reasoning: true }] },
      facts(null, true, 262_144, { reasoning: true }),
    ],
    [
      'Fireworks',
      { data: [{ id: 'm', supports_tools: false, supports_image_input: true, context_length: 4096 }] },
      facts(false, true, 4096),
    ],
    ['OpenAI', { object: 'list', data: [{ id: 'gpt', object: 'model', owned_by: 'openai' }] }, UNKNOWN],
  ])('%s', async (_server, listing, wanted) => {
    const { models, requests } = await listFrom({ '/v1/models': listing }, 'public');
    expect(models.map((model) => model.facts)).toEqual([wanted]);
    expect(requests).toHaveLength(1);
  });

  test('each model once, in order, under any field name', async () => {
    const listing = { models: [{ name: 'b' }, { model: 'a' }, { name: 'b' }, { key: 'c' }, { name: '' }, 'd'] };
    const { models } = await listFrom({ '/v1/models': listing }, 'public');
    expect(models.map((model) => model.modelId)).toEqual(['b', 'a', 'c']);
  });
});

describe('lists in pages', () => {
  const entries = (...ids: string[]) => ids.map((id) => ({ id }));
  test.each<[string, unknown, string]>([
    ['has_more and the last id', { data: entries('a', 'b'), has_more: true, last_id: 'b' }, '/v1/models?after=b'],
    ['has_more alone', { data: entries('a', 'b'), has_more: true }, '/v1/models?after=b'],
    ['nextPageToken', { models: [{ name: 'a' }], nextPageToken: 't 1' }, '/v1/models?pageToken=t%201'],
    ['next_page_token', { data: entries('a'), next_page_token: 't' }, '/v1/models?page_token=t'],
    ['next_page', { data: entries('a'), next_page: 2 }, '/v1/models?page=2'],
    [
      'links.next, of which only the query counts',
      { data: entries('a'), links: { next: 'https://evil.test/x?cursor=c' } },
      '/v1/models?cursor=c',
    ],
  ])('%s', async (_name, first, secondPath) => {
    const { models, requests } = await listFrom(
      { '/v1/models': first, [secondPath]: { data: entries('z') } },
      'public',
    );
    expect(models.at(-1)?.modelId).toBe('z');
    expect(requests.map((request) => request.path)).toEqual(['/v1/models', secondPath]);
  });

  test('a server that repeats a page is not requested again', async () => {
    const page = { data: entries('a'), has_more: true };
    const { models, requests } = await listFrom({ '/v1/models': page, '/v1/models?after=a': page }, 'public');
    expect(models).toHaveLength(1);
    expect(requests).toHaveLength(2);
  });

  test('a list without an end stops after thirty pages', async () => {
    const server = await startRawServer(({ path }, response) => {
      const n = Number(/after=m(\d+)/.exec(path)?.[1] ?? 0);
      response.end(JSON.stringify({ data: entries(`m${n + 1}`), has_more: true }));
    });
    const options = { baseUrl: `${server.url}/v1`, apiKey: null, fetch, hostKind: 'public' as const };
    const models = await listModels(options, new AbortController().signal).finally(() => server.close());
    expect(models).toHaveLength(30);
  });
});

describe('facts from local servers', () => {
  test('vLLM: the window in its list', async () => {
    const { models } = await listFrom({ '/v1/models': { data: [{ id: 'm', max_model_len: 8192 }] } });
    expect(models).toEqual([{ modelId: 'm', facts: facts(null, null, 8192) }]);
  });

  test('llama.cpp: tool support from its template, not its list', async () => {
    const { models } = await listFrom({
      '/v1/models': {
        models: [{ name: 'm', capabilities: ['completion'] }],
        data: [{ id: 'm', meta: { n_ctx: 4096, n_ctx_train: 131_072 } }],
      },
      '/props': { chat_template_caps: { supports_tools: true }, modalities: { vision: false } },
    });
    expect(models).toEqual([{ modelId: 'm', facts: facts(true, false, 4096) }]);
  });

  test('LM Studio: the loaded window, not that of the training', async () => {
    const { models } = await listFrom({
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
          capabilities: { vision: true, trained_for_tool_use: true, reasoning: { allowed_options: ['off', 'on'] } },
        },
      ],
    };
    const wanted = facts(true, true, 4096, { reasoning: true });
    expect((await listFrom({ '/v1/models': listing })).models).toEqual([{ modelId: 'a', facts: wanted }]);
  });

  test('LocalAI', async () => {
    const { models } = await listFrom({
      '/v1/models': { data: [{ id: 'a' }] },
      '/v1/models/capabilities': { data: [{ id: 'a', capabilities: ['chat', 'tools'], input_modalities: ['text'] }] },
    });
    expect(models[0]?.facts).toEqual(facts(true, false, null));
  });

  test('Ollama: one request per model; its window is num_ctx, never the trained one', async () => {
    const shown: Record<string, unknown> = {
      a: { capabilities: ['completion', 'tools', 'thinking'], model_info: { 'llama.context_length': 131_072 } },
      b: { capabilities: ['completion', 'vision'], parameters: 'num_ctx                        8192\nstop "x"' },
    };
    const { models, requests } = await listFrom({
      '/v1/models': { data: [{ id: 'a', owned_by: 'library' }, { id: 'b' }] },
      '/api/show': (request: RawRequest) => JSON.stringify(shown[JSON.parse(request.body).model]),
    });
    expect(models.map((model) => model.facts)).toEqual([
      facts(true, false, null, { reasoning: true }),
      facts(false, true, 8192, { reasoning: false }),
    ]);
    expect(requests.every((request) => request.headers.authorization === 'Bearer sk-1')).toBe(true);
  });

  test('others: nothing, without failure', async () => {
    const { models } = await listFrom({ '/v1/models': { data: [{ id: 'a' }] }, '/props': () => '<html>' });
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

test('a server without a list is reported by its response', async () => {
  await expect(listFrom({})).rejects.toMatchObject({ problem: { type: 'status', status: 404 } });
  await expect(listFrom({ '/v1/models': () => '<html>' })).rejects.toMatchObject({ problem: { type: 'no-list' } });
  await expect(listFrom({ '/v1/models': { status: 'ok' } })).rejects.toMatchObject({ problem: { type: 'no-list' } });
});

test('null instead of a list is an empty list', async () => {
  expect((await listFrom({ '/v1/models': { object: 'list', data: null } })).models).toEqual([]);
  expect((await listFrom({ '/v1/models': { models: null } })).models).toEqual([]);
});

test('facts become observations, unknown ones are ignored', () => {
  expect(listingObservations(UNKNOWN)).toEqual([]);
  const price = { input: 1, output: 2 };
  expect(listingObservations(facts(false, true, 4096, { reasoning: true, price }))).toMatchObject([
    { type: 'tools', supportsTools: false, source: 'listing' },
    { type: 'vision', vision: true },
    { type: 'reasoning', reasoning: true },
    { type: 'context-window', tokens: 4096 },
    { type: 'price', price },
  ]);
});

describe('a list that is refused with 403', () => {
  const keyProblem = async (body: string, apiKey: string | null) => {
    const server = await startRawServer((_request, response) => void response.writeHead(403).end(body));
    const options = { baseUrl: `${server.url}/v1`, apiKey, fetch, hostKind: 'public' as const };
    const listing = listModels(options, new AbortController().signal).finally(() => server.close());
    return listing.catch((error: unknown) => (error instanceof ListingError ? error.keyProblem : error));
  };

  test('is about the key that was sent, regardless of what the server says', async () => {
    expect(await keyProblem('', 'sk-1')).toBe('refused');
    expect(await keyProblem('{"error":{"message":"Forbidden"}}', 'sk-1')).toBe('refused');
  });

  test('is not about a key if none was sent, a web page answers, or the location is refused', async () => {
    expect(await keyProblem('{"error":{"message":"Forbidden"}}', null)).toBeNull();
    expect(await keyProblem('<html><title>Blocked by your company</title></html>', 'sk-1')).toBeNull();
    expect(await keyProblem('{"error":{"message":"Not offered in your region yet"}}', 'sk-1')).toBeNull();
  });
});

test('a list whose address redirects is reported as such, and the key is not sent there', async () => {
  const server = await startRawServer((_request, response) => {
    response.writeHead(301, { location: 'https://elsewhere.test/' }).end();
  });
  const options = { baseUrl: `${server.url}/v1`, apiKey: 'sk-1', fetch, hostKind: 'public' as const };
  const error = await listModels(options, AbortSignal.timeout(10_000)).catch((each: unknown) => each);
  await server.close();
  expect(error).toBeInstanceOf(ListingError);
  expect((error as ListingError).problem).toEqual({ type: 'redirect' });
  expect(server.requests.at(-1)?.headers.authorization).toBeUndefined();
});

test('a list that does not end is not read to its end', async () => {
  const megabyte = new TextEncoder().encode(' '.repeat(1_000_000));
  let most = 0;
  const endless = () => {
    let count = 0;
    const body = new ReadableStream({
      pull(controller) {
        count += 1;
        most = Math.max(most, count);
        if (count > 40) controller.close();
        else controller.enqueue(megabyte);
      },
    });
    return new Response(body);
  };
  const options = {
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKey: null,
    fetch: async () => endless(),
    hostKind: 'loopback' as const,
  };
  const error = await listModels(options, new AbortController().signal).catch((each: unknown) => each);
  expect(error).toBeInstanceOf(ListingError);
  expect(most).toBeGreaterThan(16);
  expect(most).toBeLessThan(20);
});
