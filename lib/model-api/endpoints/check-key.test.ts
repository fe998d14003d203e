import { expect, test } from 'vitest';
import type { HostKind } from '../../contracts/index.ts';
import { startRawServer } from '../../testing/model-api/raw-server.ts';
import type { EndpointClientOptions } from '../client/endpoint-client.ts';
import { findKeyProblem } from './check-key.ts';

const KEY = 'sk-good-good-good';
const json = (value: unknown) => JSON.stringify(value);
const models = json({ data: [{ id: 'm' }] });
const error = (message: string) => json({ error: { message } });

type Reply = [status: number, body: string];
type Asking = Partial<EndpointClientOptions> & { hostKind?: HostKind };

/** The verdict on the server's key, and what was requested after its lists. */
async function check(list: (key: string) => Reply, chat: (key: string) => Reply, asking: Asking = {}) {
  const server = await startRawServer(({ path, headers }, response) => {
    const [status, body] = (path.endsWith('/models') ? list : chat)(headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  const options = { baseUrl: `${server.url}/v1`, apiKey: 'sk-typo', fetch, hostKind: 'public' as const, ...asking };
  const problem = await findKeyProblem(options, 'm', new AbortController().signal);
  await server.close();
  const posts = server.requests.filter(({ method }) => method === 'POST');
  return { problem, posts: posts.map(({ path, body }) => ({ path, ...JSON.parse(body) })) };
}

const toEverybody = (): Reply => [200, models];
const refuses = (key: string): Reply => (key === `Bearer ${KEY}` ? [200, '{}'] : [401, error('User not found.')]);

test('a key that a public list cannot confirm is tried with a question of one token', async () => {
  expect(await check(toEverybody, refuses)).toMatchObject({
    problem: 'refused',
    posts: [{ path: '/v1/chat/completions', model: 'm', max_tokens: 1 }],
  });
  expect(await check(toEverybody, refuses, { apiKey: KEY })).toMatchObject({ problem: null });
});

test('a refusal that is not about the key is left to the first question', async () => {
  for (const status of [400, 402, 403, 404, 429, 500]) {
    expect(await check(toEverybody, () => [status, error('Choose another model')])).toMatchObject({ problem: null });
  }
  expect(await check(toEverybody, () => [400, error('API key not valid')])).toMatchObject({ problem: 'refused' });
});

test('nothing is sent if the list requires a key', async () => {
  const toOwner = (key: string): Reply => (key === '' ? [401, ''] : [200, models]);
  expect(await check(toOwner, refuses)).toEqual({ problem: null, posts: [] });
});

test('a missing key is detected with the same question', async () => {
  expect(await check(toEverybody, refuses, { apiKey: null })).toMatchObject({ problem: 'missing' });
  expect(await check(toEverybody, () => [200, '{}'], { apiKey: null })).toMatchObject({ problem: null });
});

test('a server in the own network loads no model for it', async () => {
  const { problem, posts } = await check(toEverybody, refuses, { hostKind: 'loopback' });
  expect([problem, posts[0].model]).toEqual(['refused', '']);
});

test('the Responses interface is tried in its own format', async () => {
  const { problem, posts } = await check(toEverybody, refuses, { interface: 'openai-responses' });
  expect([problem, posts[0].path]).toEqual(['refused', '/v1/responses']);
});
