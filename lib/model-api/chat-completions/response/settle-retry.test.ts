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
});
