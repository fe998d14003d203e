import { describe, expect, test } from 'vitest';
import { readNative, summarizeReply } from '../../testing/model-api/native-reply.ts';
import { AnthropicChunkReader } from './anthropic-chunks.ts';

const event = (data: { type: string; [field: string]: unknown }) =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
const START = event({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 12, output_tokens: 1 },
  },
});
const begin = (index: number, content_block: object) => event({ type: 'content_block_start', index, content_block });
const more = (index: number, delta: object) => event({ type: 'content_block_delta', index, delta });
const stop = (index: number) => event({ type: 'content_block_stop', index });
const end = (stop_reason: string | null, usage: object = { output_tokens: 30 }) =>
  event({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage }) +
  event({ type: 'message_stop' });
const textBlock = (index: number, ...pieces: string[]) =>
  begin(index, { type: 'text', text: '' }) +
  pieces.map((text) => more(index, { type: 'text_delta', text })).join('') +
  stop(index);
const toolBlock = (index: number, name: string, ...pieces: string[]) =>
  begin(index, { type: 'tool_use', id: `toolu_${index}`, name, input: {} }) +
  pieces.map((partial_json) => more(index, { type: 'input_json_delta', partial_json })).join('') +
  stop(index);

const read = (body: string, options = {}) => readNative(() => new AnthropicChunkReader(), body, options);

describe('a Messages stream', () => {
  test('text, with pings and an event of an unknown type (quirk: unknown-events)', () => {
    const reply = read(
      START +
        event({ type: 'ping' }) +
        textBlock(0, 'The tide ', 'rises at nine. 潮汐🌊') +
        event({ type: 'galaxy_update', delta: { type: 'text_delta', text: 'no' } }) +
        end('end_turn'),
    );
    expect(summarizeReply(reply)).toMatchObject({ text: 'The tide rises at nine. 潮汐🌊', reasoning: '', calls: [] });
    expect(reply.end).toEqual({
      type: 'step-end',
      finishReason: 'stop',
      usage: { inputTokens: 12, outputTokens: 30 },
    });
  });

  test('a block of an unknown type gives no event', () => {
    const odd =
      begin(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }) +
      more(0, { type: 'input_json_delta', partial_json: '{"q":1}' }) +
      stop(0);
    const reply = read(START + odd + textBlock(1, 'Hi') + end('end_turn'));
    expect(summarizeReply(reply)).toMatchObject({ text: 'Hi', names: [], calls: [] });
  });

  test('thinking with its signature, redacted thinking, text and a call are sent back in order (quirk: signed-thinking)', () => {
    const reply = read(
      START +
        begin(0, { type: 'thinking', thinking: '', signature: '' }) +
        more(0, { type: 'thinking_delta', thinking: 'Let me ' }) +
        more(0, { type: 'thinking_delta', thinking: 'see.' }) +
        more(0, { type: 'signature_delta', signature: 'EqQB' }) +
        more(0, { type: 'signature_delta', signature: 'CkYI' }) +
        stop(0) +
        begin(1, { type: 'redacted_thinking', data: 'EmwKAhgB' }) +
        stop(1) +
        textBlock(2, 'I look.') +
        toolBlock(3, 'weather', '{"city": "Oslo"}') +
        end('tool_use'),
    );
    expect(summarizeReply(reply)).toEqual({
      text: 'I look.',
      reasoning: 'Let me see.',
      names: ['weather'],
      calls: [{ city: 'Oslo' }],
    });
    expect(reply.end).toMatchObject({
      finishReason: 'tool-calls',
      opaque: {
        interface: 'anthropic-messages',
        blocks: [
          { type: 'thinking', thinking: 'Let me see.', signature: 'EqQBCkYI' },
          { type: 'redacted_thinking', data: 'EmwKAhgB' },
          { type: 'text', length: 7 },
          { type: 'tool_use' },
        ],
      },
    });
  });

  test('thinking whose text is omitted keeps its signature', () => {
    const reply = read(
      START +
        begin(0, { type: 'thinking', thinking: '', signature: '' }) +
        more(0, { type: 'signature_delta', signature: 'EqQB' }) +
        stop(0) +
        textBlock(1, 'Yes.') +
        end('end_turn'),
    );
    expect(reply.end).toMatchObject({
      opaque: {
        blocks: [
          { type: 'thinking', thinking: '', signature: 'EqQB' },
          { type: 'text', length: 4 },
        ],
      },
    });
  });

  test('several calls, each with live arguments, can run before the reply ends', () => {
    const reply = read(
      START +
        toolBlock(0, 'weather', '', '{"ci', 'ty": "Os', 'lo"}') +
        toolBlock(1, 'weather', '{"city":"Bergen"}') +
        end('tool_use'),
    );
    expect(reply.early).toBe(2);
    expect(summarizeReply(reply).calls).toEqual([{ city: 'Oslo' }, { city: 'Bergen' }]);
    expect(reply.events.filter(({ type }) => type === 'tool-input-delta')).toMatchObject([
      { toolCallId: 'toolu_0', delta: '{"city": "Oslo"}' },
      { toolCallId: 'toolu_1', delta: '{"city":"Bergen"}' },
    ]);
  });

  test('a call without arguments is complete when its block ends', () => {
    const reply = read(START + toolBlock(0, 'get_time', '') + textBlock(1, 'One moment.') + end('tool_use'));
    expect(reply).toMatchObject({ early: 1 });
    expect(summarizeReply(reply).calls).toEqual([{}]);
  });

  test('arguments in the start of a block count if none follow (quirk: input-at-start)', () => {
    const block = begin(0, { type: 'tool_use', id: 't', name: 'weather', input: { city: 'Oslo' } }) + stop(0);
    expect(summarizeReply(read(START + block + end('tool_use'))).calls).toEqual([{ city: 'Oslo' }]);
  });

  test.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'content-filter'],
    ['something_new', 'other'],
  ])('%s ends a step as %s', (reason, finishReason) => {
    expect(read(START + textBlock(0, 'Hm.') + end(reason)).end).toMatchObject({ type: 'step-end', finishReason });
  });

  test.each([
    ['alone', '', 'I cannot help with that.'],
    ['after a text', textBlock(0, 'Well.'), 'Well.\n\nI cannot help with that.'],
  ])('the explanation of a refusal is shown: %s (quirk: refusal-explanation)', (_where, before, text) => {
    const stop_details = { type: 'refusal', category: 'cyber', explanation: 'I cannot help with that.' };
    const delta = { stop_reason: 'refusal', stop_details };
    const reply = read(
      START + before + event({ type: 'message_delta', delta, usage: {} }) + event({ type: 'message_stop' }),
    );
    expect(summarizeReply(reply).text).toBe(text);
    expect(reply.end).toMatchObject({ finishReason: 'content-filter' });
  });

  test('arguments that max_tokens cut off never run', () => {
    const open =
      begin(0, { type: 'tool_use', id: 't', name: 'weather', input: {} }) +
      more(0, { type: 'input_json_delta', partial_json: '{"city": "Os' });
    const reply = read(START + open + stop(0) + end('max_tokens'));
    expect(summarizeReply(reply).calls).toEqual(['truncated-input']);
    expect(reply.end).toMatchObject({ finishReason: 'length' });
  });

  test.each([
    ['after the start', START, 'failure'],
    [
      'in the text',
      START + begin(0, { type: 'text', text: '' }) + more(0, { type: 'text_delta', text: 'The ti' }),
      'interrupted',
    ],
    ['before the stop reason', START + textBlock(0, 'The tide.'), 'interrupted'],
  ])('a stream that is cut off %s did not end', (_where, body, type) => {
    expect(read(body).end).toMatchObject({ type });
    expect(read(body, { isTruncated: true }).end).toMatchObject({ type });
  });

  test('a call whose block was cut off does not run', () => {
    const open =
      begin(0, { type: 'tool_use', id: 't', name: 'weather', input: {} }) +
      more(0, { type: 'input_json_delta', partial_json: '{"city": "Os' });
    expect(summarizeReply(read(START + open)).calls).toEqual(['truncated-input']);
  });

  test('the end without a stop reason is an end', () => {
    const reply = read(START + textBlock(0, 'Hi') + end(null));
    expect(reply.end).toMatchObject({ type: 'step-end', finishReason: 'stop' });
  });
});

describe('errors in a Messages stream', () => {
  const error = (type: string, message: string) => event({ type: 'error', error: { type, message } });

  test('overload before any text is requested again', () => {
    expect(read(START + error('overloaded_error', 'Overloaded')).end).toMatchObject({ type: 'retry', reason: 'retry' });
  });

  test('overload after some text is a failure', () => {
    const reply = read(START + textBlock(0, 'Well') + error('overloaded_error', 'Overloaded'));
    expect(summarizeReply(reply).text).toBe('Well');
    expect(reply.end).toMatchObject({ type: 'failure' });
  });

  test.each([
    ['authentication_error', 'invalid x-api-key', 'failure', 'auth'],
    ['permission_error', 'not allowed', 'failure', 'auth'],
    ['rate_limit_error', 'slow down', 'retry', 'rate-limit'],
    ['not_found_error', 'model: claude-9', 'failure', 'not-found'],
    ['api_error', 'Internal server error', 'failure', 'bad-response'],
    ['invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum', 'retry', 'context-length'],
  ])('%s', (kind, message, type, code) => {
    expect(read(START + error(kind, message)).end).toMatchObject({ type, failure: { code } });
  });
});

describe('usage of the Messages interface', () => {
  test('cached tokens are separate from the input, and counted with it', () => {
    const start = event({
      type: 'message_start',
      message: {
        usage: { input_tokens: 21, cache_creation_input_tokens: 188, cache_read_input_tokens: 3_000, output_tokens: 1 },
      },
    });
    expect(read(start + textBlock(0, 'Hi') + end('end_turn', { output_tokens: 393 })).end).toMatchObject({
      usage: { inputTokens: 3_209, outputTokens: 393, cachedTokens: 3_000, cacheWriteTokens: 188 },
    });
  });

  test('counts are cumulative: the last of each is right (quirk: cumulative-usage)', () => {
    const usage = { input_tokens: 25, cache_read_input_tokens: null, output_tokens: 90 };
    expect(read(START + textBlock(0, 'Hi') + end('end_turn', usage)).end).toMatchObject({
      usage: { inputTokens: 25, outputTokens: 90 },
    });
  });
});

test('a complete message instead of a stream', () => {
  const reply = read(
    JSON.stringify({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Oslo' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 3, output_tokens: 4 },
    }),
  );
  expect(summarizeReply(reply)).toEqual({
    text: 'I look.',
    reasoning: 'Hm.',
    names: ['weather'],
    calls: [{ city: 'Oslo' }],
  });
  expect(reply.end).toMatchObject({
    usage: { inputTokens: 3, outputTokens: 4 },
    opaque: { blocks: [{ signature: 'EqQB' }, {}, {}] },
  });
});

test('a page of another server is not an answer', () => {
  expect(read('<!doctype html><title>Sign in</title>').end).toMatchObject({
    type: 'failure',
    failure: { code: 'bad-response' },
  });
  expect(read('{"choices":[{"message":{"content":"Hi"}}]}').end).toMatchObject({
    type: 'failure',
    failure: { code: 'bad-response' },
  });
});
