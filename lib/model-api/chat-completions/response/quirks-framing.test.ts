// docs/quirks.md, "Framing and errors of a response": the bytes around the chunks, and errors with the status 200. One
// test per row.
import { describe, expect, test } from 'vitest';
import { DONE, readPieces, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk, sse } from '../../../testing/model-api/raw-server.ts';

const text = (content: string) => chunk({ content });
const END = chunk({}, 'stop') + DONE;
const HELLO = text('Hel') + text('lo') + END;
const hello = { text: 'Hello', end: { type: 'step-end' } };
const failure = (detail: unknown) => ({ end: { failure: { detail } } });

describe('the format of the stream', () => {
  test('split-characters: characters that arrive in pieces are joined', () => {
    const decoder = new TextDecoder();
    const bytes = new TextEncoder().encode(text('潮汐 🌊') + END);
    const pieces = [...bytes].map((byte) => decoder.decode(Uint8Array.of(byte), { stream: true }));
    expect(readPieces(pieces).text).toBe('潮汐 🌊');
  });

  test('glued-frames: of two frames glued together the complete one counts, and the stream continues', () => {
    const glued = `data: {"object":"chat.completion.c${text('lo').trimEnd()}\n\n`;
    expect(readReply(text('Hel') + glued + END)).toMatchObject(hello);
  });

  test('glued-frames: a broken chunk is skipped, the answer counts as broken, and a call it fell into does not run', () => {
    const call = (args: string, name?: string) =>
      chunk({ tool_calls: [{ index: 0, function: { name, arguments: args } }] });
    const broken = 'data: {"choices":[{"index":0,"del\n\n';
    expect(readReply(text('Hel') + broken + text('lo') + END)).toMatchObject({
      text: 'Hello',
      end: { type: 'interrupted', detail: 'part-lost' },
    });
    expect(readReply(call('{"city":"Pa', 'weather') + broken + call('is"}') + END)).toMatchObject({
      early: 0,
      calls: [['weather', { error: expect.stringContaining('lost on the way') }]],
    });
  });
});

describe('the wrong kind of body', () => {
  const message = { role: 'assistant', content: 'Hello', tool_calls: null };
  const whole = { choices: [{ index: 0, message, finish_reason: 'stop' }], usage: { prompt_tokens: 3 } };

  test('json-instead-of-stream: plain JSON is an answer', () => {
    for (const body of [JSON.stringify(whole), JSON.stringify(whole, null, 2), `\uFEFF\n${JSON.stringify(whole)}\n`]) {
      const reply = readReply(body);
      expect(reply.text).toBe('Hello');
      expect(stepEnd(reply)).toMatchObject({ finishReason: 'stop', usage: { inputTokens: 3 } });
    }
  });

  test('json-instead-of-stream: plain JSON with calls is a step with calls', () => {
    const calls = [{ id: 'a', function: { name: 'weather', arguments: { city: 'Paris' } } }];
    const reply = readReply(JSON.stringify({ choices: [{ message: { content: null, tool_calls: calls } }] }));
    expect(reply.calls).toEqual([['weather', { city: 'Paris' }]]);
    expect(stepEnd(reply).finishReason).toBe('tool-calls');
  });

  test('json-instead-of-stream: plain JSON that breaks off is not an answer', () => {
    expect(readReply(JSON.stringify(whole).slice(0, -20)).end).toMatchObject({ type: 'failure' });
  });

  test('lines-of-json: chunks one a line are read as they come', () => {
    const body = HELLO.replaceAll('data: ', '').replaceAll('\n\n', '\n').replace('[DONE]\n', '');
    expect(readReply(body)).toMatchObject(hello);
  });

  test('lines-of-json: a line without choices among them is skipped', () => {
    const lines = HELLO.replaceAll('data: ', '').replaceAll('\n\n', '\n').replace('[DONE]\n', '');
    const other = ['{"type":"ping"}\n', '{"object":"status","queue":3}\n'];
    const [first = '', ...rest] = lines.split(/(?<=\n)/);
    for (const body of [other.join('') + lines, first + other.join('') + rest.join(''), lines + other.join('')]) {
      expect(readReply(body)).toMatchObject(hello);
    }
    expect(readReply(other.join(''))).toMatchObject(failure('{"type":"ping"}'));
  });

  test("lines-of-json: Ollama's own API is recognized, with the address to use", () => {
    const line = (content: string, done: boolean) => `${JSON.stringify({ model: 'm', message: { content }, done })}\n`;
    expect(readReply(line('Hel', false) + line('lo', true))).toMatchObject({
      end: { failure: { reason: { type: 'not-a-model-server', reply: 'ollama' } } },
    });
  });

  test('html-response: a web page is reported with its title', () => {
    const page = '<!DOCTYPE html>\n<html><head><title>502 Bad gateway</title></head></html>';
    expect(readReply(page)).toMatchObject({
      end: { failure: { reason: { reply: 'web-page' }, detail: '502 Bad gateway' } },
    });
  });

  test('json-instead-of-stream: JSON that is not an answer is reported unchanged', () => {
    expect(readReply('{"status":"ok"}')).toMatchObject(failure('{"status":"ok"}'));
  });
});

describe('an error whose status was 200', () => {
  const groq = {
    message: 'Tool call validation failed',
    type: 'invalid_request_error',
    code: 'tool_use_failed',
    failed_generation: '<function=weather>{"city":"Paris"}</function>',
    status_code: 400,
  };
  const limit = { code: 400, message: 'Token limit reached' };

  test.each([
    ['error-event: as an event named error', `event: error\n${sse({ error: groq })}`, groq.message],
    ['error-event: as an event named error that holds the error itself', `event: error\n${sse(groq)}`, groq.message],
    ['error-event: as an event named error that holds text', 'event: error\ndata: overloaded\n\n', 'overloaded'],
    ['error-in-data: beside choices', sse({ error: limit, choices: [{ delta: { content: '' } }] }), limit.message],
    ['error-in-data: in a choice', sse({ choices: [{ error: limit, delta: {} }] }), limit.message],
    ['error-field: as a field of its own', `error: ${JSON.stringify(limit)}\n\n`, limit.message],
    ['error-in-list: in a list', sse([{ error: limit }]), limit.message],
    ['error-shapes: as detail', sse({ detail: 'Invalid API Key' }), 'Invalid API Key'],
    ['error-shapes: as a string', sse({ error: 'out of memory' }), 'out of memory'],
    ['error-shapes: as an object that says it is one', sse({ object: 'error', message: 'no', code: 400 }), 'no'],
    ['error-shapes: as a message beside a flag', sse({ error: true, message: 'no' }), 'no'],
  ])('%s is a failure', (_sentence, body, detail) => {
    expect(readReply(body + DONE)).toMatchObject(failure(detail));
    expect(readReply(text('Well') + body + DONE)).toMatchObject({ text: 'Well', ...failure(detail) });
  });

  test.each([
    ['error-in-list: in a list', JSON.stringify([{ error: limit }], null, 1), limit.message],
    ['error-shapes: as an object that says it is one', '{"object":"error","message":"no","code":400}', 'no'],
    ['error-shapes: as detail', '{"detail":[{"loc":["body","model"],"msg":"required"}]}', 'body.model: required'],
  ])('%s is a failure, even as the whole body', (_sentence, body, detail) => {
    expect(readReply(body)).toMatchObject(failure(detail));
  });

  test("error-event: the model's output is searched for a call that the server failed to parse", () => {
    const salvage = (written: string) => [{ type: 'text-delta' as const, delta: `read: ${written}` }];
    const reply = readReply(`event: error\n${sse({ error: groq })}`, { salvage });
    expect(reply).toMatchObject({ text: `read: ${groq.failed_generation}`, end: { type: 'step-end' } });
    expect(readReply(sse({ error: groq }), { salvage: () => [] })).toMatchObject(failure(groq.message));
    expect(readReply(sse({ error: limit }), { salvage })).toMatchObject(failure(limit.message));
  });

  test('error-in-data: an empty error is ignored', () => {
    expect(readReply(HELLO.replaceAll('{"choices"', '{"error":null,"choices"'))).toMatchObject(hello);
  });
});
