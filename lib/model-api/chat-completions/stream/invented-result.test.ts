import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import { chunk, EVENT_STREAM, startRawServer } from '../../../testing/model-api/raw-server.ts';
import { ask, closeServers, REQUEST, reply, servers, stream } from '../../../testing/model-api/request-from-server.ts';
import { createModelClient } from '../../client/model-client.ts';
import { InventedResult } from './read-content.ts';

afterEach(closeServers);

const tags = { toolMode: 'tags' as const };
const call = (query: string) => `<tool name="find">{"query":"${query}"}</tool>`;
const invented = '<tool_result name="find">\nThe ferry leaves at nine.\n</tool_result>\nIt leaves at nine.';

const inputs = (events: readonly ModelEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-input-available' ? [event.input] : []));
const texts = (events: readonly ModelEvent[]) =>
  events.map((event) => (event.type === 'text-delta' ? event.delta : '')).join('');

/** Reads the reply of a server that sends these pieces of content. */
const said = async (...pieces: string[]) =>
  (
    await ask(
      (response) => stream(response, ...pieces.map((piece) => chunk({ content: piece })), chunk({}, 'stop')),
      tags,
    )
  ).events;

describe('a response whose stop sequence the server has removed', () => {
  test('has a complete call without its closing tag', async () => {
    const events = await said('I look.\n<tool name="find">{"que', 'ry":"ferry"}');
    expect(inputs(events)).toEqual([{ query: 'ferry' }]);
    expect(texts(events).trim()).toBe('I look.');
    expect(events.at(-1)).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
  });

  test('has several calls, of which only the last lacks its closing tag', async () => {
    const events = await said(`${call('ferry')}\n${call('oslo')}\n<tool name="find">{"query":"fare"}`);
    expect(inputs(events)).toEqual([{ query: 'ferry' }, { query: 'oslo' }, { query: 'fare' }]);
  });

  test('has no call if its arguments are incomplete', async () => {
    const events = await said('<tool name="find">{"query":');
    expect(inputs(events)).toEqual([]);
  });
});

describe('invented results after calls', () => {
  test('are not read, wherever the text is split', async () => {
    const whole = `Two calls.\n${call('ferry')}\n${call('oslo')}\n${invented}`;
    for (const size of [1, 3, 7, 20, whole.length]) {
      const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, n) =>
        whole.slice(n * size, (n + 1) * size),
      );
      const events = await said(...pieces);
      expect(inputs(events)).toEqual([{ query: 'ferry' }, { query: 'oslo' }]);
      expect(texts(events).trim()).toBe('Two calls.');
      expect(events.at(-1)).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
    }
  });

  test('are not read in a response without streaming, whose usage is kept', async () => {
    const body = {
      choices: [{ index: 0, message: { content: `${call('ferry')}\n${invented}` }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 5, completion_tokens: 40 },
    };
    const { events } = await ask(
      (response) => reply(response, 200, JSON.stringify(body), { 'content-type': 'application/json' }),
      tags,
    );
    expect(inputs(events)).toEqual([{ query: 'ferry' }]);
    expect(texts(events)).toBe('');
    expect(events.at(-1)).toMatchObject({ type: 'step-end', usage: { outputTokens: 40 } });
  });

  test.each([
    [
      'inside the arguments of a call',
      '<tool name="find">{"query":"<tool_result"}</tool>',
      [{ query: '<tool_result' }],
    ],
    [
      'within a line',
      `${call('x')}\nThe words <tool_result name="a"> mean: done.\n${call('y')}`,
      [{ query: 'x' }, { query: 'y' }],
    ],
    [
      'as the beginning of another tag',
      `${call('x')}\n<tool_resultant>\n${call('y')}`,
      [{ query: 'x' }, { query: 'y' }],
    ],
  ])('do not begin %s', async (_what, text, wanted) => {
    expect(inputs(await said(text))).toEqual(wanted);
    expect(inputs(await said(...text))).toEqual(wanted);
  });

  test('end with a call that repeats an earlier one', async () => {
    const events = await said(`${call('x')}\n${call('y')}\n`, `${call('x')}\n`, `${call('z')}\n`);
    expect(inputs(events)).toEqual([{ query: 'x' }, { query: 'y' }, { query: 'x' }]);
    expect(events.at(-1)).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
  });

  test('end at the third equal call if tools are offered natively, but calls come as text', async () => {
    const pieces = ['x', 'y', 'x', 'x', 'z'].map((query) =>
      chunk({ content: `{"name": "find", "arguments": {"query": "${query}"}}\n` }),
    );
    const { events } = await ask((response) => stream(response, ...pieces, chunk({}, 'stop')), {
      toolMode: 'native',
    });
    expect(inputs(events)).toEqual([{ query: 'x' }, { query: 'y' }, { query: 'x' }, { query: 'x' }]);
    expect(events.at(-1)).toMatchObject({ type: 'step-end', finishReason: 'tool-calls' });
  });

  test('do not end an answer without calls', async () => {
    expect(texts(await said('The tag:\n<tool_re', 'sult>\nends it.'))).toContain('ends it.');
  });

  test('only hold back a possible beginning of one', () => {
    const finder = new InventedResult();
    expect(finder.push('a < b\n <too')).toEqual({ text: 'a < b\n ', isFound: false, rest: '' });
    expect(finder.push('ls>').text).toBe('<tools>');
    expect(finder.push('\n<tool').text).toBe('\n');
    expect(finder.end()).toBe('<tool');
  });
});

/** Maximum number of words that a server writes before the client stops it. */
const MOST_WRITTEN = 40;

/**
 * A server that writes a word every few milliseconds, and supports, ignores or refuses `stop`. `written`: the text that
 * it generated.
 */
async function startWriter(text: string, stops: 'takes' | 'ignores' | 'refuses') {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  const writer = { written: 0, total: words.length, refused: 0 };
  const server = await startRawServer(async (request, response) => {
    const { stop } = JSON.parse(request.body) as { stop?: string[] };
    if (stop !== undefined && stops === 'refuses') {
      writer.refused++;
      const error = { message: "Unsupported parameter: 'stop' is not supported with this model." };
      return reply(response, 400, JSON.stringify({ error }));
    }
    response.writeHead(200, EVENT_STREAM);
    let isClosed = false;
    response.on('close', () => {
      isClosed = true;
    });
    const ends = stops === 'takes' ? (stop ?? []) : [];
    let all = '';
    let sent = 0;
    for (const word of words) {
      if (isClosed) return;
      // Holds the reply open, since the client may stop late on a busy machine. If it never stops, the test does not
      // end.
      if (writer.written === MOST_WRITTEN) return void (await once(response, 'close'));
      all += word;
      writer.written++;
      const at = Math.min(...ends.map((end) => all.indexOf(end)).filter((found) => found >= 0));
      // Holds back the possible start of a stop sequence, as servers do.
      const to = Number.isFinite(at) ? at : safeLength(all, ends);
      if (to > sent) response.write(chunk({ content: all.slice(sent, to) }));
      sent = Math.max(sent, to);
      if (Number.isFinite(at)) break;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    if (!ends.some((end) => all.includes(end)) && sent < all.length)
      response.write(chunk({ content: all.slice(sent) }));
    response.end(chunk({}, 'stop'));
    await once(response, 'close');
  });
  servers.push(server);
  return { writer, baseUrl: `${server.url}/v1` };
}

function safeLength(text: string, ends: readonly string[]): number {
  for (let at = Math.max(0, text.length - 20); at < text.length; at++) {
    if (ends.some((end) => end.startsWith(text.slice(at)))) return at;
  }
  return text.length;
}

describe('tokens a server generates for a call whose result the model then invents', () => {
  const answer = Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ');
  const text = `${call('ferry')}\n<tool_result name="find">\n${answer}\n</tool_result>`;

  test.each([
    ['takes', []],
    ['ignores', []],
    ['refuses', ['no-stop']],
  ] as const)('are few if it %s stop sequences', async (stops, quirks) => {
    const { writer, baseUrl } = await startWriter(text, stops);
    const events: ModelEvent[] = [];
    const options = { baseUrl, hostKind: 'loopback', apiKey: null, fetch } as const;
    for (const known of [new Set<'no-stop'>(), new Set(quirks)]) {
      const client = createModelClient({ ...options, known: { quirks: known, streamsTools: null } });
      const signal = new AbortController().signal;
      for await (const event of client.stream({ ...REQUEST, ...tags }, signal)) events.push(event);
      if (events.at(-1)?.type === 'step-end') break;
    }
    expect(inputs(events)).toEqual([{ query: 'ferry' }]);
    expect(texts(events)).toBe('');
    expect(writer.refused).toBe(stops === 'refuses' ? 1 : 0);
    expect(writer.total).toBeGreaterThan(120);
    expect(writer.written).toBeLessThanOrEqual(MOST_WRITTEN);
  });
});
