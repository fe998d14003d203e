import { describe, expect, test } from 'vitest';
import type { HostKind } from '../../contracts/address.ts';
import type { ModelEvent, ModelRequest } from '../../contracts/model-client.ts';
import { chunk, EVENT_STREAM, type RawServer, sse, startRawServer } from '../../testing/model-api/raw-server.ts';
import { createModelClient } from './model-client.ts';

type Handle = Parameters<typeof startRawServer>[0];

const REQUEST: ModelRequest = {
  modelId: 'm',
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'Where?' }],
  tools: [],
  toolMode: 'none',
  maxOutputTokens: null,
  attempt: 0,
};

async function ask(baseUrl: string, { hostKind = 'loopback' as HostKind, change = {} as Partial<ModelRequest> } = {}) {
  const client = createModelClient({ baseUrl, hostKind, apiKey: null, fetch, random: () => 0.5 });
  const events: ModelEvent[] = [];
  for await (const event of client.stream({ ...REQUEST, ...change }, new AbortController().signal)) events.push(event);
  return events;
}

async function askServer(handle: Handle, options: Parameters<typeof ask>[1] = {}) {
  const server: RawServer = await startRawServer(handle);
  const events = await ask(`${server.url}/v1`, options);
  await server.close();
  return { events, count: server.requests.length };
}

const again = (code: string, afterMs = 1000) => [
  { type: 'retry', reason: 'retry', observation: null, afterMs, failure: expect.objectContaining({ code }) },
];

describe('before anything was shown', () => {
  test('one call sends one request, regardless of the response', async () => {
    const { events, count } = await askServer((_request, response) => void response.writeHead(503).end('busy'));
    expect(events).toEqual(again('bad-response'));
    expect(count).toBe(1);
  });

  test('each further attempt waits longer', async () => {
    const busy: Handle = (_request, response) => void response.writeHead(429).end('busy');
    expect((await askServer(busy, { change: { attempt: 1 } })).events).toEqual(again('rate-limit', 4000));
  });

  test('a reset connection gives a retry', async () => {
    expect((await askServer((_request, response) => void response.destroy())).events).toEqual(again('network'));
  });

  test('so does one that breaks after the headers, or ends without content', async () => {
    const dies: Handle = async (_request, response) => {
      response.writeHead(200, EVENT_STREAM).write(': hello\n\n');
      await new Promise((resolve) => setImmediate(resolve));
      response.destroy();
    };
    expect((await askServer(dies)).events).toEqual(again('network'));
    const ends: Handle = (_request, response) => void response.writeHead(200, EVENT_STREAM).end();
    expect((await askServer(ends)).events).toEqual(again('network'));
  });

  test('an error in the stream counts like an error response', async () => {
    const { events } = await askServer((_request, response) => {
      response.writeHead(200, EVENT_STREAM).end(sse({ error: { code: 429, message: 'slow down' } }));
    });
    expect(events).toEqual(again('rate-limit'));
  });

  test('an unreachable local server is a failure at once, a hosted one is retried', async () => {
    const nobody = 'http://127.0.0.1:9/v1';
    expect(await ask(nobody)).toMatchObject([{ type: 'failure', failure: { code: 'network' } }]);
    const offline = Object.assign(new TypeError('Failed to fetch'));
    const client = createModelClient({
      baseUrl: 'https://api.example.com/v1',
      hostKind: 'public',
      apiKey: null,
      fetch: () => Promise.reject(offline),
      random: () => 0.5,
    });
    const events: ModelEvent[] = [];
    for await (const event of client.stream(REQUEST, new AbortController().signal)) events.push(event);
    expect(events).toEqual(again('network'));
  });
});

describe('after something was shown', () => {
  test('an error is a failure, and a broken connection an interruption', async () => {
    const overloaded = await askServer((_request, response) => {
      response.writeHead(200, EVENT_STREAM).write(chunk({ content: 'Well' }));
      response.end(sse({ error: { code: 503, message: 'overloaded' } }));
    });
    expect(overloaded.events).toMatchObject([{ type: 'text-delta' }, { type: 'failure' }]);
    const thinking = await askServer((_request, response) => {
      response.writeHead(200, EVENT_STREAM).end(chunk({ reasoning: 'Hm.' }));
    });
    expect(thinking.events).toMatchObject([{ type: 'reasoning-delta' }, { type: 'interrupted' }]);
  });
});

describe('a conversation that the server truncated silently', () => {
  const long: ModelRequest['messages'] = [{ role: 'user', content: 'The tide comes in. '.repeat(2000) }];
  const answer =
    (inputTokens: number): Handle =>
    (_request, response) => {
      response.writeHead(200, EVENT_STREAM).write(chunk({ content: 'ok' }, 'stop'));
      response.end(sse({ choices: [], usage: { prompt_tokens: inputTokens, completion_tokens: 1 } }) + sse('[DONE]'));
    };

  test('is detected before the step ends, reported, and the window observed', async () => {
    const { events } = await askServer(answer(4095), { change: { messages: long } });
    expect(events).toMatchObject([
      { type: 'text-delta' },
      { type: 'observation', observation: { type: 'context-window', tokens: 4096 } },
      { type: 'step-notice', notice: { code: 'shortened', what: 'by-server', tokens: 4096 } },
      { type: 'step-end' },
    ]);
  });

  test('is not assumed if everything was read, little was sent, or the server is hosted', async () => {
    const types = (events: ModelEvent[]) => events.map((event) => event.type);
    const plain = ['text-delta', 'step-end'];
    expect(types((await askServer(answer(9000), { change: { messages: long } })).events)).toEqual(plain);
    expect(types((await askServer(answer(20))).events)).toEqual(plain);
    const hosted = await askServer(answer(4095), { hostKind: 'public', change: { messages: long } });
    expect(types(hosted.events)).toEqual(plain);
  });
});
