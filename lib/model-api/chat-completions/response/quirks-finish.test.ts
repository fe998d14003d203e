// docs/quirks.md, "Finish reason and end of a stream". One test per row.
import { describe, expect, test } from 'vitest';
import { DONE, readReply, stepEnd } from '../../../testing/model-api/quirk-response.ts';
import { chunk, sse } from '../../../testing/model-api/raw-server.ts';

const call = (args: string) =>
  chunk({ tool_calls: [{ index: 0, id: 'a', function: { name: 'weather', arguments: args } }] });
const more = (args: string) => chunk({ tool_calls: [{ index: 0, function: { arguments: args } }] });
const PARIS = '{"city":"Paris"}';
const paris = ['weather', { city: 'Paris' }];
const cutOff = ['weather', { error: expect.stringContaining('cut off') }];
const text = chunk({ content: 'Hi' });

describe('finish-other-words: other finish reasons', () => {
  test('"error" is a failure that can be retried, and an open call is an error', () => {
    const reply = readReply(call('{"city"') + chunk({}, 'error') + DONE);
    expect(reply.calls).toEqual([cutOff]);
    expect(reply.end).toMatchObject({ type: 'failure', failure: { retryable: true } });
  });
});

test('finish-repeated: a finish reason repeated with the usage counts once, and does not hide that the answer was cut off', () => {
  const usage = { choices: [{ delta: {}, finish_reason: 'tool_calls' }], usage: { prompt_tokens: 1 } };
  expect(stepEnd(readReply(call(PARIS) + chunk({}, 'tool_calls') + sse(usage) + DONE))).toEqual({
    type: 'step-end',
    finishReason: 'tool-calls',
    usage: { inputTokens: 1 },
  });
  expect(stepEnd(readReply(text + chunk({}, 'length') + chunk({}, 'stop') + DONE)).finishReason).toBe('length');
});

describe('deltas-after-finish: deltas after the finish reason', () => {
  test('still counts', () => {
    const reply = readReply(text + chunk({}, 'stop') + chunk({ content: ' there' }) + call(PARIS) + DONE);
    expect(reply).toMatchObject({ text: 'Hi there', calls: [paris] });
    expect(stepEnd(reply).finishReason).toBe('tool-calls');
  });
  test('does not run if the answer was cut off', () => {
    const reply = readReply(call('{"city"') + chunk({}, 'length') + more(':"Paris"}') + DONE);
    expect(reply).toMatchObject({ early: 0, calls: [cutOff] });
  });
});

test('done-missing: a missing [DONE] is fine after a finish reason, and an interruption without one', () => {
  expect(readReply(call(PARIS) + chunk({}, 'stop')).end).toMatchObject({ type: 'step-end' });
  expect(readReply(`${text}${chunk({}, 'stop')}data: {"choices":[],"usa`).end).toMatchObject({ type: 'step-end' });
  expect(readReply(text).end).toMatchObject({ type: 'interrupted' });
  expect(readReply('').end).toMatchObject({ type: 'failure', failure: { code: 'network' } });
});

test('done-missing: an open call of a truncated stream is an error; a complete one may have run', () => {
  expect(readReply(call('{"city":"Par')).calls).toEqual([cutOff]);
  expect(readReply(call(PARIS))).toMatchObject({ early: 1, calls: [paris], end: { type: 'interrupted' } });
  expect(readReply(call('{"city":"Paris"') + chunk({}, 'stop'), { isTruncated: true }).calls).toEqual([cutOff]);
});

describe('length-mid-call, filter-mid-call: an answer that ends for want of room, or is filtered, in the middle of a call', () => {
  test.each([
    ['length', 'length'],
    ['content_filter', 'content-filter'],
  ])(
    '%s: the call is an error that says it was cut off, regardless of how little is missing',
    (reason, finishReason) => {
      for (const args of ['{"city":"Par', '{"city":"Paris"', '', "{'city':'Paris'}"]) {
        const reply = readReply(call(args) + chunk({}, reason) + DONE);
        expect(reply).toMatchObject({ early: 0, calls: [cutOff] });
        expect(stepEnd(reply).finishReason).toBe(finishReason);
      }
    },
  );
  test('a call that was complete before stays', () => {
    expect(readReply(call(PARIS) + chunk({}, 'length') + DONE)).toMatchObject({ early: 1, calls: [paris] });
  });
});
