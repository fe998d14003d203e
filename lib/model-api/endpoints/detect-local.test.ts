import { afterEach, expect, test, vi } from 'vitest';
import { type EmulatedName, startEmulated } from '../../testing/model-api/emulated-servers.ts';
import { type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { defaultAddresses, detectLocalServers } from './detect-local.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function place(starting: Promise<RawServer>, ...presetIds: string[]) {
  const server = await starting;
  servers.push(server);
  return { origin: server.url, presetIds };
}

/** Adds the Origin that browsers send with every POST of an extension. */
const withOrigin: typeof fetch = (input, init) =>
  fetch(input, {
    ...init,
    headers: { ...(init?.headers as object), ...(init?.method === 'POST' ? { origin: 'chrome-extension://abc' } : {}) },
  });

test.each<[EmulatedName, string]>([
  ['ollama', 'Ollama'],
  ['lm-studio', 'LM Studio'],
  ['llama-cpp', 'llama.cpp'],
  ['vllm', 'vLLM'],
])('%s is recognized, with its models, and answers a POST', async (emulated, name) => {
  const found = await detectLocalServers(fetch, [await place(startEmulated(emulated), emulated, 'localai')]);
  expect(found).toMatchObject([
    {
      presetId: emulated,
      name,
      models: ['with-tools', 'without-tools'],
      post: 'answers',
      baseUrl: `${servers[0]?.url}/v1`,
    },
  ]);
});

test('a server that lists its models but refuses the POST of an extension is detected as such', async () => {
  const found = await detectLocalServers(withOrigin, [await place(startEmulated('ollama'), 'ollama')]);
  expect(found).toMatchObject([{ presetId: 'ollama', post: 'origin-refused' }]);
});

test('the POST has no model, so that none is loaded', async () => {
  await detectLocalServers(fetch, [await place(startEmulated('ollama'), 'ollama')]);
  const post = servers[0]?.requests.find((request) => request.method === 'POST');
  expect(JSON.parse(post?.body ?? '')).toEqual({ model: '', messages: [], max_tokens: 1 });
});

test('a server that requires a key for its list is found, and marked as such', async () => {
  const locked = startRawServer((_request, response) => void response.writeHead(401).end());
  expect(await detectLocalServers(fetch, [await place(locked, 'jan')])).toMatchObject([
    { presetId: 'jan', models: [], post: 'needs-key' },
  ]);
});

test('LiteLLM that refuses its list without a key is found by its readiness', async () => {
  expect(await detectLocalServers(fetch, [await place(startEmulated('litellm'), 'litellm')])).toMatchObject([
    { presetId: 'litellm', name: 'LiteLLM', models: [], post: 'needs-key' },
  ]);
});

test('llama.cpp with a key, whose properties are closed, is found by the name in its headers', async () => {
  const locked = startRawServer((_request, response) => void response.writeHead(401, { server: 'llama.cpp' }).end());
  expect(await detectLocalServers(fetch, [await place(locked, 'llama-cpp', 'localai')])).toMatchObject([
    { presetId: 'llama-cpp', name: 'llama.cpp', post: 'needs-key' },
  ]);
});

test.each([
  ['the owner of its models', ['llamacpp'], 'llama-cpp'],
  ['no name if they have several owners', ['vllm', 'acme'], null],
])('a server that answers at an unusual port is recognized by %s', async (_, owners, presetId) => {
  const plain = startRawServer((request, response) => {
    if (request.method === 'POST') response.writeHead(400).end('{"error":"no model"}');
    else if (request.path === '/v1/models')
      response.end(JSON.stringify({ data: owners.map((owned_by, index) => ({ id: `m${index}`, owned_by })) }));
    else response.writeHead(404).end();
  });
  expect(await detectLocalServers(fetch, [await place(plain, 'koboldcpp')])).toMatchObject([{ presetId }]);
});

test('an unknown compatible server is identified by its port', async () => {
  const plain = startRawServer((request, response) => {
    if (request.method === 'POST') response.writeHead(400).end('{"error":"no model"}');
    else if (request.path === '/v1/models') response.end('{"data":[{"id":"m"},{}]}');
    else response.writeHead(404).end();
  });
  const [server] = await detectLocalServers(fetch, [await place(plain, 'llama-cpp', 'localai')]);
  expect(server).toMatchObject({ presetId: null, models: ['m'], post: 'answers' });
  expect(server).toMatchObject({ name: null, baseUrl: `${servers[0]?.url}/v1` });
});

test.each<[string, Parameters<typeof startRawServer>[0]]>([
  ['a web server', (_request, response) => void response.end('<html>')],
  [
    'one with a list but no chat',
    (request, response) =>
      void (request.method === 'GET' ? response.end('{"data":[]}') : response.writeHead(404).end('404 page not found')),
  ],
  ['one that redirects', (_request, response) => void response.writeHead(302, { location: '/elsewhere' }).end()],
])('%s is not detected', async (_name, handle) => {
  expect(await detectLocalServers(fetch, [await place(startRawServer(handle), 'ollama')])).toEqual([]);
});

test('silent servers are given up, and asked at the same time', async () => {
  const requested: number[] = [];
  const silent = (port: number) => startRawServer(() => void requested.push(port));
  const places = await Promise.all([place(silent(1), 'ollama'), place(silent(2), 'vllm'), place(silent(3), 'jan')]);
  const detected = detectLocalServers(fetch, places);
  // Each server is asked before any of the others has answered.
  await vi.waitFor(() => expect(new Set(requested).size).toBe(3));
  expect(await detected).toEqual([]);
});

test('each usual port is requested once, on 127.0.0.1', () => {
  const places = defaultAddresses();
  expect(places.map(({ origin }) => origin)).toEqual(
    [11434, 1234, 8080, 8000, 1337, 5001, 30000, 4000].map((port) => `http://127.0.0.1:${port}`),
  );
  expect(places.find(({ origin }) => origin.endsWith(':8080'))?.presetIds).toEqual(['llama-cpp', 'localai']);
});

test('a server that redirects is not followed, not even to its own address', async () => {
  const redirecting = startRawServer((_request, response) => {
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  expect(await detectLocalServers(fetch, [await place(redirecting, 'ollama')])).toEqual([]);
  const paths = servers[0]?.requests.map(({ path }) => path) ?? [];
  expect(paths).not.toEqual([]);
  expect(paths).not.toContain('/elsewhere');
});
