import { afterEach, expect, test } from 'vitest';
import type { ModelEvent } from '../../contracts/model-client.ts';
import { type RawServer, startRawServer } from '../../testing/model-api/raw-server.ts';
import { REQUEST } from '../../testing/model-api/request-from-server.ts';
import { createModelClient } from '../client/model-client.ts';

const servers: RawServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** What one request yields, of a server that tells this of what it has in memory. */
async function ask(running: unknown, status = 200) {
  const server = await startRawServer((request, response) => {
    if (request.path === '/api/ps') response.writeHead(status).end(JSON.stringify(running));
    else response.end('{"message":{"content":"Nine."},"done":true}\n');
  });
  servers.push(server);
  const baseUrl = `${server.url}/v1`;
  const client = createModelClient({ baseUrl, hostKind: 'loopback', apiKey: null, fetch, interface: 'ollama' });
  const events: ModelEvent[] = [];
  const request = { ...REQUEST, modelId: 'qwen3' };
  for await (const event of client.stream(request, new AbortController().signal)) events.push(event);
  return events.map((event) => (event.type === 'step-notice' ? event.notice.code : event.type));
}

test('says that a model has to be loaded, before the request that loads it', async () => {
  expect(await ask({ models: [{ name: 'other:8b' }] })).toEqual(['loading', 'text-delta', 'step-end']);
  expect(await ask({ models: [] })).toEqual(['loading', 'text-delta', 'step-end']);
});

test('says nothing of a model that is there', async () => {
  expect(await ask({ models: [{ name: 'qwen3:latest', model: 'qwen3:latest' }] })).toEqual(['text-delta', 'step-end']);
});

test('a server that does not tell is asked all the same', async () => {
  expect(await ask({ error: 'no' }, 404)).toEqual(['text-delta', 'step-end']);
  expect(await ask(['odd'])).toEqual(['text-delta', 'step-end']);
});
