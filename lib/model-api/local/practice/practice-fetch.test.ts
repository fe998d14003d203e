import { createParser } from 'eventsource-parser';
import { describe, expect, test } from 'vitest';
import { practiceWords } from '../../../../entrypoints/background/practice-words.ts';
import { nativeBody, plainBody, SAMPLE_PAGE, taggedBody } from '../../../testing/model-api/practice-request.ts';
import { createPracticeFetch } from './practice-fetch.ts';

const practiceFetch = createPracticeFetch(practiceWords);

const url = 'https://practice.invalid/v1/chat/completions';
const page = { toolName: 'read_page', content: SAMPLE_PAGE };

type Delta = {
  role?: string;
  content?: string;
  reasoning_content?: string;
  tool_calls?: { index: number; id?: string; type?: string; function: { name?: string; arguments: string } }[];
};
type Chunk = {
  id: string;
  created: number;
  choices: { delta: Delta; finish_reason: string | null }[];
  usage?: { total_tokens: number };
};

/** A practice model that never waits, with a fixed clock. */
const quickFetch = createPracticeFetch(practiceWords, {
  now: () => 1_700_000_000_500,
  sleep: () => Promise.resolve(),
  paceMs: 0,
});

function post(body: object): RequestInit {
  return { method: 'POST', body: JSON.stringify(body) };
}

/** Reads a stream with the parser that the provider uses. */
function parse(sse: string) {
  const data: string[] = [];
  createParser({ onEvent: (event) => data.push(event.data) }).feed(sse);
  const chunks = data.filter((text) => text !== '[DONE]').map((text): Chunk => JSON.parse(text));
  const deltas = chunks.flatMap((chunk) => chunk.choices.map((choice) => choice.delta));
  const calls = deltas.flatMap((delta) => delta.tool_calls ?? []);
  return {
    chunks,
    deltas,
    text: deltas.map((delta) => delta.content ?? '').join(''),
    reasoning: deltas.map((delta) => delta.reasoning_content ?? '').join(''),
    starts: calls.filter((call) => call.id !== undefined),
    joinArguments: (index: number) =>
      calls.map((call) => (call.index === index ? call.function.arguments : '')).join(''),
    finishReason: chunks.flatMap((chunk) => chunk.choices).findLast((choice) => choice.finish_reason)?.finish_reason,
    done: data.at(-1) === '[DONE]',
  };
}

async function stream(body: object) {
  const response = await quickFetch(url, post(body));
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  return parse(await response.text());
}

describe('a stream', () => {
  test('carries native calls as OpenAI does: the name first, then the arguments in fragments', async () => {
    const reply = await stream(nativeBody('practice: parallel spring tides'));
    expect(reply.starts).toEqual([
      { index: 0, id: expect.any(String), type: 'function', function: { name: 'read_page', arguments: '' } },
      { index: 1, id: expect.any(String), type: 'function', function: { name: 'find_in_page', arguments: '' } },
    ]);
    expect([reply.joinArguments(0), reply.joinArguments(1)]).toEqual(['{}', '{"query":"spring tides"}']);
    expect(reply.deltas.length).toBeGreaterThan(5);
    expect(reply).toMatchObject({ finishReason: 'tool_calls', done: true, text: '' });
  });

  test('carries tags in several chunks of text', async () => {
    const reply = await stream(taggedBody('What are spring tides?'));
    expect(reply.text).toBe('<tool name="read_page">{}</tool>');
    expect(reply.deltas.filter((delta) => delta.content?.includes('<tool name=')).length).toBe(0);
    expect(reply).toMatchObject({ finishReason: 'stop', done: true, starts: [] });
  });

  test.each([
    ['natively', nativeBody('What are spring tides?', [page])],
    ['by tags', taggedBody('What are spring tides?', [page])],
  ])('quotes the page once it was read, %s', async (_how, body) => {
    const reply = await stream(body);
    expect(reply.deltas[0]?.role).toBe('assistant');
    expect(reply.text).toContain('> The tides are then called spring tides, whatever the season.');
    expect(reply).toMatchObject({ finishReason: 'stop', done: true });
  });

  test('sends reasoning separately from the answer', async () => {
    const reply = await stream(nativeBody('practice: thinking', [page]));
    expect(reply.reasoning).toMatch(/split it into sentences/);
    expect(reply.text).not.toMatch(/split it into sentences/);
  });

  test('loses no character of a long answer', async () => {
    const [streamed, whole] = await Promise.all([
      stream(plainBody('practice: long')),
      quickFetch(url, post({ ...plainBody('practice: long'), stream: false })),
    ]);
    expect(streamed.text).toBe((await whole.json()).choices[0].message.content);
  });

  test('that is cut off ends without a reason and without [DONE]', async () => {
    const reply = await stream(plainBody('practice: cut'));
    expect(reply.text).toMatch(/because the connection is$/);
    expect(reply).toMatchObject({ finishReason: undefined, done: false });
  });

  test('ends with usage if requested', async () => {
    const body = { ...plainBody('hi'), stream_options: { include_usage: true } };
    expect((await stream(body)).chunks.at(-1)?.usage?.total_tokens).toBeGreaterThan(10);
    expect((await stream(plainBody('hi'))).chunks.at(-1)?.usage).toBeUndefined();
  });
});

describe('determinism', () => {
  test('the same request gets the same bytes', async () => {
    const ask = async () => (await quickFetch(url, post(nativeBody('practice: preamble tides')))).text();
    expect(await ask()).toBe(await ask());
  });

  test('call ids are unique in a conversation, and the clock is the given one', async () => {
    const replies = await Promise.all(
      [0, 1, 2].map((n) => stream(nativeBody('practice: endless', Array(n).fill(page)))),
    );
    expect(new Set(replies.flatMap((reply) => reply.starts.map((call) => call.id))).size).toBe(3);
    expect(replies[0]?.chunks[0]?.created).toBe(1_700_000_000);
  });
});

describe('without streaming', () => {
  test('calls and text are sent in one piece', async () => {
    const response = await quickFetch(url, post({ ...nativeBody('practice: preamble tides'), stream: false }));
    expect(await response.json()).toMatchObject({
      object: 'chat.completion',
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            content: expect.stringContaining('Let me look'),
            tool_calls: [{ function: { name: 'read_page' } }],
          },
        },
      ],
    });
  });

  test('an interrupted reply contains half of the text', async () => {
    const response = await quickFetch(url, post({ ...plainBody('practice: cut'), stream: false }));
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });
});

describe('requests it does not answer', () => {
  test.each([
    ['error', 500, null],
    ['auth', 401, null],
    ['rate limit', 429, '3'],
  ])('practice: %s is HTTP %i with a JSON error', async (keyword, status, retryAfter) => {
    const response = await quickFetch(url, post(plainBody(`practice: ${keyword}`)));
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect((await response.json()).error.message).toEqual(expect.any(String));
  });

  test('an invalid request is HTTP 400', async () => {
    expect((await quickFetch(url, { method: 'POST', body: 'not JSON' })).status).toBe(400);
    expect((await quickFetch(url, post({ messages: [] }))).status).toBe(400);
  });

  test('anything else is HTTP 404', async () => {
    expect((await quickFetch('https://practice.invalid/v1/embeddings', post({}))).status).toBe(404);
    expect((await quickFetch(url)).status).toBe(404);
  });

  test('unknown fields and odd contents are ignored', async () => {
    const messages = [
      { role: 'system', content: null, cache_control: {} },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: {} },
          { type: 'text', text: 'hi' },
        ],
      },
    ];
    expect((await stream({ messages, stream: true, temperature: 'warm' })).text).toMatch(/^Hello!/);
  });
});

test('it lists its one model, also for a Request and with a query', async () => {
  const response = await practiceFetch(new Request('https://practice.invalid/v1/models?limit=10'));
  expect(await response.json()).toEqual({ object: 'list', data: [{ id: 'practice' }] });
});
