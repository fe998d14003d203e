import { afterEach, describe, expect, test } from 'vitest';
import { decodeBase64 } from '../contracts/encoding.ts';
import type { McpCompletionRequest, McpContentRequest } from '../contracts/mcp.ts';
import { type McpServerOptions, type McpTestServer, startMcpServer } from '../testing/mcp/mcp-server.ts';
import { McpClient } from './mcp-client.ts';
import { completeArgument, getContent, listOffers } from './prompts-and-resources.ts';

const running: McpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

type Answers = Record<string, (params: Record<string, unknown>) => unknown>;

/** A client for a server that has prompts and resources and gives these answers. */
async function startServerWithClient(answers: Answers, more: McpServerOptions = {}) {
  const server = await startMcpServer({
    capabilities: { prompts: {}, resources: {} },
    answer: (method, params) => answers[method]?.(params),
    ...more,
  });
  running.push(server);
  const client = new McpClient({ url: server.address, headers: {}, fetch, clientVersion: '1' });
  return { server, client };
}

const { signal } = new AbortController();
const get = (client: McpClient, request: Partial<McpContentRequest>, secrets: string[] = []) =>
  getContent(client, {
    request: { serverId: 's', type: 'prompt', name: 'review', arguments: {}, ...request } as McpContentRequest,
    secrets,
    signal,
  });
const message = (content: unknown, role = 'user') => ({ role, content });
const decodeFileText = ({ data }: { data: string }) => new TextDecoder().decode(decodeBase64(data));

describe('what a server offers', () => {
  test.each([
    ['the newest revision', {}],
    ['a revision with sessions', { versions: ['2025-11-25'], reply: 'events' as const }],
  ])('is listed page by page, cleaned, in %s', async (_revision, more) => {
    const { client } = await startServerWithClient(
      {
        'prompts/list': ({ cursor }) =>
          cursor === undefined
            ? {
                prompts: [
                  { name: 'review', description: 'Reviews\u202e code.', arguments: [{ name: 'code', required: true }] },
                  { title: 'without a name' },
                ],
                nextCursor: 'two',
              }
            : { prompts: [{ name: 'plan', title: 'Plan\na trip' }, { name: 'plan' }] },
        'resources/list': () => ({ resources: [{ uri: 'demo://a', name: 'A' }, { uri: 7 }, { uri: 'demo://b' }] }),
        'resources/templates/list': () => ({
          resourceTemplates: [
            { uriTemplate: 'demo://{kind}/{id}', title: 'By\u200b id' },
            { name: 'without a template' },
          ],
        }),
      },
      more,
    );
    expect(await listOffers(client, signal)).toEqual({
      hasCompletions: false,
      templates: [{ uriTemplate: 'demo://{kind}/{id}', name: 'By id', description: '', variables: ['kind', 'id'] }],
      prompts: [
        {
          name: 'review',
          title: 'review',
          description: 'Reviews code.',
          arguments: [{ name: 'code', title: 'code', description: '', isRequired: true }],
        },
        { name: 'plan', title: 'Plan a trip', description: '', arguments: [] },
      ],
      resources: [
        { uri: 'demo://a', name: 'A', description: '' },
        { uri: 'demo://b', name: 'demo://b', description: '' },
      ],
    });
  });

  test('is not requested if the server does not have it', async () => {
    const { server, client } = await startServerWithClient({}, { capabilities: {} });
    expect(await listOffers(client, signal)).toEqual({
      prompts: [],
      resources: [],
      templates: [],
      hasCompletions: false,
    });
    expect(server.messages.map(({ method }) => method)).not.toContain('prompts/list');
  });

  test('is kept up to a limit', async () => {
    const { client } = await startServerWithClient({
      'prompts/list': () => ({ prompts: Array.from({ length: 500 }, (_, n) => ({ name: `p${n}` })) }),
      'resources/list': () => ({ resources: Array.from({ length: 500 }, (_, n) => ({ uri: `demo://${n}` })) }),
    });
    const { prompts, resources } = await listOffers(client, signal);
    expect([prompts.length, resources.length]).toEqual([100, 200]);
  });
});

describe('a prompt', () => {
  test('is requested with the arguments as entered, and is the text of its messages', async () => {
    const { server, client } = await startServerWithClient({
      'prompts/get': () => ({
        messages: [
          message({ type: 'text', text: 'Review\u200b this.' }),
          message({ type: 'text', text: 'Gladly.' }, 'assistant'),
          message({ type: 'resource', resource: { uri: 'demo://a', text: 'Contents.' } }),
          message({ type: 'image', data: 'AAAA', mimeType: 'image/png' }),
          message({ type: 'resource_link', uri: 'https://x.test/' }),
          message({ type: 'unheard-of' }),
        ],
      }),
    });
    const { text, files } = await get(client, { arguments: { code: 'a  b' } });
    expect(server.messages.at(-1)?.params).toMatchObject({ name: 'review', arguments: { code: 'a  b' } });
    expect(text).toBe('Review this.\n\nAssistant: Gladly.');
    expect(files.map(({ name }) => name)).toEqual(['demo://a', 'image.png']);
    expect(files[0] && decodeFileText(files[0])).toBe('Contents.');
  });

  test('is shortened if it is too long, and does not contain the token', async () => {
    const { client } = await startServerWithClient({
      'prompts/get': () => ({ messages: [message({ type: 'text', text: `secret-token ${'x'.repeat(30_000)}` })] }),
    });
    const { text } = await get(client, {}, ['secret-token']);
    expect(text).toHaveLength(20_000);
    expect(text).toMatch(/^\[token\] x/);
  });

  test.each([
    ['that is refused', { 'prompts/get': () => undefined }, 'mcp-refused'],
    ['without messages', { 'prompts/get': () => ({ messages: 'none' }) }, 'mcp-bad-reply'],
    ['that asks for a sample', { 'prompts/get': () => ({ resultType: 'input_required' }) }, 'mcp-asks-back'],
  ] as [string, Answers, string][])('%s fails with its reason', async (_what, answers, code) => {
    const { client } = await startServerWithClient(answers, { versions: ['2025-11-25'] });
    await expect(get(client, {})).rejects.toMatchObject({ code });
  });
});

test('a resource is read as files, of text or of bytes, without the token', async () => {
  const { server, client } = await startServerWithClient({
    'resources/read': () => ({
      contents: [
        { uri: 'demo://a', text: 'Hello secret-token' },
        { uri: 'demo://b', blob: 'AAEC' },
      ],
    }),
  });
  const { text, files } = await get(client, { type: 'resource', uri: 'demo://a' }, ['secret-token']);
  expect(server.messages.at(-1)?.params).toMatchObject({ uri: 'demo://a' });
  expect(text).toBe('');
  expect(files[0] && decodeFileText(files[0])).toBe('Hello [token]');
  expect(files[1]).toEqual({ name: 'demo://b', data: 'AAEC' });
});

test('a resource of a template is read at the URI that the values make', async () => {
  const { server, client } = await startServerWithClient({
    'resources/read': ({ uri }) => ({ contents: [{ uri: String(uri), text: 'Seven.' }] }),
  });
  const { files } = await get(client, {
    type: 'template',
    uriTemplate: 'demo://{kind}/{id}{?q}',
    arguments: { kind: 'a/b', id: '7' },
  });
  expect(server.messages.at(-1)?.params).toMatchObject({ uri: 'demo://a%2Fb/7' });
  expect(files.map(({ name }) => name)).toEqual(['demo://a%2Fb/7']);
});

describe('values that a server suggests', () => {
  const complete = (client: McpClient, of: McpCompletionRequest['of']) =>
    completeArgument(
      client,
      { serverId: 's', of, argument: { name: 'city', value: 'Be' }, entered: { day: '1' } },
      signal,
    );

  test('are requested with what was entered, and returned cleaned, each once', async () => {
    const { server, client } = await startServerWithClient({
      'completion/complete': () => ({
        completion: { values: ['Bergen', 'Ber\u202elin', 'Bergen', ' '], hasMore: true },
      }),
    });
    expect(await complete(client, { type: 'prompt', name: 'weather' })).toEqual(['Bergen', 'Berlin']);
    expect(server.messages.at(-1)?.params).toMatchObject({
      ref: { type: 'ref/prompt', name: 'weather' },
      argument: { name: 'city', value: 'Be' },
      context: { arguments: { day: '1' } },
    });
    await complete(client, { type: 'template', uriTemplate: 'demo://{city}' });
    expect(server.messages.at(-1)?.params).toMatchObject({ ref: { type: 'ref/resource', uri: 'demo://{city}' } });
  });

  test('are empty if the server sends something else, and at most fifty', async () => {
    const { client } = await startServerWithClient({ 'completion/complete': () => ({ completion: 'x' }) });
    expect(await complete(client, { type: 'prompt', name: 'weather' })).toEqual([]);
    const values = Array.from({ length: 1_000 }, (_, index) => `${index} ${'x'.repeat(1_000)}`);
    const many = await startServerWithClient({ 'completion/complete': () => ({ completion: { values } }) });
    const found = await complete(many.client, { type: 'prompt', name: 'weather' });
    expect(found).toHaveLength(50);
    expect(Math.max(...found.map((value) => value.length))).toBe(200);
  });
});

describe('a resource that is watched', () => {
  const updated = (uri: string) =>
    `data: ${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } })}\n\n`;

  test('reports its own changes and no others, in the newest revision', async () => {
    const { client, server } = await startServerWithClient(
      {},
      {
        capabilities: { resources: { subscribe: true } },
        guard(request, response) {
          if (!request.body.includes('subscriptions/listen')) return false;
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(updated('demo://b') + updated('demo://a') + updated('demo://a'));
          return true;
        },
      },
    );
    let count = 0;
    await client.watchResource('demo://a', () => count++, signal);
    expect(count).toBe(2);
    const sent = server.requests.map(({ body }) => body).find((body) => body.includes('subscriptions/listen'));
    expect(JSON.parse(sent ?? '').params).toMatchObject({ notifications: { resourceSubscriptions: ['demo://a'] } });
  });

  test('is subscribed to on the stream of the session in older revisions, and unsubscribed at the end', async () => {
    const stop = new AbortController();
    const { client, server } = await startServerWithClient(
      { 'resources/subscribe': () => ({}), 'resources/unsubscribe': () => ({}) },
      {
        versions: ['2025-11-25'],
        capabilities: { resources: { subscribe: true } },
        guard(request, response) {
          if (request.method !== 'GET') return false;
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(updated('demo://a'));
          return true;
        },
      },
    );
    let count = 0;
    const watching = client.watchResource('demo://a', () => count++, stop.signal);
    const methods = () => server.messages.map(({ method }) => method);
    await expect.poll(() => count).toBe(1);
    // The stream is open before the subscription is sent.
    await expect.poll(methods).toContain('resources/subscribe');
    stop.abort();
    await watching.catch(() => undefined);
    await expect.poll(methods).toContain('resources/unsubscribe');
  });

  test('is not requested if the server has no subscriptions', async () => {
    const { client, server } = await startServerWithClient({});
    await client.watchResource('demo://a', () => undefined, signal);
    expect(server.requests.every(({ body }) => !body.includes('subscri'))).toBe(true);
  });
});
