import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AnyReply, anyJsonReply, anyStream } from './any-response.ts';
import { type DecodedReply, readPieces } from './quirk-response.ts';

/** Reads bytes in these pieces, as a connection delivers them. A piece may end in the middle of a character. */
function readBytes(pieces: Uint8Array[]): DecodedReply {
  const decoder = new TextDecoder();
  return readPieces([...pieces.map((piece) => decoder.decode(piece, { stream: true })), decoder.decode()]);
}

function cut(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const at = [0, ...cuts.map((each) => each % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return at.slice(1).map((end, index) => bytes.subarray(at[index] ?? 0, end));
}

function meansTheSame(reply: AnyReply, cuts: number[]): void {
  const bytes = new TextEncoder().encode(reply.body);
  const whole = readBytes([bytes]);
  expect(whole).toMatchObject({ reasoning: reply.reasoning, calls: reply.calls });
  expect(whole.text.trimStart()).toBe(reply.text);
  expect(whole.end).toMatchObject({ type: 'step-end', finishReason: reply.calls.length > 0 ? 'tool-calls' : 'stop' });
  expect(readBytes(cut(bytes, cuts)).events).toEqual(whole.events);
  expect(readBytes([...bytes].map((byte) => Uint8Array.of(byte))).events).toEqual(whole.events);
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });

test('a stream has the same meaning with any quirks, whole, byte by byte, and split anywhere', () => {
  fc.assert(fc.property(anyStream, cuts, meansTheSame), { numRuns: 100 });
});

test('a plain response has the same meaning with any quirks, whole, byte by byte, and split anywhere', () => {
  fc.assert(fc.property(anyJsonReply, cuts, meansTheSame), { numRuns: 100 });
});

test('a stream that breaks off anywhere never runs an incomplete call, and never throws', () => {
  fc.assert(
    fc.property(anyStream, fc.nat(), ({ body, calls, text }, at) => {
      const reply = readPieces([body.slice(0, at % (body.length + 1))]);
      const ran = reply.calls.filter(([, input]) => !(typeof input === 'object' && input !== null && 'error' in input));
      expect(calls.slice(0, ran.length)).toEqual(ran);
      expect(text.startsWith(reply.text.trim())).toBe(true);
    }),
    { numRuns: 200 },
  );
});
