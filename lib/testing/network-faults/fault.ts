import { expect } from 'vitest';
import { chunk, sse } from '../model-api/raw-server.ts';
import { replyHead, type SocketRequest } from '../model-api/socket-server.ts';
import type { FaultRun, runWithFault } from './fault-run.ts';

export const HELLO = chunk({ content: 'Hello ' });
export const WORLD = chunk({ content: 'world.' });
export const STOP = chunk({}, 'stop');
export const DONE_EVENT = sse('[DONE]');
export const ANSWER_STREAM = [HELLO, WORLD, STOP, DONE_EVENT].join('');
export const COMPLETE = { type: 'complete' };
export const INTERRUPTED = { type: 'incomplete', reason: 'interrupted' };
export const error = (code: string, retryable?: boolean) => ({
  type: 'error',
  failure: { code, ...(retryable === undefined ? {} : { retryable }) },
});

export type Answer = (request: SocketRequest, n: number) => unknown;
export type Fault = {
  what: string;
  answer: Answer;
  options?: Parameters<typeof runWithFault>[1];
  outcome: object;
  text?: string;
  requests?: number;
  also?: (run: FaultRun) => void;
};

/** A whole reply, closed at its end. */
export const whole =
  (body: string | Buffer, status = 200, headers: Record<string, string> = {}): Answer =>
  ({ socket }) => {
    socket.write(replyHead(status, headers));
    socket.end(body);
  };
export const refuseRequest = (status: number, message: string, headers: Record<string, string> = {}): Answer =>
  whole(JSON.stringify({ error: { message } }), status, { 'content-type': 'application/json', ...headers });
/** Answers the first request with `first`, and all others correctly. */
export const onceThenWell =
  (first: Answer): Answer =>
  (request, n) =>
    n === 1 ? first(request, n) : whole(ANSWER_STREAM)(request, n);
/** Sends bytes in pieces, one per turn of the event loop. */
export const inPieces =
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
export const splitIntoBytes = (text: string | Buffer) => [...Buffer.from(text)].map((byte) => Buffer.from([byte]));
export const callChunk = (args: string, more: object = {}) =>
  chunk({
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: args }, ...more }],
  });
/** A first reply with calls, then an answer. */
export const calling = (body: string): Answer => onceThenWell(whole(body));
export const atMost = (most: number) => (run: FaultRun) => expect(run.requests.length).toBeLessThanOrEqual(most);
export const silent = () => undefined;
