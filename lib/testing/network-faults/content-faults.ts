import { expect } from 'vitest';
import { chunk, sse } from '../model-api/raw-server.ts';
import { replyHead } from '../model-api/socket-server.ts';
import {
  ANSWER_STREAM,
  COMPLETE,
  callChunk,
  calling,
  DONE_EVENT,
  type Fault,
  HELLO,
  INTERRUPTED,
  onceThenWell,
  refuseRequest,
  STOP,
  silent,
  WORLD,
  whole,
} from './fault.ts';
import { SHORT_MS } from './fault-run.ts';

/** Faults in the content of a response, and responses that are stopped, by their id in the list of faults. */
export const contentFaults: Record<string, Fault> = {
  N46: {
    what: 'a call that is sent twice',
    answer: calling(callChunk('{"word":"x"}') + callChunk('{"word":"x"}') + DONE_EVENT),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toHaveLength(1),
  },
  N47: {
    what: 'indices out of all order',
    answer: calling(
      [5, -1, 1e9, '3'].map((index, n) => callChunk(`{"word":"w${n}"}`, { index, id: `c${n}` })).join('') + DONE_EVENT,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toHaveLength(4),
  },
  N48: {
    what: 'calls without ids',
    answer: calling(
      callChunk('{"word":"a"}', { id: undefined }) +
        callChunk('{"word":"b"}', { id: undefined, index: 1 }) +
        DONE_EVENT,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([{ word: 'a' }, { word: 'b' }]),
  },
  N49: {
    what: 'arguments one character at a time',
    answer: calling(
      callChunk('') +
        [...'{"word":"abc"}'].map((c) => chunk({ tool_calls: [{ index: 0, function: { arguments: c } }] })).join('') +
        DONE_EVENT,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([{ word: 'abc' }]),
  },
  N50: {
    what: 'arguments that make no sense',
    answer: calling(callChunk('{"word": [}') + chunk({}, 'tool_calls') + DONE_EVENT),
    outcome: COMPLETE,
    also: (run) => {
      expect(run.ran).toEqual([]);
      expect(run.calls).toEqual([expect.stringContaining('error: ')]);
    },
  },
  N51: {
    what: 'arguments of 5 MB',
    answer: calling(
      callChunk('{"word":"') +
        chunk({ tool_calls: [{ index: 0, function: { arguments: 'a'.repeat(900_000) } }] }).repeat(6) +
        DONE_EVENT,
    ),
    outcome: COMPLETE,
    also: (run) => expect(run.ran).toEqual([]),
  },
  N52: {
    what: 'a finish for calls that never came',
    answer: whole(HELLO + chunk({}, 'tool_calls') + DONE_EVENT),
    outcome: COMPLETE,
    text: 'Hello ',
  },
  N53: {
    what: 'an answer cut at its length',
    answer: whole(HELLO + chunk({}, 'length') + DONE_EVENT),
    outcome: { type: 'incomplete', reason: 'length' },
    text: 'Hello ',
  },
  N54: {
    what: 'a content filter',
    answer: whole(HELLO + chunk({}, 'content_filter') + DONE_EVENT),
    outcome: { type: 'incomplete', reason: 'content-filter' },
  },
  N55: {
    what: 'nulls wherever they fit',
    answer: whole(
      sse({ choices: [] }) +
        sse({ choices: [{ delta: null }] }) +
        sse({ choices: [{ delta: { role: null, content: null } }] }) +
        ANSWER_STREAM,
    ),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N56: {
    what: 'usage in a chunk of its own',
    answer: whole(HELLO + STOP + sse({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 2 } }) + DONE_EVENT),
    outcome: COMPLETE,
  },
  N57: {
    what: 'a choice nobody asked for',
    answer: whole(sse({ choices: [{ index: 1, delta: { content: 'NO' } }] }) + ANSWER_STREAM),
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
    answer: whole(ANSWER_STREAM, 200, { 'content-type': 'text/plain' }),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N60: {
    what: 'Stop before the headers',
    answer: silent,
    options: { stop: 'requested', closesSockets: true },
    outcome: { type: 'incomplete', reason: 'cancelled' },
  },
  N61: {
    what: 'Stop in the middle',
    answer: ({ socket }) => {
      socket.write(replyHead());
      const more = setInterval(() => socket.write(HELLO), 10);
      socket.on('close', () => clearInterval(more));
    },
    options: { stop: 'answering', closesSockets: true },
    outcome: { type: 'incomplete', reason: 'cancelled' },
    also: (run) => expect(run.text).toContain('Hello'),
  },
  N63: {
    what: 'a network that goes away without a word',
    answer: ({ socket }) => socket.write(replyHead() + HELLO + WORLD),
    options: { timeouts: { idle: SHORT_MS } },
    outcome: INTERRUPTED,
    requests: 1,
  },
  N67: {
    what: 'a proxy that keeps all until the end',
    answer: whole(ANSWER_STREAM),
    outcome: COMPLETE,
    text: 'Hello world.',
  },
  N68: {
    what: 'early hints',
    answer: ({ socket }) =>
      socket.end(`HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n${replyHead()}${ANSWER_STREAM}`),
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
    answer: onceThenWell(refuseRequest(503, 'busy', { 'set-cookie': 'id=7; path=/' })),
    outcome: COMPLETE,
    also: (run) => expect(run.requests.map(({ head }) => /^cookie:/im.test(head))).toEqual([false, false]),
  },
};
