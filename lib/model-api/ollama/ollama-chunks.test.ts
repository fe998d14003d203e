import { describe, expect, test } from 'vitest';
import { readNative, summarizeReply } from '../../testing/model-api/native-reply.ts';
import { OllamaChunkReader } from './ollama-chunks.ts';

const line = (value: object) => `${JSON.stringify({ model: 'm', created_at: '2026-11-24T10:00:00Z', ...value })}\n`;
const said = (message: object) => line({ message: { role: 'assistant', content: '', ...message }, done: false });
const end = (more: object = {}) =>
  line({
    message: { role: 'assistant', content: '' },
    done: true,
    done_reason: 'stop',
    total_duration: 9_000_000_000,
    load_duration: 8_000_000_000,
    prompt_eval_count: 120,
    eval_count: 30,
    ...more,
  });
const calls = (...list: object[]) => said({ tool_calls: list });
const weather = (city: string, more: object = {}) => ({ function: { name: 'weather', arguments: { city }, ...more } });

const read = (body: string, options = {}) => readNative(() => new OllamaChunkReader(), body, options);

describe('lines of /api/chat', () => {
  test('text, and the counts of the last line', () => {
    const reply = read(said({ content: 'The tide ' }) + said({ content: 'rises.\n潮汐🌊' }) + end());
    expect(summarizeReply(reply)).toMatchObject({ text: 'The tide rises.\n潮汐🌊', calls: [] });
    expect(reply.end).toEqual({
      type: 'step-end',
      finishReason: 'stop',
      usage: { inputTokens: 120, outputTokens: 30 },
    });
  });

  test('thinking is separate from the text', () => {
    const reply = read(said({ thinking: 'Let me ' }) + said({ thinking: 'see.' }) + said({ content: 'Nine.' }) + end());
    expect(summarizeReply(reply)).toMatchObject({ text: 'Nine.', reasoning: 'Let me see.' });
  });

  test('calls are sent complete, one per line or together, and can run immediately', () => {
    const reply = read(calls(weather('Oslo')) + calls(weather('Bergen'), weather('Bodø')) + end());
    expect(reply.early).toBe(3);
    expect(summarizeReply(reply).calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }, { city: 'Bodø' }]);
    expect(reply.end).toMatchObject({ finishReason: 'tool-calls' });
  });

  test('the same index for all calls, with ids of newer versions (quirk: index-always-zero)', () => {
    const reply = read(
      calls({ id: 'call_a', ...weather('Oslo', { index: 0 }) }) +
        calls({ id: 'call_b', ...weather('Bergen', { index: 0 }) }) +
        end(),
    );
    expect(summarizeReply(reply).calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }]);
    expect(reply.events.filter(({ type }) => type === 'tool-input-start')).toMatchObject([
      { toolCallId: 'call_a' },
      { toolCallId: 'call_b' },
    ]);
  });

  test('the same call twice is two calls', () => {
    expect(summarizeReply(read(calls(weather('Oslo')) + calls(weather('Oslo')) + end())).calls).toHaveLength(2);
  });

  test('arguments as text, or missing', () => {
    const asText = { function: { name: 'weather', arguments: '{"city":"Oslo"}' } };
    const none = { function: { name: 'get_time' } };
    expect(summarizeReply(read(calls(asText, none) + end())).calls).toEqual([{ city: 'Oslo' }, {}]);
  });

  test('arguments that do not fit the schema do not run', () => {
    const reply = read(calls({ function: { name: 'weather', arguments: { town: 1 } } }) + end());
    expect(summarizeReply(reply).calls).toEqual(['bad-input']);
  });

  test('length: the answer hit its limit or the window', () => {
    expect(read(said({ content: 'The ti' }) + end({ done_reason: 'length' })).end).toMatchObject({
      finishReason: 'length',
    });
  });

  test('old versions report neither a reason nor the count of a cached prompt', () => {
    const reply = read(said({ content: 'Hi' }) + end({ done_reason: undefined, prompt_eval_count: undefined }));
    expect(reply.end).toEqual({ type: 'step-end', finishReason: 'stop', usage: { outputTokens: 30 } });
  });

  test('one line, without a line end, is a complete reply', () => {
    expect(summarizeReply(read(end({ message: { role: 'assistant', content: 'Hi' } }).trimEnd())).text).toBe('Hi');
  });

  test('nothing is read after the last line', () => {
    expect(summarizeReply(read(said({ content: 'Hi' }) + end() + said({ content: ' again' }))).text).toBe('Hi');
  });
});

describe('possible failures', () => {
  test('a stream that ends without its last line was cut off', () => {
    expect(read(said({ content: 'The ti' })).end).toMatchObject({ type: 'interrupted' });
    expect(read(said({ content: 'The ti' }), { isTruncated: true }).end).toMatchObject({ type: 'interrupted' });
  });

  test('a truncated line is not read', () => {
    expect(summarizeReply(read(`${said({ content: 'Hi' })}{"message":{"content":"no`)).text).toBe('Hi');
  });

  test('an error in the stream, before and after some text', () => {
    const error = `${JSON.stringify({ error: 'an error was encountered while running the model: CUDA error' })}\n`;
    expect(read(error).end).toMatchObject({ type: 'failure', failure: { detail: expect.stringContaining('CUDA') } });
    const late = read(said({ content: 'Well' }) + error);
    expect(summarizeReply(late).text).toBe('Well');
    expect(late.end).toMatchObject({ type: 'failure' });
  });

  test('a prompt that is too long for the window is reported, because truncation is turned off (quirk: silent-truncation)', () => {
    const error = `${JSON.stringify({ error: 'the input length exceeds the context length' })}\n`;
    expect(read(error).end).toMatchObject({ type: 'retry', reason: 'context-length' });
  });

  test('a reply of another interface is not an answer', () => {
    expect(read('{"id":"x","object":"list","data":[]}').end).toMatchObject({
      type: 'failure',
      failure: { code: 'bad-response' },
    });
  });
});
