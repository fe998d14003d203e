import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Frame, ResponseFraming } from './response-framing.ts';

function collectFrames(pieces: string[]): Frame[] {
  const frames: Frame[] = [];
  const framing = new ResponseFraming((frame) => frames.push(frame));
  for (const piece of pieces) framing.push(piece);
  framing.end();
  return frames;
}
const data = (payload: string, isError = false, event = ''): Frame => ({ type: 'data', data: payload, event, isError });

const BODIES: [name: string, body: string, frames: Frame[]][] = [
  ['a plain stream', 'data: {"a":1}\n\ndata: [DONE]\n\n', [data('{"a":1}'), data('[DONE]')]],
  ['no space after the colon', 'data:{"a":1}\n\n', [data('{"a":1}')]],
  ['CRLF line ends', 'data: 1\r\n\r\ndata: 2\r\n\r\n', [data('1'), data('2')]],
  ['bare CR line ends', 'data: 1\r\rdata: 2\r\r', [data('1'), data('2')]],
  ['a byte order mark', '\uFEFFdata: 1\n\n', [data('1')]],
  ['comments and empty data', ': ping\n\ndata:\n\ndata: 1\n\n', [data(''), data('1')]],
  ['several data lines', 'data: {"a":\ndata: 1}\n\n', [data('{"a":\n1}')]],
  ['a last event without its blank line', 'data: 1\n\ndata: 2', [data('1'), data('2')]],
  ['an error event', 'event: error\ndata: {"error":{}}\n\n', [data('{"error":{}}', true, 'error')]],
  ['an error field', 'error: {"code":500}\n\n', [data('{"code":500}', true)]],
  ['plain JSON', ' \n{"choices":[]}', [{ type: 'json', text: ' \n{"choices":[]}' }]],
  ['a web page', '<!doctype html><title>502</title>', [{ type: 'html', text: '<!doctype html><title>502</title>' }]],
  ['nothing at all', ' \n ', []],
];

test.each(BODIES)('%s is split into its frames', (_name, body, frames) => {
  expect(collectFrames([body])).toEqual(
    frames.map((frame) => (frame.type === 'json' ? { ...frame, text: expect.any(String) } : frame)),
  );
});

test.each(BODIES)('%s gives the same frames wherever it is split', (_name, body) => {
  const normal = (frames: Frame[]) =>
    frames.map((frame) => (frame.type === 'json' ? { ...frame, text: frame.text.trim() } : frame));
  const whole = normal(collectFrames([body]));
  expect(normal(collectFrames([...body]))).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: body.length })), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), body.length];
      expect(normal(collectFrames(at.map((start, index) => body.slice(start, at[index + 1] ?? start))))).toEqual(whole);
    }),
  );
});

test('an event without an end stops at the limit, with a frame that reports it', () => {
  const piece = `data: ${'x'.repeat(300_000)}`;
  expect(collectFrames([piece, piece, piece, piece, piece])).toEqual([{ type: 'too-large', limit: 1_000_000 }]);
});

test('an event over the limit is detected wherever it is split', () => {
  const body = `data: 1\n\ndata: "${'x'.repeat(1_000_000)}"\n\ndata: 2\n\n`;
  const pieces = body.match(/.{1,99999}/gs) ?? [];
  expect(collectFrames([body])).toEqual([data('1'), { type: 'too-large', limit: 1_000_000 }]);
  expect(collectFrames(pieces)).toEqual(collectFrames([body]));
});

test('JSON on one line is emitted when the line ends, JSON over many lines when the body ends', () => {
  expect(collectFrames(['{"a":1}\n{"a', '":2}\n'])).toEqual([
    { type: 'json', text: '{"a":1}' },
    { type: 'json', text: '{"a":2}' },
  ]);
  expect(collectFrames(['{\n"a":1\n', '}\n'])).toEqual([{ type: 'json', text: '{\n"a":1\n}\n' }]);
});
