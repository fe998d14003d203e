import { expect } from 'vitest';
import { chunk, sse } from '../model-api/raw-server.ts';
import { replyHead } from '../model-api/socket-server.ts';
import {
  ANSWER_STREAM,
  atMost,
  COMPLETE,
  DONE_EVENT,
  error,
  type Fault,
  HELLO,
  INTERRUPTED,
  inPieces,
  STOP,
  silent,
  splitIntoBytes,
  WORLD,
  whole,
} from './fault.ts';
import { KEY, SHORT_MS } from './fault-run.ts';

/** Faults of the connection and of its bytes, by their id in the list of faults. */
export const connectionFaults: Record<string, Fault> = {
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
    outcome: {
      type: 'error',
      failure: { code: 'network', reason: { type: 'server-not-running' } },
    },
  },
  N04: {
    what: 'no headers, ever',
    answer: silent,
    options: { timeouts: { headers: SHORT_MS } },
    outcome: error('timeout', true),
    also: atMost(3),
  },
  N05: {
    what: 'headers, and no body',
    answer: ({ socket }) => socket.write(replyHead()),
    options: { timeouts: { firstContent: SHORT_MS } },
    outcome: error('timeout', true),
    also: atMost(3),
  },
  N06: {
    what: 'silence after some words',
    answer: ({ socket }) => socket.write(replyHead() + HELLO),
    options: { timeouts: { idle: SHORT_MS } },
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
    answer: ({ socket }) => socket.write(replyHead() + ANSWER_STREAM),
    options: { closesSockets: true },
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N12: {
    what: 'more after [DONE]',
    answer: whole(`${ANSWER_STREAM}${chunk({ content: 'NO' })}`),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N13: {
    what: 'one byte a packet',
    answer: inPieces(splitIntoBytes(ANSWER_STREAM)),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N14: {
    what: 'characters split over packets',
    answer: inPieces(splitIntoBytes(chunk({ content: 'ä€😀' }) + STOP + DONE_EVENT)),
    outcome: COMPLETE,
    text: 'ä€😀',
  },
  N15: {
    what: 'mixed line ends',
    answer: inPieces(splitIntoBytes(HELLO.replaceAll('\n', '\r\n') + WORLD.replaceAll('\n', '\r') + STOP + DONE_EVENT)),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N16: { what: 'a byte order mark', answer: whole(`\uFEFF${ANSWER_STREAM}`), outcome: COMPLETE, text: 'Hello world.' },
  N17: {
    what: 'heartbeats and nothing else',
    answer: ({ socket }) => {
      socket.write(replyHead());
      const beat = setInterval(() => socket.write(': ping\n\n'), 40);
      socket.on('close', () => clearInterval(beat));
    },
    options: { timeouts: { firstContent: SHORT_MS } },
    outcome: error('timeout', true),
    also: atMost(3),
  },
  N18: {
    what: 'no space after data:',
    answer: whole(ANSWER_STREAM.replaceAll('data: ', 'data:')),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N19: {
    what: 'data in several lines',
    answer: whole(
      `data: {"choices":[{"index":0,\ndata: "delta":{"content":"Hello "}}]}\n\n${WORLD}${STOP}${DONE_EVENT}`,
    ),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N20: {
    what: 'events and fields nobody knows',
    answer: whole(`event: ping\ndata: {}\n\nfoo: bar\nid: 7\n${ANSWER_STREAM}`),
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
    answer: whole(`${HELLO}data: {"choices":[{"delta":{"content":"wor\n\n${STOP}${DONE_EVENT}`),
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
};
