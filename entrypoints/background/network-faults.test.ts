import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chunk, sse, startRawServer } from '../../lib/provider/raw-server.ts';
import { replyHead, type SocketRequest, startSocketServer } from '../../lib/provider/socket-server.ts';
import { type FaultRun, KEY, runWithFault } from './fault-run.ts';

/** The list of faults and the state each must end in, where it lies beside the checkout. */
const LIST = path.resolve(import.meta.dirname, '../../../shared/security/network-faults.json');

const HELLO = chunk({ content: 'Hello ' });
const WORLD = chunk({ content: 'world.' });
const STOP = chunk({}, 'stop');
const DONE = sse('[DONE]');
const ANSWER = [HELLO, WORLD, STOP, DONE].join('');
const COMPLETE = { type: 'complete' };
const INTERRUPTED = { type: 'incomplete', reason: 'interrupted' };
const error = (code: string, retryable?: boolean) => ({
  type: 'error',
  failure: { code, ...(retryable === undefined ? {} : { retryable }) },
});

type Answer = (request: SocketRequest, n: number) => unknown;
type Fault = {
  what: string;
  answer: Answer;
  options?: Parameters<typeof runWithFault>[1];
  outcome: object;
  text?: string;
  requests?: number;
  also?: (run: FaultRun) => void;
};

/** A whole reply, closed at its end. */
const whole =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer =>
  ({ socket }) => {
    socket.write(replyHead(status, headers));
    socket.end(body);
  };
const refuse = (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  whole(JSON.stringify({ error: { message } }), status, { 'content-type': 'application/json', ...headers });
/** The first request is answered by `first`, the others well. */
const onceThenWell =
  (first: Answer): Answer =>
  (request, n) =>
    n === 1 ? first(request, n) : whole(ANSWER)(request, n);
/** Bytes in pieces, one a turn of the event loop. */
const inPieces =
  (pieces: readonly (string | Buffer)[], headers: Record<string, string> = {}): Answer =>
  async ({ socket }) => {
    socket.setNoDelay(true);
    socket.write(replyHead(200, headers));
    for (const piece of pieces) {
      socket.write(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    socket.end();
  };
const bytesOf = (text: string | Buffer) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
const call = (args: string, more: object = {}) =>
  chunk({
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: args }, ...more }],
  });
/** A first reply with calls, then an answer. */
const calling = (body: string): Answer => onceThenWell(whole(body));
const atMost = (most: number) => (run: FaultRun) => expect(run.requests.length).toBeLessThanOrEqual(most);
const silent = () => undefined;

const FAULTS: Record<string, Fault> = {
  N01: {
    what: 'a host that has no address',
    answer: silent,
    options: { url: 'https://no-such-host.invalid' },
    outcome: error('network'),
    also: (run) => expect(JSON.stringify(run.outcome)).not.toContain(KEY),
  },
  N02: {
    what: 'a port where nobody listens',
    answer: silent,
    options: { url: 'http://127.0.0.1:9' },
    outcome: { type: 'error', failure: { code: 'network', message: expect.stringContaining('Is the server running') } },
  },
  N04: { what: 'no headers, ever', answer: silent, outcome: error('timeout', true), also: atMost(3) },
  N05: {
    what: 'headers, and no body',
    answer: ({ socket }) => socket.write(replyHead()),
    outcome: error('timeout', true),
    also: atMost(3),
  },
  N06: {
    what: 'silence after some words',
    answer: ({ socket }) => socket.write(replyHead() + HELLO),
    outcome: INTERRUPTED,
    text: 'Hello ',
    requests: 1,
  },
  N07: {
    what: 'a connection reset in the middle',
    answer: ({ socket }) => {
      socket.write(replyHead() + HELLO);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    outcome: INTERRUPTED,
    text: 'Hello ',
    requests: 1,
  },
  N08: {
    what: 'an end inside an event',
    answer: whole(`${HELLO}data: {"choices":[{"del`),
    outcome: INTERRUPTED,
    text: 'Hello ',
  },
  N09: {
    what: 'no [DONE] after a finish reason',
    answer: whole(HELLO + WORLD + STOP),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N10: {
    what: 'neither finish reason nor [DONE]',
    answer: whole(HELLO + WORLD),
    outcome: INTERRUPTED,
    text: 'Hello world.',
  },
  N11: {
    what: 'a socket that stays open after [DONE]',
    answer: ({ socket }) => socket.write(replyHead() + ANSWER),
    outcome: COMPLETE,
    text: 'Hello world.',
    also: (run) => expect(run.open).toBe(0),
  },
  N12: {
    what: 'more after [DONE]',
    answer: whole(`${ANSWER}${chunk({ content: 'NO' })}`),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N13: { what: 'one byte a packet', answer: inPieces(bytesOf(ANSWER)), outcome: COMPLETE, text: 'Hello world.' },
  N14: {
    what: 'characters split over packets',
    answer: inPieces(bytesOf(chunk({ content: 'ä€😀' }) + STOP + DONE)),
    outcome: COMPLETE,
    text: 'ä€😀',
  },
  N15: {
    what: 'mixed line ends',
    answer: inPieces(bytesOf(HELLO.replaceAll('\n', '\r\n') + WORLD.replaceAll('\n', '\r') + STOP + DONE)),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N16: { what: 'a byte order mark', answer: whole(`\uFEFF${ANSWER}`), outcome: COMPLETE, text: 'Hello world.' },
  N17: {
    what: 'heartbeats and nothing else',
    answer: ({ socket }) => {
      socket.write(replyHead());
      const beat = setInterval(() => socket.write(': ping\n\n'), 40);
      socket.on('close', () => clearInterval(beat));
    },
    outcome: error('timeout', true),
    also: atMost(3),
  },
  N18: {
    what: 'no space after data:',
    answer: whole(ANSWER.replaceAll('data: ', 'data:')),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N19: {
    what: 'data in several lines',
    answer: whole(`data: {"choices":[{"index":0,\ndata: "delta":{"content":"Hello "}}]}\n\n${WORLD}${STOP}${DONE}`),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N20: {
    what: 'events and fields nobody knows',
    answer: whole(`event: ping\ndata: {}\n\nfoo: bar\nid: 7\n${ANSWER}`),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N21: {
    what: 'an error event in the middle',
    answer: whole(`${HELLO}event: error\ndata: {"error":{"message":"the engine fell over"}}\n\n`),
    outcome: { type: 'error', failure: { detail: expect.stringContaining('the engine fell over') } },
    text: 'Hello ',
    requests: 1,
  },
  N22: {
    what: 'an error as data',
    answer: whole(HELLO + sse({ error: { message: 'no more' } })),
    outcome: { type: 'error', failure: { detail: expect.stringContaining('no more') } },
    text: 'Hello ',
    requests: 1,
  },
  N23: {
    what: 'an event that is no JSON',
    answer: whole(`${HELLO}data: {"choices":[{"delta":{"content":"wor\n\n${STOP}${DONE}`),
    outcome: INTERRUPTED,
    text: 'Hello ',
  },
  N24: {
    what: 'the page of a captive portal',
    answer: whole('<!doctype html><title>Log in to the train</title><b>Welcome</b>', 200, {
      'content-type': 'text/html',
    }),
    outcome: {
      type: 'error',
      failure: { code: 'bad-response', detail: expect.stringContaining('Log in to the train') },
    },
    text: '',
  },
  N25: {
    what: 'the error page of a proxy',
    answer: whole(`<html><title>502 Bad Gateway</title>${'x'.repeat(9_000)}</html>`, 502, {
      'content-type': 'text/html',
    }),
    outcome: { type: 'error', failure: { retryable: true, detail: expect.stringMatching(/^.{0,2000}$/s) } },
    also: atMost(3),
  },
  N28: {
    what: 'too many requests, for two seconds',
    answer: onceThenWell(refuse(429, 'slow down', { 'retry-after': '2' })),
    outcome: COMPLETE,
    requests: 2,
    also: (run) => expect(run.waits[0]).toBeGreaterThanOrEqual(2_000),
  },
  N29: {
    what: 'too many requests, until a date',
    answer: onceThenWell(refuse(429, 'slow down', { 'retry-after': new Date(Date.now() + 55_000).toUTCString() })),
    outcome: COMPLETE,
    requests: 2,
    also: (run) => expect(run.waits[0]).toBeGreaterThan(10_000),
  },
  N30: {
    what: 'too many requests, for a day',
    answer: refuse(429, 'slow down', { 'retry-after': '86400' }),
    outcome: { type: 'error', failure: { code: 'rate-limit', message: expect.stringMatching(/hours|1440 minutes/) } },
    requests: 1,
    also: (run) => expect(run.waits).toEqual([]),
  },
  N32: {
    what: 'a quota that is used up',
    answer: refuse(429, 'You exceeded your current quota (insufficient_quota)'),
    outcome: error('rate-limit', false),
    requests: 1,
  },
  N34: {
    what: 'a key that is refused',
    answer: refuse(401, `Incorrect API key provided: ${KEY}`),
    outcome: error('auth', false),
    requests: 1,
    also: (run) => expect(JSON.stringify(run.outcome)).not.toContain(KEY),
  },
  N35: {
    what: 'a model that is not there',
    answer: refuse(404, 'model "x" not found'),
    outcome: error('not-found', false),
    requests: 1,
  },
  N36: {
    what: 'a conversation that is too long',
    answer: refuse(400, 'context_length_exceeded'),
    outcome: error('context-length', false),
    also: atMost(2),
  },
  N37: { what: 'a conflict', answer: onceThenWell(refuse(409, 'conflict')), outcome: COMPLETE, requests: 2 },
  N38: {
    what: 'a request that is too large',
    answer: refuse(413, 'too large'),
    outcome: error('context-length', false),
    also: atMost(2),
  },
  N39: {
    what: 'a server that always wants another try',
    answer: refuse(503, 'try again', { 'x-should-retry': 'true' }),
    outcome: error('bad-response', true),
    requests: 3,
  },
  N40: {
    what: 'a compressed reply that ends too soon',
    answer: whole(gzipSync(ANSWER.repeat(200)).subarray(0, 60), 200, { 'content-encoding': 'gzip' }),
    outcome: { type: expect.stringMatching(/incomplete|error/) },
  },
  N41: {
    what: 'a reply that says it is compressed',
    answer: whole(ANSWER, 200, { 'content-encoding': 'gzip' }),
    outcome: error('network'),
    also: atMost(3),
  },
  N42: {
    what: 'a reply that swells to 100 MB',
    answer: whole(gzipSync(Buffer.from(chunk({ content: 'a'.repeat(900_000) }).repeat(110))), 200, {
      'content-encoding': 'gzip',
    }),
    options: { patience: { idle: 10_000, total: 20_000 } },
    outcome: error('bad-response'),
    also: (run) => expect(run.text.length).toBeLessThan(17_000_000),
  },
  N43: {
    what: 'an event of 50 MB',
    answer: whole(chunk({ content: 'a'.repeat(50_000_000) })),
    options: { patience: { headers: 10_000, firstContent: 10_000, total: 20_000 } },
    outcome: error('bad-response'),
    text: '',
  },
  N44: {
    what: 'a line that never ends',
    answer: ({ socket }) => {
      socket.write(replyHead());
      const more = () => !socket.destroyed && socket.write('a'.repeat(100_000), () => setImmediate(more));
      more();
    },
    outcome: error('bad-response'),
    text: '',
    also: (run) => expect(run.open).toBe(0),
  },
  N46: {
    what: 'a call that is sent twice',
    answer: calling(call('{"word":"x"}') + call('{"word":"x"}') + DONE),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toHaveLength(1),
  },
  N47: {
    what: 'indices out of all order',
    answer: calling(
      [5, -1, 1e9, '3'].map((index, n) => call(`{"word":"w${n}"}`, { index, id: `c${n}` })).join('') + DONE,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toHaveLength(4),
  },
  N48: {
    what: 'calls without ids',
    answer: calling(call('{"word":"a"}', { id: undefined }) + call('{"word":"b"}', { id: undefined, index: 1 }) + DONE),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([{ word: 'a' }, { word: 'b' }]),
  },
  N49: {
    what: 'arguments one character at a time',
    answer: calling(
      call('') +
        [...'{"word":"abc"}'].map((c) => chunk({ tool_calls: [{ index: 0, function: { arguments: c } }] })).join('') +
        DONE,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([{ word: 'abc' }]),
  },
  N50: {
    what: 'arguments that make no sense',
    answer: calling(call('{"word": [}') + chunk({}, 'tool_calls') + DONE),
    outcome: COMPLETE,
    also: (run) => {
      expect(run.ran).toEqual([]);
      expect(run.calls).toEqual([expect.stringContaining('error: ')]);
    },
  },
  N51: {
    what: 'arguments of 5 MB',
    answer: calling(
      call('{"word":"') +
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'a'.repeat(900_000) } }] }).repeat(6) +
        DONE,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([]),
  },
  N52: {
    what: 'a finish for calls that never came',
    answer: whole(HELLO + chunk({}, 'tool_calls') + DONE),
    outcome: COMPLETE,
    text: 'Hello ',
  },
  N53: {
    what: 'an answer cut at its length',
    answer: whole(HELLO + chunk({}, 'length') + DONE),
    outcome: { type: 'incomplete', reason: 'length' },
    text: 'Hello ',
  },
  N54: {
    what: 'a content filter',
    answer: whole(HELLO + chunk({}, 'content_filter') + DONE),
    outcome: { type: 'incomplete', reason: 'content-filter' },
  },
  N55: {
    what: 'nulls wherever they fit',
    answer: whole(
      sse({ choices: [] }) +
        sse({ choices: [{ delta: null }] }) +
        sse({ choices: [{ delta: { role: null, content: null } }] }) +
        ANSWER,
    ),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N56: {
    what: 'usage in a chunk of its own',
    answer: whole(HELLO + STOP + sse({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }) + DONE),
    outcome: COMPLETE,
  },
  N57: {
    what: 'a choice nobody asked for',
    answer: whole(sse({ choices: [{ index: 1, delta: { content: 'NO' } }] }) + ANSWER),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N58: {
    what: 'JSON instead of a stream',
    answer: whole(JSON.stringify({ choices: [{ message: { content: 'Hello world.' }, finish_reason: 'stop' }] }), 200, {
      'content-type': 'application/json',
    }),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N59: {
    what: 'a stream that says it is plain text',
    answer: whole(ANSWER, 200, { 'content-type': 'text/plain' }),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N60: {
    what: 'Stop before the headers',
    answer: silent,
    options: { stopAfterMs: 100, patience: { headers: 5_000 } },
    outcome: { type: 'incomplete', reason: 'cancelled' },
    also: (run) => expect(run.open).toBe(0),
  },
  N61: {
    what: 'Stop in the middle',
    answer: ({ socket }) => {
      socket.write(replyHead());
      const more = setInterval(() => socket.write(HELLO), 10);
      socket.on('close', () => clearInterval(more));
    },
    options: { stopAfterMs: 200, patience: { headers: 5_000 } },
    outcome: { type: 'incomplete', reason: 'cancelled' },
    also: (run) => {
      expect(run.text).toContain('Hello');
      expect(run.open).toBe(0);
    },
  },
  N63: {
    what: 'a network that goes away without a word',
    answer: ({ socket }) => socket.write(replyHead() + HELLO + WORLD),
    outcome: INTERRUPTED,
    requests: 1,
  },
  N67: { what: 'a proxy that keeps all until the end', answer: whole(ANSWER), outcome: COMPLETE, text: 'Hello world.' },
  N68: {
    what: 'early hints',
    answer: ({ socket }) =>
      socket.end(`HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n${replyHead()}${ANSWER}`),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N69: {
    what: 'a connection closed without a byte',
    answer: onceThenWell(({ socket }) => socket.destroy()),
    outcome: COMPLETE,
    requests: 2,
  },
  N70: {
    what: 'cookies',
    answer: onceThenWell(refuse(503, 'busy', { 'set-cookie': 'id=7; path=/' })),
    outcome: COMPLETE,
    also: (run) => expect(run.requests.map(({ head }) => /^cookie:/im.test(head))).toEqual([false, false]),
  },
};

/** Faults that take more than one server, or more than one run. */
const APART = ['N03', 'N26', 'N27', 'N31', 'N33', 'N45', 'N62', 'N64', 'N65', 'N66'];

test.each(Object.entries(FAULTS).map(([id, fault]) => [id, fault.what, fault] as const))(
  '%s: %s',
  async (_id, _what, { answer, options, outcome, text, requests, also }) => {
    const run = await runWithFault(answer, options);
    expect(run.outcome).toMatchObject(outcome);
    if (text !== undefined) expect(run.text).toBe(text);
    if (requests !== undefined) expect(run.requests).toHaveLength(requests);
    also?.(run);
  },
);

test('N03: what is no TLS is never asked in the clear', async () => {
  const server = await startRawServer((_request, response) => void response.end(ANSWER));
  const run = await runWithFault(silent, { url: server.url.replace('http:', 'https:') });
  expect(run.outcome).toMatchObject(error('network'));
  expect(server.requests).toEqual([]);
  await server.close();
});

test.each([
  ['N26', 302],
  ['N27', 307],
  ['N27', 308],
])('%s: nothing follows a redirect (%i)', async (_id, status) => {
  const target = await startSocketServer(whole(ANSWER));
  const run = await runWithFault(whole('', status, { location: `${target.url}/v1/chat/completions` }));
  expect(run.outcome).toMatchObject({ type: 'error' });
  expect(target.requests).toEqual([]);
  await target.close();
});

test.each(['-5', 'abc', 'NaN', '1e309'])('N31: Retry-After: %s is no time to wait', async (value) => {
  const run = await runWithFault(onceThenWell(refuse(429, 'slow down', { 'retry-after': value })));
  expect(run.outcome).toEqual(COMPLETE);
  expect(run.waits).toHaveLength(1);
  expect(run.waits[0]).toBeLessThan(10_000);
});

test.each([500, 502, 503, 504, 529])('N33: error %i is asked again, twice at most', async (status) => {
  const run = await runWithFault(refuse(status, 'overloaded'));
  expect(run.outcome).toMatchObject({ type: 'error', failure: { retryable: true } });
  expect(run.requests.length).toBeLessThanOrEqual(3);
  expect(run.waits.every((ms) => ms >= 500 && ms <= 8_000)).toBe(true);
});

test('N45: as many events as a server can send', async () => {
  const count = 100_000;
  const run = await runWithFault(whole(chunk({ content: 'a' }).repeat(count) + STOP + DONE), {
    patience: { total: 30_000 },
  });
  expect(run.outcome).toEqual(COMPLETE);
  expect(run.text).toHaveLength(count);
});

if (existsSync(LIST)) {
  const faults = JSON.parse(readFileSync(LIST, 'utf8')) as { id: string }[];
  test.each(faults)('$id of the list is tested', ({ id }) => {
    expect(FAULTS[id] !== undefined || APART.includes(id)).toBe(true);
  });
} else {
  test('skipped: no list of faults', ({ skip }) => skip());
}
