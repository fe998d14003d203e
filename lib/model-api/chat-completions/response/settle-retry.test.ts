import { describe, expect, test } from 'vitest';
import type { CapabilityObservation } from '../../../contracts/capability.ts';
import type { ModelEvent } from '../../../contracts/model-client.ts';
import type { SentRequest } from '../../../contracts/retry-policy.ts';
import { settleRetry } from './response-reader.ts';

const failure = { code: 'bad-response', message: 'No.', retryable: false } as const;
const FIRST: SentRequest = {
  known: { quirks: new Set(), streamsTools: null },
  toolMode: 'native',
  attempt: 0,
  random: 0.5,
};
const retry = (observation: CapabilityObservation | null, change: object = {}) =>
  ({ type: 'retry', reason: 'retry', observation: observation, afterMs: 0, failure, ...change }) as Extract<
    ModelEvent,
    { type: 'retry' }
  >;
const QUIRK: CapabilityObservation = { type: 'request-quirk', quirk: 'no-stream-options', evidence: 'said so' };
const NO_STREAM: CapabilityObservation = { type: 'streams-tools', streamsTools: false, evidence: 'said so' };
const FAILED = { type: 'failure', failure };

describe('a retry', () => {
  test('becomes a failure once anything was shown', () => {
    expect(settleRetry(retry(QUIRK), FIRST, true)).toEqual(FAILED);
    expect(settleRetry(retry(null), FIRST, true)).toEqual(FAILED);
  });

  test('is passed on at once with a new observation', () => {
    expect(settleRetry(retry(QUIRK), FIRST, false)).toEqual(retry(QUIRK));
    expect(settleRetry(retry(NO_STREAM), FIRST, false)).toEqual(retry(NO_STREAM));
  });

  test('becomes a failure if the request already followed the observation', () => {
    const known = { quirks: new Set(['no-stream-options'] as const), streamsTools: false };
    expect(settleRetry(retry(QUIRK), { ...FIRST, known }, false)).toEqual(FAILED);
    expect(settleRetry(retry(NO_STREAM), { ...FIRST, known }, false)).toEqual(FAILED);
  });

  test('without native tools does not fall back from them', () => {
    const noTools = retry(null, { reason: 'tools-unsupported' });
    expect(settleRetry(noTools, FIRST, false)).toEqual(noTools);
    expect(settleRetry(noTools, { ...FIRST, toolMode: 'tags' }, false)).toEqual(FAILED);
    expect(settleRetry(retry(NO_STREAM), { ...FIRST, toolMode: 'tags' }, false)).toEqual(FAILED);
  });

  test('of the unchanged request waits as long as the server requests, and longer with each attempt', () => {
    const waits = [0, 1].map((attempt) => settleRetry(retry(null), { ...FIRST, attempt }, false));
    expect(waits).toEqual([retry(null, { afterMs: 1000 }), retry(null, { afterMs: 4000 })]);
    expect(settleRetry(retry(null, { afterMs: 7000 }), FIRST, false)).toEqual(retry(null, { afterMs: 7000 }));
  });

  test('with a shorter conversation need not wait', () => {
    const tooLong = retry(null, { reason: 'context-length' });
    expect(settleRetry(tooLong, FIRST, false)).toEqual(tooLong);
  });

  test('after the plainest schemas were refused as well describes tools in the prompt', () => {
    const refusedSchema = retry({ type: 'request-quirk', quirk: 'plain-schemas', evidence: 'bad schema' });
    expect(settleRetry(refusedSchema, FIRST, false)).toEqual(refusedSchema);
    const known = { quirks: new Set(['plain-schemas'] as const), streamsTools: null };
    const noTools = { type: 'tools', supportsTools: false, source: 'error', evidence: 'bad schema' };
    expect(settleRetry(refusedSchema, { ...FIRST, known }, false)).toMatchObject({
      type: 'retry',
      reason: 'tools-unsupported',
      observation: noTools,
    });
    expect(settleRetry(refusedSchema, { ...FIRST, known, toolMode: 'tags' }, false)).toEqual(FAILED);
  });

  test('after an effort that the server lists was refused as well asks for none, and then fails', () => {
    const rule = { change: 'one-of', efforts: ['low' as const, 'high' as const] } as const;
    const listed = retry({
      type: 'parameter-rule',
      rule: { ...rule, efforts: [...rule.efforts] },
      evidence: 'said so',
    });
    const known = (...efforts: ('low' | 'high')[]) => ({
      ...FIRST.known,
      rules: [{ change: 'one-of' as const, efforts }],
    });
    expect(settleRetry(listed, FIRST, false)).toEqual(listed);
    expect(settleRetry(listed, { ...FIRST, known: known('low', 'high') }, false)).toMatchObject({
      observation: { rule: { change: 'one-of', efforts: [] } },
    });
  });

  test('learns a lower limit, and leaves out one parameter more', () => {
    const at = (tokens: number) =>
      retry({ type: 'parameter-rule', rule: { change: 'answer-at-most', tokens }, evidence: '' });
    const without = (...parameters: string[]) =>
      retry({ type: 'parameter-rule', rule: { change: 'leave-out', parameters }, evidence: '' });
    const rules = [
      { change: 'answer-at-most' as const, tokens: 4_096 },
      { change: 'leave-out' as const, parameters: ['seed', 'top_p'] },
    ];
    const sent = { ...FIRST, known: { ...FIRST.known, rules } };
    expect(settleRetry(at(4_096), sent, false)).toEqual(FAILED);
    expect(settleRetry(at(2_048), sent, false)).toEqual(at(2_048));
    expect(settleRetry(without('top_p'), sent, false)).toEqual(FAILED);
    expect(settleRetry(without('temperature'), sent, false)).toEqual(without('temperature'));
  });
});
