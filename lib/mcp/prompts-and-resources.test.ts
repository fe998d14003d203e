import { afterEach, describe, expect, test } from 'vitest';
import { bytesOf } from '../contracts/encoding.ts';
import type { McpContentRequest } from '../contracts/mcp.ts';
import { type McpServerOptions, type McpTestServer, startMcpServer } from '../testing/mcp/mcp-server.ts';
import { McpClient } from './mcp-client.ts';
import { getContent, listOffers } from './prompts-and-resources.ts';

const running: McpTestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

type Answers = Record<string, (params: Record<string, unknown>) => unknown>;

/** A client for a server that has prompts and resources, and answers like this. */
async function clientOf(answers: Answers, more: McpServerOptions = {}) {
  const server = await startMcpServer({
    capabilities: { prompts: {}, resources: {} },
    answer: (method, params) => answers[method]?.(params),
    ...more,
  });
  running.push(server);
  const client = new McpClient({ url: server.address, headers: {}, fetch, clientVersion: '1', idleMs: 2_000 });
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
const textOf = ({ data }: { data: string }) => new TextDecoder().decode(bytesOf(data));

describe('what a server offers', () => {
  test.each([
    ['the newest revision', {}],
    ['a revision with sessions', { versions: ['2025-11-25'], reply: 'events' as const }],
  ])('is listed page by page, cleaned, in %s', async (_revision, more) => {
    const { client } = await clientOf(
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
      },
      more,
    );
    expect(await listOffers(client, signal)).toEqual({
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

  test('is not asked for where the server does not have it', async () => {
    const { server, client } = await clientOf({}, { capabilities: {} });
    expect(await listOffers(client, signal)).toEqual({ prompts: [], resources: [] });
    expect(server.messages.map(({ method }) => method)).not.toContain('prompts/list');
  });

  test('is kept up to a limit', async () => {
    const { client } = await clientOf({
      'prompts/list': () => ({ prompts: Array.from({ length: 500 }, (_, n) => ({ name: `p${n}` })) }),
      'resources/list': () => ({ resources: Array.from({ length: 500 }, (_, n) => ({ uri: `demo://${n}` })) }),
    });
    const { prompts, resources } = await listOffers(client, signal);
    expect([prompts.length, resources.length]).toEqual([100, 200]);
  });
});

describe('a prompt', () => {
  test('is asked for with the arguments as they were entered, and is the text of its messages', async () => {
    const { server, client } = await clientOf({
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
    expect(files[0] && textOf(files[0])).toBe('Contents.');
  });

  test('is cut where it is too long to be read, and does not tell the token', async () => {
    const { client } = await clientOf({
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
    const { client } = await clientOf(answers, { versions: ['2025-11-25'] });
    await expect(get(client, {})).rejects.toMatchObject({ code });
  });
});

test('a resource is read as files, of text or of bytes, without the token', async () => {
  const { server, client } = await clientOf({
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
  expect(files[0] && textOf(files[0])).toBe('Hello [token]');
  expect(files[1]).toEqual({ name: 'demo://b', data: 'AAEC' });
});
