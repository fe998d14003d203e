import { afterEach, describe, expect, test } from 'vitest';
import { chunk, EVENT_STREAM, sse } from '../../testing/model-api/raw-server.ts';
import { ask, closeServers, reply } from '../../testing/model-api/request-from-server.ts';
import { BodyDecoder } from './body-text.ts';

afterEach(closeServers);

const ANSWER = chunk({ content: 'Ebbe – 満潮' }, null) + chunk({}, 'stop') + sse('[DONE]');

/** Encodes `text` as UTF-16, in either byte order. */
function utf16(text: string, { isBigEndian = false, mark = '' } = {}): Buffer {
  const bytes = Buffer.from(mark + text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

describe('a body in UTF-16 (quirk: utf-16-body)', () => {
  test.each([
    ['with a byte order mark', utf16(ANSWER, { mark: '\uFEFF' })],
    ['with a byte order mark, high bytes first', utf16(ANSWER, { mark: '\uFEFF', isBigEndian: true })],
    ['without a mark', utf16(ANSWER)],
    ['without a mark, high bytes first', utf16(ANSWER, { isBigEndian: true })],
  ])('is read as an answer: %s', async (_kind, bytes) => {
    const { events } = await ask((response) => {
      response.writeHead(200, EVENT_STREAM);
      response.end(bytes);
    });
    expect(events).toMatchObject([
      { type: 'text-delta', delta: 'Ebbe – 満潮' },
      { type: 'step-end', finishReason: 'stop' },
    ]);
  });

  test('of a refusal is read as its text', async () => {
    const { events } = await ask((response) => {
      response.writeHead(400, { 'content-type': 'application/json; charset=utf-16' });
      response.end(utf16('{"error":{"message":"Der Schlüssel fehlt."}}', { mark: '\uFEFF' }));
    });
    expect(events).toMatchObject([{ failure: { detail: 'Der Schlüssel fehlt.' } }]);
  });
});

test('a refusal that is too long is known by its status alone', async () => {
  const { events } = await ask((response) => reply(response, 400, 'x'.repeat(1_500_000)));
  expect(events).toMatchObject([{ failure: { reason: { type: 'request-refused', status: 400 } } }]);
  expect(JSON.stringify(events)).not.toContain('xxx');
});

describe('a body decoder', () => {
  test.each([
    ['UTF-8', Buffer.from(ANSWER)],
    ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${ANSWER}`)],
    ['UTF-16', utf16(ANSWER, { mark: '\uFEFF' })],
  ])('gives the same text of %s byte by byte', (_name, bytes) => {
    const decoder = new BodyDecoder();
    expect([...bytes].map((byte) => decoder.decode(Uint8Array.of(byte))).join('') + decoder.end()).toBe(ANSWER);
  });

  test('gives a body of one byte at its end', () => {
    const decoder = new BodyDecoder();
    expect([decoder.decode(Buffer.from('7')), decoder.end()]).toEqual(['', '7']);
  });
});

describe('a refusal in an event stream (quirk: refusal-in-events)', () => {
  test.each([
    [
      'of DashScope',
      'id:1\nevent:error\n:HTTP_STATUS/400\ndata:{"code":"InvalidParameter","message":"Input is too short","request_id":"r"}\n\n',
    ],
    ['in OpenAI’s form', 'data: {"error":{"message":"Input is too short"}}\r\n\r\ndata: [DONE]\r\n\r\n'],
    ['in words', ': ping\n\ndata: Input is too short\n\n'],
  ])('is shown by its message: %s', async (_kind, body) => {
    const { events } = await ask((response) => reply(response, 400, body, EVENT_STREAM));
    expect(events).toMatchObject([{ type: 'failure', failure: { detail: 'Input is too short' } }]);
  });

  test('is learned from as any other', async () => {
    const body = sse({ error: { message: "Unsupported parameter: 'stream_options'", param: 'stream_options' } });
    const { events } = await ask((response) => reply(response, 400, body, EVENT_STREAM));
    expect(events).toMatchObject([{ type: 'retry', observation: { type: 'request-quirk' } }]);
  });

  test('in plain text that only mentions an event stays unchanged', async () => {
    const { events } = await ask((response) => reply(response, 400, 'Bad field\ndata: missing'));
    expect(events).toMatchObject([{ failure: { detail: 'Bad field\ndata: missing' } }]);
  });
});

describe('an uncompressed body whose headers say that it is compressed (quirk: not-compressed)', () => {
  const GZIP = { ...EVENT_STREAM, 'content-encoding': 'gzip' };

  test('is a failure that names the header, and may be sent again', async () => {
    const { events } = await ask((response) => reply(response, 200, ANSWER, GZIP));
    const failure = { reason: { type: 'not-decompressed' }, detail: 'content-encoding: gzip', retryable: true };
    expect(events).toMatchObject([{ failure }]);
  });

  test('of a refusal keeps its status', async () => {
    const { events } = await ask((response) => reply(response, 401, '{"error":"bad key"}', GZIP));
    expect(events).toMatchObject([{ failure: { reason: { type: 'key-needed' } } }]);
  });
});
