import { describe, expect, test } from 'vitest';
import { KNOWN_MODELS, WITHDRAWN_MODELS } from '../../testing/model-api/known-models.ts';
import { createEndpointClient } from '../client/endpoint-client.ts';
import { parseBaseUrl } from '../endpoints/base-url.ts';
import { listModels } from '../endpoints/list-models.ts';
import { HOSTED_PRESETS, type Preset } from './preset-rows.ts';
import { firstModel, hostedPreset, inferModelInterface, PRESETS, presetOfKey, takesPdfs } from './presets.ts';

/** The headers of a request to a server, without a server. */
async function headersFor(baseUrl: string, keyHeader?: 'x-api-key'): Promise<Headers> {
  const seen: Headers[] = [];
  const recording: typeof fetch = (_url, init) => {
    seen.push(new Headers(init?.headers));
    return Promise.resolve(Response.json({}));
  };
  const options = { baseUrl, apiKey: 'k-1', fetch: recording, ...(keyHeader ? { keyHeader } : {}) };
  await createEndpointClient(options).post('/chat/completions', { body: {} }).asResponse();
  return seen[0] ?? new Headers();
}

test('common services and servers have a preset each', () => {
  const ids = PRESETS.map((preset) => preset.presetId);
  expect(new Set(ids).size).toBe(ids.length);
  const expected =
    'openai openrouter anthropic gemini deepseek siliconflow groq mistral together xai moonshot kimi-code minimax zai zai-coding dashscope fireworks cerebras perplexity nvidia huggingface vercel opencode ollama-cloud azure ollama lm-studio llama-cpp localai vllm jan koboldcpp sglang litellm';
  expect(ids).toEqual(expected.split(' '));
});

describe('the first model of a preset is one that its service offers', () => {
  const named = HOSTED_PRESETS.filter((preset) => preset.firstModel !== undefined);
  test.each(named)('$name', ({ presetId, baseUrl, firstModel: pattern }) => {
    const known = KNOWN_MODELS[presetId];
    expect(known, `${presetId} has no row in lib/testing/model-api/known-models.ts`).toBeDefined();
    expect(known?.date).toMatch(/^20\d\d-\d\d-\d\d$/);
    expect(known?.source).not.toBe('');
    const models = [...(known?.models ?? [])];
    expect(models).toContain(firstModel({ baseUrl, models }));
    expect(WITHDRAWN_MODELS[presetId]?.filter((id) => pattern?.test(id)) ?? []).toEqual([]);
  });

  test.each(Object.keys(KNOWN_MODELS))('%s is a preset', (presetId) => {
    expect(named.map((preset) => preset.presetId)).toContain(presetId);
  });
});

describe('preset addresses are equal in every form a user may paste', () => {
  const hosted = PRESETS.filter((preset) => preset.keyUrl !== null);
  // If several plans share a host, the host alone means the first one.
  const isFirstOfHost = ({ baseUrl, presetId }: Preset) =>
    hostedPreset(new URL(baseUrl.replace('RESOURCE', 'mine')).hostname)?.presetId === presetId;
  test.each(hosted)('$name', (preset) => {
    const { baseUrl, otherHosts = [] } = preset;
    const filled = baseUrl.replace('RESOURCE', 'mine');
    const { host, origin } = new URL(filled);
    const forms = [
      filled,
      `${filled}/`,
      `${filled}/chat/completions`,
      ...(isFirstOfHost(preset) ? [origin, host] : []),
      ...(filled.endsWith('/v1') ? [`${filled}/v1`] : []),
    ];
    for (const form of forms) {
      expect(parseBaseUrl(form)).toMatchObject({ url: filled, hostKind: 'public', takesKey: true });
    }
    for (const other of otherHosts) {
      const path = new URL(baseUrl).pathname;
      expect(parseBaseUrl(`https://${other}`)).toMatchObject({ url: `https://${other}${path === '/' ? '' : path}` });
    }
  });

  test.each(PRESETS.filter((preset) => preset.keyUrl === null))('$name', ({ baseUrl }) => {
    expect(parseBaseUrl(baseUrl)).toMatchObject({ url: baseUrl, hostKind: 'loopback', warnings: [] });
  });
});

describe('the key is sent in the header the server expects', () => {
  test('by default: in Authorization', async () => {
    const headers = await headersFor('https://api.openai.com/v1');
    expect(headers.get('authorization')).toBe('Bearer k-1');
    expect(headers.get('api-key')).toBe(null);
  });

  test('Azure: in api-key only', async () => {
    const headers = await headersFor('https://mine.openai.azure.com/openai/v1');
    expect(headers.get('api-key')).toBe('k-1');
    expect(headers.get('authorization')).toBe(null);
  });

  test('Anthropic: with the header for browsers', async () => {
    const headers = await headersFor('https://api.anthropic.com/v1');
    expect(headers.get('authorization')).toBe('Bearer k-1');
    expect(headers.get('anthropic-dangerous-direct-browser-access')).toBe('true');
  });
});

describe('lists', () => {
  const asked: { url: string; headers: Headers }[] = [];
  const answering =
    (body: unknown): typeof fetch =>
    (url, init) => {
      asked.push({ url: String(url), headers: new Headers(init?.headers) });
      return Promise.resolve(Response.json(body));
    };
  async function list(baseUrl: string, body: unknown) {
    asked.length = 0;
    const options = { baseUrl, apiKey: 'k-1', fetch: answering(body), hostKind: 'public' as const };
    return listModels(options, new AbortController().signal);
  }

  test('Anthropic lists with another key header, and its own parameter for pages', async () => {
    await list('https://api.anthropic.com/v1', { data: [{ id: 'a' }], has_more: true, last_id: 'a' });
    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.anthropic.com/v1/models?limit=1000',
      'https://api.anthropic.com/v1/models?limit=1000&after_id=a',
    ]);
    expect(asked[0]?.headers.get('x-api-key')).toBe('k-1');
    expect(asked[0]?.headers.get('authorization')).toBe(null);
  });

  test('Perplexity has none; its models are in the preset', async () => {
    const models = await list('https://api.perplexity.ai', null);
    expect(models.map((model) => model.modelId)).toContain('sonar-pro');
    expect(asked).toEqual([]);
  });
});

test.each([
  ['https://api.anthropic.com/v1', 'anthropic-messages'],
  ['https://api.openai.com/v1', 'openai-responses'],
  ['https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
  ['http://127.0.0.1:11434/v1', 'ollama'],
  ['http://192.168.1.7:11434/v1', 'ollama'],
  ['https://ollama.example.com:11434/v1', 'chat-completions'],
  ['http://127.0.0.1:8080/v1', 'chat-completions'],
  ['https://api.example.com/v1', 'chat-completions'],
  ['https://ollama.com/v1', 'chat-completions'],
])('%s has the interface %s', (baseUrl, modelInterface) => {
  expect(inferModelInterface(baseUrl)).toBe(modelInterface);
});

test.each([
  ['claude-sonnet-5', 'anthropic-messages'],
  ['gpt-6-luna', 'openai-responses'],
  ['gemini-3.8-flash', 'gemini'],
  ['glm-5.3-flash', 'chat-completions'],
  ['grok-code', 'chat-completions'],
])('OpenCode Zen has %s over %s', (modelId, modelInterface) => {
  expect(inferModelInterface('https://opencode.ai/zen/v1', modelId)).toBe(modelInterface);
});

test.each([
  ['anthropic-messages', 'https://api.anthropic.com/v1', true],
  ['anthropic-messages', 'https://gateway.example.com/v1', true],
  // quirk: vanished-pdf
  ['anthropic-messages', 'http://127.0.0.1:8080/v1', false],
  ['anthropic-messages', 'http://192.168.1.7:11434/v1', false],
  ['gemini', 'http://127.0.0.1:4000/v1beta', false],
  ['gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', true],
  ['openai-responses', 'http://127.0.0.1:8080/v1', true],
  ['chat-completions', 'https://api.example.com/v1', false],
] as const)('%s at %s gets PDFs as files: %s', (modelInterface, baseUrl, expected) => {
  expect(takesPdfs(modelInterface, baseUrl)).toBe(expected);
});

describe('the model for a first answer', () => {
  test.each([
    ['the only one', 'http://127.0.0.1:8080/v1', ['llama'], 'llama'],
    [
      'the newest of those its service’s preset names',
      'https://api.openai.com/v1',
      ['babbage-002', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-6.10-terra', 'gpt-6.1-terra', 'gpt-6.10'],
      'gpt-6.10-terra',
    ],
    [
      'a router rather than a model of a stranger',
      'https://openrouter.ai/api/v1',
      ['acme/swift:free', 'openrouter/auto'],
      'openrouter/auto',
    ],
    [
      'the newest Haiku',
      'https://api.anthropic.com/v1',
      ['claude-opus-4-5-20251101', 'claude-3-haiku-20240307', 'claude-haiku-4-5-20251001'],
      'claude-haiku-4-5-20251001',
    ],
    [
      'the newest family of Gemini',
      'https://generativelanguage.googleapis.com/v1beta/openai',
      ['gemini-3.8-flash', 'gemini-4-carbon', 'gemini-4-hydrogen', 'gemini-3.8-flash-image'],
      'gemini-4-hydrogen',
    ],
    ['none if the user has to choose', 'https://api.together.xyz/v1', ['a', 'b'], null],
    ['none of a server of one’s own with several', 'http://127.0.0.1:11434/v1', ['a', 'b'], null],
    ['none without models', 'https://api.openai.com/v1', [], null],
  ])('is %s', (_, baseUrl, models, expected) => {
    expect(firstModel({ baseUrl, models })).toBe(expected);
  });
});

test('the beginning of a key shows which service it belongs to, if only one has it', () => {
  const findPresetId = (key: string) => presetOfKey(key)?.presetId ?? null;
  expect(
    [
      'sk-ant-api03-x',
      ' sk-or-v1-x',
      'sk-proj-x',
      'AIzaX',
      'gsk_x',
      'xai-x',
      'nvapi-x',
      'hf_x',
      'pplx-x',
      'csk-x',
      'vck_x',
      'sk-kimi-x',
      'sk-cp-x',
    ].map(findPresetId),
  ).toEqual([
    'anthropic',
    'openrouter',
    'openai',
    'gemini',
    'groq',
    'xai',
    'nvidia',
    'huggingface',
    'perplexity',
    'cerebras',
    'vercel',
    'kimi-code',
    'minimax',
  ]);
  // Many services have keys with this prefix.
  expect(findPresetId('sk-0123456789abcdef')).toBeNull();
  expect(findPresetId('')).toBeNull();
});
