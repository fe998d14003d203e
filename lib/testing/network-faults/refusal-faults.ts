import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { chunk } from '../model-api/raw-server.ts';
import { replyHead } from '../model-api/socket-server.ts';
import { ANSWER_STREAM, atMost, COMPLETE, error, type Fault, onceThenWell, refuseRequest, whole } from './fault.ts';
import { KEY } from './fault-run.ts';

/** Servers that refuse, are busy, or send too much, by their id in the list of faults. */
export const refusalFaults: Record<string, Fault> = {
  N28: {
    what: 'too many requests, for two seconds',
    answer: onceThenWell(refuseRequest(429, 'slow down', { 'retry-after': '2' })),
    outcome: COMPLETE,
    requests: 2,
    also: (run) => expect(run.waits[0]).toBeGreaterThanOrEqual(2_000),
  },
  N29: {
    what: 'too many requests, until a date',
    answer: onceThenWell(
      refuseRequest(429, 'slow down', { 'retry-after': new Date(Date.now() + 55_000).toUTCString() }),
    ),
    outcome: COMPLETE,
    requests: 2,
    also: (run) => expect(run.waits[0]).toBeGreaterThan(10_000),
  },
  N30: {
    what: 'too many requests, for a day',
    answer: refuseRequest(429, 'slow down', { 'retry-after': '86400' }),
    outcome: { type: 'error', failure: { code: 'rate-limit', reason: { type: 'retry-later', waitMs: 86_400_000 } } },
    requests: 1,
    also: (run) => expect(run.waits).toEqual([]),
  },
  N32: {
    what: 'a quota that is used up',
    answer: refuseRequest(429, 'You exceeded your current quota (insufficient_quota)'),
    outcome: error('rate-limit', false),
    requests: 1,
  },
  N34: {
    what: 'a key that is refused',
    answer: refuseRequest(401, `Incorrect API key provided: ${KEY}`),
    outcome: error('auth', false),
    requests: 1,
    also: (run) => expect(JSON.stringify(run.outcome)).not.toContain(KEY),
  },
  N35: {
    what: 'a model that is not there',
    answer: refuseRequest(404, 'model "x" not found'),
    outcome: error('not-found', false),
    requests: 1,
  },
  N36: {
    what: 'a conversation that is too long',
    answer: refuseRequest(400, 'context_length_exceeded'),
    outcome: error('context-length', false),
    also: atMost(2),
  },
  N37: { what: 'a conflict', answer: onceThenWell(refuseRequest(409, 'conflict')), outcome: COMPLETE, requests: 2 },
  N38: {
    what: 'a request that is too large',
    answer: refuseRequest(413, 'too large'),
    outcome: error('context-length', false),
    also: atMost(2),
  },
  N39: {
    what: 'a server that always wants another try',
    answer: refuseRequest(503, 'try again', { 'x-should-retry': 'true' }),
    outcome: error('bad-response', true),
    requests: 3,
  },
  N40: {
    what: 'a compressed reply that ends too soon',
    answer: whole(gzipSync(ANSWER_STREAM.repeat(200)).subarray(0, 60), 200, { 'content-encoding': 'gzip' }),
    outcome: { type: expect.stringMatching(/incomplete|error/) },
  },
  N41: {
    what: 'a reply that says it is compressed',
    answer: whole(ANSWER_STREAM, 200, { 'content-encoding': 'gzip' }),
    outcome: error('bad-response'),
    also: atMost(3),
  },
  N42: {
    what: 'a reply that swells to 100 MB',
    answer: whole(gzipSync(Buffer.from(chunk({ content: 'a'.repeat(900_000) }).repeat(110))), 200, {
      'content-encoding': 'gzip',
    }),
    outcome: error('bad-response'),
    also: (run) => expect(run.text.length).toBeLessThan(17_000_000),
  },
  N43: {
    what: 'an event of 50 MB',
    answer: whole(chunk({ content: 'a'.repeat(50_000_000) })),
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
    options: { closesSockets: true },
    outcome: error('bad-response'),
    text: '',
  },
};
