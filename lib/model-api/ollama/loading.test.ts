import { afterEach, expect, test } from 'vitest';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { REQUEST } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from '../client/model-client.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The events of one request to a server that reports these models in memory. */
async function ask(running: unknown, status = 200) {
  const server = await startRawServer((request, response) => {
    if (request.path === '/api/ps') response.writeHead(status).end(JSON.stringify(running));
    else response.end('{"message":{"content":"Nine."},"done":true}\n');
  });
  servers.push(server);
  return collectCodes(server);
}

function stream(server: RawServer): AsyncIterable<ModelEvent> {
  const baseUrl = `${server.url}/v1`;
  const client = createModelClient({ baseUrl, hostKind: 'loopback', apiKey: null, fetch, interface: 'ollama' });
  return client.stream({ ...REQUEST, modelId: 'qwen3' }, new AbortController().signal);
}

/** The codes of the events of one request. `onEvent` is called before the next event is awaited. */
async function collectCodes(server: RawServer, onEvent: (code: string) => void = () => undefined): Promise<string[]> {
  const codes: string[] = [];
  for await (const event of stream(server)) {
    const code = event.type === 'step-notice' ? event.notice.code : event.type;
    codes.push(code);
    onEvent(code);
  }
  return codes;
}

test('says that a model has to be loaded, before the request that loads it', async () => {
  expect(await ask({ models: [{ name: 'other:8b' }] })).toEqual(['loading', 'text-delta', 'step-end']);
  expect(await ask({ models: [] })).toEqual(['loading', 'text-delta', 'step-end']);
});

test('says nothing about a model that is already loaded', async () => {
  expect(await ask({ models: [{ name: 'qwen3:latest', model: 'qwen3:latest' }] })).toEqual(['text-delta', 'step-end']);
});

test('says that the model is loaded while it reads the conversation, which can take longer', async () => {
  let isLoaded = false;
  const answer = Promise.withResolvers<void>();
  const server = await startRawServer(async (request, response) => {
    if (request.path === '/api/ps')
      return void response.end(JSON.stringify({ models: isLoaded ? [{ name: 'qwen3:latest' }] : [] }));
    isLoaded = true;
    await answer.promise;
    response.end('{"message":{"content":"Nine."},"done":true}\n');
  });
  servers.push(server);
  const codes = await collectCodes(server, (code) => {
    if (code === 'loaded') answer.resolve();
  });
  expect(codes).toEqual(['loading', 'loaded', 'text-delta', 'step-end']);
});

test('a request that is refused while the model is loaded says why', async () => {
  const server = await startRawServer((request, response) => {
    if (request.path === '/api/ps') return void response.end('{"models":[]}');
    response.writeHead(500).end('{"error":"model requires more system memory (9 GiB) than is available"}');
  });
  servers.push(server);
  expect(await collectCodes(server)).toEqual(['loading', 'failure']);
});

test('a server that does not tell is asked all the same', async () => {
  expect(await ask({ error: 'no' }, 404)).toEqual(['text-delta', 'step-end']);
  expect(await ask(['odd'])).toEqual(['text-delta', 'step-end']);
});
