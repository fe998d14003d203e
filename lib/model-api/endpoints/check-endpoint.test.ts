import { afterEach, expect, test } from 'vitest';
import type { CapabilityObservation } from '../../contracts/capability.ts';
import type { ModelInterface } from '../../contracts/endpoint.ts';
import type { EndpointCheck } from '../../contracts/endpoint-check.ts';
import { type EmulatedName, startEmulated } from '../../testing/model-api/emulated-servers.ts';
import { chunk, EVENT_STREAM, type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { createModelClient } from '../client/model-client.ts';
import { checkEndpoint } from './check-endpoint.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Options = {
  now?: () => number;
  modelId?: string;
  apiKey?: string | null;
  origin?: boolean;
  contextWindow?: number | null;
  interface?: ModelInterface;
};

/** Runs the whole test of a server, like the worker, and returns what was learned from it. */
async function check(starting: Promise<RawServer> | string, options: Options = {}) {
  const { modelId = 'with-tools', apiKey = null, origin = false, contextWindow = null } = options;
  const { interface: modelInterface = 'chat-completions' } = options;
  const url = typeof starting === 'string' ? starting : await start(starting);
  const asExtension: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    if (init?.method === 'POST') headers.set('origin', 'chrome-extension://abc');
    return fetch(input, { ...init, headers });
  };
  const access = {
    baseUrl: `${url}/v1`,
    hostKind: 'loopback' as const,
    apiKey,
    fetch: origin ? asExtension : fetch,
    interface: modelInterface,
  };
  const learned: CapabilityObservation[] = [];
  const modelAccess = {
    connect: async () => createModelClient(access),
    learn: async (observation: CapabilityObservation) => void learned.push(observation),
  };
  const known = async () => ({ vision: null, contextWindow });
  const checks: EndpointCheck[] = [];
  const test = { options: access, modelAccess, modelId, known, ...(options.now ? { now: options.now } : {}) };
  for await (const each of checkEndpoint(test, new AbortController().signal)) checks.push(each);
  return { checks, learned, results: checks.map(({ check, result }) => `${check} ${result}`) };
}

/** A clock that advances by `step` milliseconds at every read. */
function clock(step: number): () => number {
  const looks: number[] = [];
  return () => looks.push(0) * step;
}

async function start(starting: Promise<RawServer>): Promise<string> {
  const server = await starting;
  servers.push(server);
  return server.url;
}

const emulated = (name: EmulatedName, options?: Options) => check(startEmulated(name), options);

const ANSWERS = ['reachable ok', 'origin ok', 'key ok', 'model ok', 'stream ok'];

test('Ollama in its own interface: everything works, natively, and no tools are asked of a model without', async () => {
  const native = { interface: 'ollama', contextWindow: 131_072 } as const;
  expect((await emulated('ollama', native)).results).toEqual([...ANSWERS, 'tools ok', 'vision note', 'context ok']);
  const { learned } = await emulated('ollama', { ...native, modelId: 'without-tools' });
  expect(learned).toContainEqual(expect.objectContaining({ type: 'tools', supportsTools: false }));
});

test('a server that does not have the interface of its settings is not a model server', async () => {
  const { checks } = await emulated('vllm', { interface: 'anthropic-messages' });
  expect(checks.at(-1)).toMatchObject({ check: 'model', result: 'failed' });
});

test('Ollama, if its Origin check is out of the way: everything works, natively', async () => {
  const { results, learned } = await emulated('ollama', { contextWindow: 131_072 });
  expect(results).toEqual([...ANSWERS, 'tools ok', 'vision note', 'context ok']);
  expect(learned).toContainEqual(expect.objectContaining({ type: 'tools', supportsTools: true, source: 'probe' }));
});

test('Ollama with the Origin of an extension: the list works, the POST is refused, with advice for Ollama', async () => {
  const { results, checks } = await emulated('ollama', { origin: true });
  expect(results).toEqual(['reachable ok', 'origin failed']);
  expect(checks.at(-1)?.finding).toMatchObject({ type: 'failure', failure: { reason: { type: 'origin-refused' } } });
});

test('Ollama, a model without tools: tags', async () => {
  const { checks, learned } = await emulated('ollama', { modelId: 'without-tools' });
  expect(checks.find(({ check }) => check === 'tools')?.finding).toMatchObject({
    verdict: 'no',
    evidence: expect.stringContaining('does not support tools'),
  });
  expect(learned).toContainEqual(expect.objectContaining({ type: 'tools', supportsTools: false }));
});

test('LM Studio', async () => {
  expect((await emulated('lm-studio')).results.slice(0, 6)).toEqual([...ANSWERS, 'tools ok']);
});

test('llama.cpp drops the tools silently, which is inconclusive; a small context is reported', async () => {
  const { results, checks } = await emulated('llama-cpp', { contextWindow: 4096 });
  expect(results.slice(-3)).toEqual(['tools note', 'vision note', 'context note']);
  expect(checks.at(-1)?.finding).toEqual({ type: 'context', tokens: 4096, size: 'small-setting' });
});

test('vLLM without a tool parser: tags', async () => {
  const { checks } = await emulated('vllm');
  expect(checks.find(({ check }) => check === 'tools')?.finding).toMatchObject({
    verdict: 'no',
    evidence: expect.stringContaining('enable-auto-tool-choice'),
  });
});

test('vLLM, a missing model: similar names are suggested', async () => {
  const { results, checks } = await emulated('vllm', { modelId: 'with-tool' });
  expect(results).toEqual(['reachable ok', 'origin ok', 'key ok', 'model failed']);
  expect(checks.at(-1)?.finding).toMatchObject({ similar: expect.arrayContaining(['with-tools']) });
});

test('OpenRouter: a missing and a wrong key', async () => {
  const missing = await emulated('openrouter');
  expect(missing.results).toEqual(['reachable ok', 'origin ok', 'key failed']);
  expect(missing.checks.at(-1)?.finding).toMatchObject({ failure: { reason: { type: 'key-needed' } } });
  const wrong = await emulated('openrouter', { apiKey: 'sk-or-bad-0123456789' });
  expect(wrong.checks.at(-1)?.finding).toMatchObject({ failure: { reason: { type: 'key-refused' } } });
});

test.each<[string, string | null, string]>([
  ['no key', null, 'key-needed'],
  ['a wrong key', 'sk-wrong-0123456789', 'key-refused'],
])(
  'LiteLLM without a database: %s is not reported as accepted (quirk: key-refused-with-400)',
  async (_, apiKey, type) => {
    const { results, checks } = await emulated('litellm', { apiKey });
    expect(results).toEqual(['reachable note', 'origin ok', 'key failed']);
    expect(checks.at(-1)?.finding).toMatchObject({ failure: { code: 'auth', reason: { type } } });
  },
);

test('LiteLLM with its key: everything works', async () => {
  const { results } = await emulated('litellm', { apiKey: 'sk-master-0123456789' });
  expect(results.slice(0, 6)).toEqual([...ANSWERS, 'tools ok']);
});

test.each([
  ['an error of the server, which lists its models', 500, true, null],
  ['an error of the server although a key is set', 500, false, 'sk-0123456789'],
  ['a refusal for another reason', 400, false, null],
])('%s says nothing about the key', async (_, status, lists, apiKey) => {
  const { results } = await check(
    startRawServer(({ method }, response) => {
      if (method === 'GET' && lists) response.end('{"data":[{"id":"with-tools"}]}');
      else response.writeHead(status).end('Internal Server Error');
    }),
    { apiKey },
  );
  expect(results).toEqual([lists ? 'reachable ok' : 'reachable note', 'origin ok', 'model failed']);
});

test('OpenRouter, a model without a provider for tools: tags', async () => {
  const { checks } = await emulated('openrouter', { apiKey: 'sk-or-good', modelId: 'without-tools' });
  expect(checks.find(({ check }) => check === 'tools')?.finding).toMatchObject({
    verdict: 'no',
    evidence: expect.stringContaining('No endpoints found that support tool use'),
  });
});

test('no server: reported as such, and nothing else is tried', async () => {
  const { results, checks } = await check('http://127.0.0.1:9');
  expect(results).toEqual(['reachable failed']);
  expect(checks[0]?.finding).toMatchObject({ failure: { reason: { type: 'server-not-running' } } });
});

test('a redirect is not followed, with the key or without', async () => {
  const elsewhere = await start(startRawServer((_request, response) => void response.end('{"data":[]}')));
  const { results } = await check(
    startRawServer((_request, response) => void response.writeHead(307, { location: `${elsewhere}/v1/models` }).end()),
    { apiKey: 'sk-1' },
  );
  expect(results).toEqual(['reachable failed']);
  expect(servers[0]?.requests).toEqual([]);
});

test('a missing list is not a failure, and an answer without streaming is reported', async () => {
  const { results } = await check(
    startRawServer(({ path }, response) => {
      if (!path.endsWith('/chat/completions')) response.writeHead(404).end();
      else response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'One, two, three.' }) + chunk({}, 'stop'));
    }),
    { now: clock(2_000) },
  );
  expect(results.slice(0, 5)).toEqual(['reachable note', 'origin ok', 'key ok', 'model ok', 'stream note']);
});

test('a vision model describes the picture, and another is refused it', async () => {
  const seeing = (say: string, status: number) =>
    startRawServer(({ path, body }, response) => {
      if (path.endsWith('/models')) return void response.end('{"data":[{"id":"m"}]}');
      if (!path.endsWith('/chat/completions')) return void response.writeHead(404).end();
      if (body.includes('image_url'))
        return void response.writeHead(status, { 'content-type': 'application/json' }).end(say);
      response.writeHead(200, EVENT_STREAM).end(chunk({ content: 'One.' }) + chunk({}, 'stop'));
    });
  const reply = JSON.stringify({ choices: [{ message: { content: 'Red.' } }] });
  const seen = await check(seeing(reply, 200));
  expect(seen.results).toContain('vision ok');
  expect(seen.learned).toContainEqual({ type: 'vision', vision: true });
  const error = JSON.stringify({ error: { message: 'image input is not supported - hint: provide the mmproj' } });
  const blind = await check(seeing(error, 500));
  expect(blind.checks.find(({ check }) => check === 'vision')?.finding).toMatchObject({
    verdict: 'no',
    evidence: { type: 'picture-refused' },
  });
  expect(blind.learned).toContainEqual({ type: 'vision', vision: false });
});

test("an empty answer, and a refusal with the server's message", async () => {
  const chat = (status: number, body: string) =>
    startRawServer(({ path }, response) => {
      if (path.endsWith('/chat/completions')) response.writeHead(status, EVENT_STREAM).end(body);
      else response.end('{"data":[{"id":"with-tools"}]}');
    });
  const empty = await check(chat(200, chunk({}, 'stop')));
  expect(empty.checks.at(-1)).toMatchObject({ check: 'model', finding: { type: 'empty-answer' } });
  const refused = await check(chat(418, '{"error":"I am a teapot"}'));
  expect(refused.checks.at(-1)).toMatchObject({
    check: 'model',
    finding: { failure: { reason: { type: 'request-refused', status: 418 }, detail: 'I am a teapot' } },
  });
});
