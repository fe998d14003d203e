import { describe, expect, test } from 'vitest';
import { readNative, summarizeReply } from '../../testing/model-api/native-reply.ts';
import { sse } from '../../testing/model-api/raw-server.ts';
import { GeminiChunkReader } from './gemini-chunks.ts';

const chunk = (parts: object[], more: object = {}, beside: object = {}) =>
  sse({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], modelVersion: 'g', ...beside });
const end = (finishReason = 'STOP', usage: object = {}) =>
  chunk(
    [{ text: '' }],
    { finishReason },
    { usageMetadata: { promptTokenCount: 20, candidatesTokenCount: 7, totalTokenCount: 27, ...usage } },
  );
const call = (name: string, args: object, more: object = {}) => ({ functionCall: { name, args }, ...more });

const read = (body: string, options = {}) => readNative(() => new GeminiChunkReader(), body, options);

describe('a stream of generateContent', () => {
  test('text in pieces, and counts that grow', () => {
    const reply = read(
      chunk([{ text: 'The tide ' }], {}, { usageMetadata: { promptTokenCount: 20 } }) +
        chunk([{ text: 'rises. 潮汐🌊' }]) +
        end(),
    );
    expect(summarizeReply(reply)).toMatchObject({ text: 'The tide rises. 潮汐🌊', calls: [] });
    expect(reply.end).toEqual({ type: 'step-end', finishReason: 'stop', usage: { inputTokens: 20, outputTokens: 7 } });
  });

  test('a part without a list around it counts', () => {
    const body = sse({ candidates: [{ content: { role: 'model', parts: { text: 'Nine.' } } }] }) + end();
    expect(summarizeReply(read(body)).text).toBe('Nine.');
  });

  test('thoughts are parts that are marked as such', () => {
    const reply = read(chunk([{ text: 'Hm.', thought: true }]) + chunk([{ text: 'Nine.' }]) + end());
    expect(summarizeReply(reply)).toMatchObject({ text: 'Nine.', reasoning: 'Hm.' });
  });

  test('calls in one chunk or in several are whole; the signature of the first is kept with it (quirk: thought-signature)', () => {
    const reply = read(
      chunk([call('weather', { city: 'Oslo' }, { thoughtSignature: 'Sig1' }), call('weather', { city: 'Bergen' })]) +
        chunk([call('get_time', {})]) +
        end(),
    );
    expect(reply.early).toBe(3);
    expect(summarizeReply(reply)).toMatchObject({
      names: ['weather', 'weather', 'get_time'],
      calls: [{ city: 'Oslo' }, { city: 'Bergen' }, {}],
    });
    const [first] = reply.events.flatMap((event) => (event.type === 'tool-input-start' ? [event.toolCallId] : []));
    expect(reply.end).toMatchObject({
      finishReason: 'tool-calls',
      opaque: { interface: 'gemini', text: null, calls: { [first ?? '']: 'Sig1' }, ids: {} },
    });
  });

  test('a signature on text, or on an empty part at the end', () => {
    const reply = read(chunk([{ text: 'Nine.' }]) + chunk([{ text: '', thoughtSignature: 'Sig2' }]) + end());
    expect(reply.end).toMatchObject({ opaque: { text: 'Sig2', calls: {} } });
  });

  test('the names of fields that the protocol has are read as well (quirk: snake-case-fields)', () => {
    const part = { function_call: { name: 'weather', args: { city_name: 'Oslo' } }, thought_signature: 'Sig1' };
    const usage_metadata = { prompt_token_count: 20, candidates_token_count: 7 };
    const reply = read(sse({ candidates: [{ content: { parts: [part] }, finish_reason: 'STOP' }], usage_metadata }));
    expect(summarizeReply(reply)).toMatchObject({ names: ['weather'] });
    expect(reply.events).toContainEqual(
      expect.objectContaining({ type: 'tool-input-delta', delta: '{"city_name":"Oslo"}' }),
    );
    expect(reply.end).toMatchObject({ finishReason: 'tool-calls', usage: { inputTokens: 20, outputTokens: 7 } });
  });

  test('ids of calls if there are any', () => {
    const reply = read(chunk([{ functionCall: { id: 'fc-1', name: 'weather', args: { city: 'Oslo' } } }]) + end());
    expect(reply.events[0]).toMatchObject({ type: 'tool-input-start', toolCallId: 'fc-1' });
    expect(reply.end).toMatchObject({ opaque: { calls: {}, ids: { 'fc-1': 'fc-1' } } });
  });

  test('arguments that do not fit do not run', () => {
    expect(summarizeReply(read(chunk([call('weather', { town: 1 })]) + end())).calls).toEqual(['bad-input']);
  });

  test.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SOMETHING_NEW', 'other'],
  ])('%s ends a step as %s', (reason, finishReason) => {
    expect(read(chunk([{ text: 'Hm' }]) + end(reason)).end).toMatchObject({ type: 'step-end', finishReason });
  });

  test('a reason that shows that the server gave up interrupts the step', () => {
    expect(read(chunk([{ text: 'Hm' }]) + end('TOO_MANY_TOOL_CALLS')).end).toMatchObject({ type: 'interrupted' });
  });

  test('a question that was blocked has no candidates', () => {
    const reply = read(sse({ promptFeedback: { blockReason: 'SAFETY' }, usageMetadata: { promptTokenCount: 9 } }));
    expect(reply.end).toMatchObject({ type: 'step-end', finishReason: 'content-filter' });
  });

  test('an answer that a filter cut off keeps the text so far', () => {
    const reply = read(chunk([{ text: 'The ti' }]) + sse({ candidates: [{ finishReason: 'SAFETY', index: 0 }] }));
    expect(summarizeReply(reply).text).toBe('The ti');
    expect(reply.end).toMatchObject({ finishReason: 'content-filter' });
  });

  test('thoughts count as output, cached tokens as input', () => {
    const usage = {
      promptTokenCount: 5_000,
      cachedContentTokenCount: 4_096,
      candidatesTokenCount: 100,
      thoughtsTokenCount: 900,
    };
    expect(read(chunk([{ text: 'Hi' }]) + end('STOP', usage)).end).toMatchObject({
      usage: { inputTokens: 5_000, cachedTokens: 4_096, outputTokens: 1_000 },
    });
  });

  test('a list of values instead of events', () => {
    const body = JSON.stringify([
      { candidates: [{ content: { parts: [{ text: 'The ' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'tide.' }] }, finishReason: 'STOP' }] },
    ]);
    expect(summarizeReply(read(body)).text).toBe('The tide.');
  });
});

describe('possible failures', () => {
  test('a stream without a finish reason was cut off', () => {
    expect(read(chunk([{ text: 'The ti' }])).end).toMatchObject({ type: 'interrupted' });
    expect(read(chunk([{ text: 'The ti' }]), { isTruncated: true }).end).toMatchObject({ type: 'interrupted' });
  });

  test('a call that the server could not read is requested again (quirk: malformed-call)', () => {
    expect(read(sse({ candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] })).end).toMatchObject({
      type: 'retry',
    });
  });

  test.each([
    [503, 'The model is overloaded. Please try again later.', 'retry', 'bad-response'],
    [429, 'Resource has been exhausted. Please retry in 3.5s.', 'retry', 'rate-limit'],
    [
      400,
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      'retry',
      'context-length',
    ],
    [403, 'Permission denied', 'failure', 'auth'],
  ])('error %i in the stream', (code, message, type, failure) => {
    expect(read(sse({ error: { code, message, status: 'X' } })).end).toMatchObject({
      type,
      failure: { code: failure },
    });
  });
});
