import { describe, expect, test } from 'vitest';
import { readNative, summarizeReply } from '../../testing/model-api/native-reply.ts';
import { ResponsesChunkReader } from './responses-chunks.ts';

const event = (type: string, data: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: 1, ...data })}\n\n`;
const START =
  event('response.created', { response: { id: 'resp_1', status: 'in_progress' } }) + event('response.in_progress');
const USAGE = {
  input_tokens: 100,
  input_tokens_details: { cached_tokens: 64 },
  output_tokens: 40,
  output_tokens_details: { reasoning_tokens: 30 },
};
const end = (more: object = {}, type = 'response.completed') =>
  event(type, {
    response: {
      id: 'resp_1',
      status: type === 'response.completed' ? 'completed' : 'incomplete',
      usage: USAGE,
      ...more,
    },
  });
const added = (output_index: number, item: object) => event('response.output_item.added', { output_index, item });
const done = (output_index: number, item: object) => event('response.output_item.done', { output_index, item });
const message = (output_index: number, pieces: string[], more: object = {}) =>
  added(output_index, { type: 'message', id: 'msg', status: 'in_progress', role: 'assistant', content: [], ...more }) +
  event('response.content_part.added', { output_index, content_index: 0, part: { type: 'output_text', text: '' } }) +
  pieces.map((delta) => event('response.output_text.delta', { output_index, content_index: 0, delta })).join('') +
  event('response.output_text.done', { output_index, text: pieces.join('') }) +
  done(output_index, { type: 'message', id: 'msg', content: [{ type: 'output_text', text: pieces.join('') }] });
const call = (output_index: number, name: string, pieces: string[]) => {
  const item = { type: 'function_call', id: `fc_${output_index}`, call_id: `call_${output_index}`, name };
  return (
    added(output_index, { ...item, arguments: '', status: 'in_progress' }) +
    pieces.map((delta) => event('response.function_call_arguments.delta', { output_index, delta })).join('') +
    event('response.function_call_arguments.done', { output_index, arguments: pieces.join('') }) +
    done(output_index, { ...item, arguments: pieces.join(''), status: 'completed' })
  );
};
const REASONING = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Hm.' }],
  encrypted_content: 'gAAAA',
};

const read = (body: string, options = {}) => readNative(() => new ResponsesChunkReader(), body, options);

describe('a Responses stream', () => {
  test('events whose type is only in their name are read (quirk: type-in-event)', () => {
    const named = (type: string, data: object) => `event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
    const reply = read(
      named('response.output_text.delta', { output_index: 0, delta: 'Noon.' }) +
        named('response.completed', { response: { status: 'completed', output: [] } }),
    );
    expect(summarizeReply(reply)).toMatchObject({ text: 'Noon.' });
    expect(reply.end).toMatchObject({ finishReason: 'stop' });
  });

  test('a call whose name arrives at the end of its item runs (quirk: name-late)', () => {
    const item = { type: 'function_call', id: 'fc', call_id: 'call_1' };
    const reply = read(
      START +
        added(0, { ...item, name: '', arguments: '' }) +
        event('response.function_call_arguments.delta', { output_index: 0, item_id: 'fc', delta: '{"city":"Oslo"}' }) +
        done(0, { ...item, name: 'weather', arguments: '{"city":"Oslo"}' }) +
        end(),
    );
    expect(summarizeReply(reply)).toMatchObject({ names: ['weather'], calls: [{ city: 'Oslo' }] });
  });

  test('text; cached tokens are among the input’s, thoughts among the output’s', () => {
    const reply = read(
      START + message(0, ['The tide ', 'rises. 潮汐🌊']) + event('response.something_new', { delta: 'no' }) + end(),
    );
    expect(summarizeReply(reply)).toMatchObject({ text: 'The tide rises. 潮汐🌊', calls: [] });
    expect(reply.end).toEqual({
      type: 'step-end',
      finishReason: 'stop',
      usage: { inputTokens: 100, cachedTokens: 64, outputTokens: 40 },
    });
  });

  test('the summary of the reasoning is shown, and its encrypted content kept in its place (quirk: reasoning-items)', () => {
    const summary = (summary_index: number, text: string) =>
      event('response.reasoning_summary_part.added', { output_index: 0, summary_index, part: {} }) +
      event('response.reasoning_summary_text.delta', { output_index: 0, summary_index, delta: text });
    const reply = read(
      START +
        added(0, { type: 'reasoning', id: 'rs_1', summary: [] }) +
        summary(0, 'First.') +
        summary(1, 'Second.') +
        done(0, REASONING) +
        message(1, ['I look.'], { phase: 'commentary' }) +
        call(2, 'weather', ['{"city":', '"Oslo"}']) +
        end(),
    );
    expect(summarizeReply(reply)).toEqual({
      text: 'I look.',
      reasoning: 'First.\n\nSecond.',
      names: ['weather'],
      calls: [{ city: 'Oslo' }],
    });
    expect(reply.early).toBe(1);
    expect(reply.end).toMatchObject({
      finishReason: 'tool-calls',
      opaque: {
        interface: 'openai-responses',
        items: [
          { type: 'reasoning', item: REASONING },
          { type: 'message', length: 7, phase: 'commentary' },
          { type: 'function_call' },
        ],
      },
    });
  });

  test('reasoning that is not encrypted cannot be echoed', () => {
    const { encrypted_content: _, ...bare } = REASONING;
    expect(read(START + done(0, bare) + message(1, ['Hi']) + end()).end).not.toHaveProperty('opaque');
  });

  test('parallel calls, their fragments interleaved', () => {
    const item = (n: number) => ({ type: 'function_call', call_id: `call_${n}`, name: 'weather', arguments: '' });
    const piece = (output_index: number, delta: string) =>
      event('response.function_call_arguments.delta', { output_index, delta });
    const reply = read(
      START +
        added(0, item(0)) +
        added(1, item(1)) +
        piece(0, '{"city":"Os') +
        piece(1, '{"city":') +
        piece(0, 'lo"}') +
        piece(1, '"Bergen"}') +
        end(),
    );
    expect(reply.early).toBe(2);
    expect(summarizeReply(reply).calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }]);
  });

  test('arguments that only arrive at the end of their item', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'weather' };
    expect(
      summarizeReply(read(START + added(0, item) + done(0, { ...item, arguments: '{"city":"Oslo"}' }) + end())).calls,
    ).toEqual([{ city: 'Oslo' }]);
    expect(summarizeReply(read(START + done(0, { ...item, arguments: '{"city":"Oslo"}' }) + end())).calls).toEqual([
      { city: 'Oslo' },
    ]);
  });

  test('text that only arrives at the end of a part counts, also without its item (quirk: done-without-deltas)', () => {
    const part = (type: string, text: string) =>
      event('response.content_part.done', { output_index: 0, content_index: 0, part: { type, text } });
    expect(summarizeReply(read(START + part('output_text', 'It rises.') + end())).text).toBe('It rises.');
    expect(summarizeReply(read(START + part('reasoning_text', 'Hm.') + end())).text).toBe('');
  });

  describe('text in the beginning of a part (quirk: part-added-with-text)', () => {
    const part = (text: string) =>
      added(0, { type: 'message', id: 'msg', content: [] }) +
      event('response.content_part.added', { output_index: 0, content_index: 0, part: { type: 'output_text', text } });
    const pieces = (...texts: string[]) =>
      texts.map((delta) => event('response.output_text.delta', { output_index: 0, delta })).join('');

    test.each([
      ['alone', ''],
      ['that pieces repeat', pieces('The ', 'tide', ' rises.')],
      ['that one piece repeats', pieces('The tide rises.')],
      [
        'that the end of the item repeats',
        done(0, { type: 'message', id: 'msg', content: [{ text: 'The tide rises.' }] }),
      ],
    ])('%s is shown once', (_title, more) => {
      expect(summarizeReply(read(START + part('The tide rises.') + more + end())).text).toBe('The tide rises.');
    });

    test.each([
      ['pieces go on with', 'The ', pieces('tide', ' rises.')],
      ['pieces repeat and go on with', 'The ', pieces('The', ' tide', ' rises.')],
    ])('that %s is its beginning', (_title, text, more) => {
      expect(summarizeReply(read(START + part(text) + more + end())).text).toBe('The tide rises.');
    });
  });

  test('a refusal is shown, and is one', () => {
    const refusal = event('response.refusal.delta', { output_index: 0, delta: 'I cannot.' });
    const reply = read(START + added(0, { type: 'message', content: [] }) + refusal + end());
    expect(summarizeReply(reply).text).toBe('I cannot.');
    expect(reply.end).toMatchObject({ finishReason: 'content-filter' });
  });

  test.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content-filter'],
    ['something_new', 'other'],
  ])('incomplete for %s', (reason, finishReason) => {
    const reply = read(START + message(0, ['The ti']) + end({ incomplete_details: { reason } }, 'response.incomplete'));
    expect(reply.end).toMatchObject({ type: 'step-end', finishReason });
  });

  test('arguments that were cut off do not run', () => {
    const item = { type: 'function_call', call_id: 'c', name: 'weather', arguments: '' };
    const open =
      added(0, item) + event('response.function_call_arguments.delta', { output_index: 0, delta: '{"city":"Os' });
    const incomplete = end({ incomplete_details: { reason: 'max_output_tokens' } }, 'response.incomplete');
    expect(summarizeReply(read(START + open + incomplete)).calls).toEqual(['truncated-input']);
    expect(summarizeReply(read(START + open)).calls).toEqual(['truncated-input']);
  });
});

describe('possible failures', () => {
  test('a stream without its last event was cut off', () => {
    expect(read(START + message(0, ['The ti'])).end).toMatchObject({ type: 'interrupted' });
    expect(read(START).end).toMatchObject({ type: 'failure', failure: { code: 'network' } });
  });

  test.each([
    ['rate_limit_exceeded', 'Rate limit reached. Please try again in 2s.', 'retry', 'rate-limit'],
    ['context_length_exceeded', 'Your input exceeds the context window of this model.', 'retry', 'context-length'],
    ['server_is_overloaded', 'Our servers are currently overloaded.', 'retry', 'bad-response'],
    ['invalid_prompt', 'Invalid prompt.', 'failure', 'bad-response'],
  ])('%s, as a failed response and as a separate event', (code, text, type, failure) => {
    const error = { code, message: text };
    const wanted = { type, failure: { code: failure } };
    expect(read(START + event('response.failed', { response: { status: 'failed', error } })).end).toMatchObject(wanted);
    expect(read(START + event('error', { ...error, param: null })).end).toMatchObject(wanted);
  });
});

test('a complete response instead of a stream', () => {
  const output = [
    REASONING,
    { type: 'message', content: [{ type: 'output_text', text: 'I look.' }] },
    { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{"city":"Oslo"}' },
  ];
  const reply = read(JSON.stringify({ object: 'response', status: 'completed', output, usage: USAGE }));
  expect(summarizeReply(reply)).toEqual({
    text: 'I look.',
    reasoning: 'Hm.',
    names: ['weather'],
    calls: [{ city: 'Oslo' }],
  });
  expect(reply.end).toMatchObject({ finishReason: 'tool-calls', opaque: { items: [{ item: REASONING }, {}, {}] } });
});
