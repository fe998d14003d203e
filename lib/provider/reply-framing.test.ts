import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, ReplyFraming } from './reply-framing.ts';

function framesOf(pieces: string[]): Frame[] {
  const framing = new ReplyFraming();
  return [...pieces.flatMap((piece) => framing.push(piece)), ...framing.end()];
}
const data = (payload: string, isError = false): Frame => ({ type: 'data', data: payload, isError });

const BODIES: [name: string, body: string, frames: Frame[]][] = [
  ['a plain stream', 'data: {"a":1}\n\ndata: [DONE]\n\n', [data('{"a":1}'), data('[DONE]')]],
  ['no space after the colon', 'data:{"a":1}\n\n', [data('{"a":1}')]],
  ['CRLF line ends', 'data: 1\r\n\r\ndata: 2\r\n\r\n', [data('1'), data('2')]],
  ['bare CR line ends', 'data: 1\r\rdata: 2\r\r', [data('1'), data('2')]],
  ['a byte order mark', '\uFEFFdata: 1\n\n', [data('1')]],
  ['comments and empty data', ': ping\n\ndata:\n\ndata: 1\n\n', [data(''), data('1')]],
  ['several data lines', 'data: {"a":\ndata: 1}\n\n', [data('{"a":\n1}')]],
  ['a last event without its blank line', 'data: 1\n\ndata: 2', [data('1'), data('2')]],
  ['an error event', 'event: error\ndata: {"error":{}}\n\n', [data('{"error":{}}', true)]],
  ['an error field', 'error: {"code":500}\n\n', [data('{"code":500}', true)]],
  ['plain JSON', ' \n{"choices":[]}', [{ type: 'json', text: ' \n{"choices":[]}' }]],
  ['a web page', '<!doctype html><title>502</title>', [{ type: 'html', text: '<!doctype html><title>502</title>' }]],
  ['nothing at all', ' \n ', []],
];

test.each(BODIES)('%s is split into its frames', (_name, body, frames) => {
  expect(framesOf([body])).toEqual(
    frames.map((frame) => (frame.type === 'json' ? { ...frame, text: expect.any(String) } : frame)),
  );
});

test.each(BODIES)('%s gives the same frames wherever it is cut', (_name, body) => {
  const normal = (frames: Frame[]) =>
    frames.map((frame) => (frame.type === 'json' ? { ...frame, text: frame.text.trim() } : frame));
  const whole = normal(framesOf([body]));
  expect(normal(framesOf([...body]))).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: body.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), body.length];
      expect(normal(framesOf(at.map((start, index) => body.slice(start, at[index + 1] ?? start))))).toEqual(whole);
    }),
  );
});

test('an event that never ends stops at the bound, with a value that says so', () => {
  const framing = new ReplyFraming();
  const piece = `data: ${'x'.repeat(300_000)}`;
  const frames = [piece, piece, piece, piece, piece].flatMap((text) => framing.push(text));
  expect(frames).toEqual([{ type: 'too-large', limit: 1_000_000 }]);
  expect(framing.end()).toEqual([]);
});
