import { describe, expect, test } from 'vitest';
import type { CapabilityObservation } from './capability.ts';
import type { Failure } from './failure.ts';
import {
  backoffMs,
  isTemporary,
  mayRepeatInterrupted,
  mayRetry,
  mayRetryOutsideRun,
  type RetryCause,
  type RetryEvent,
  retryCause,
  retryWaitMs,
  type SentRequest,
  serverWaitMs,
  wasApplied,
} from './retry-policy.ts';

const BUSY: Failure = { code: 'rate-limit', message: 'Too many requests.', retryable: true };
const retry = (change: Partial<RetryEvent> = {}): RetryEvent => ({
  type: 'retry',
  reason: 'retry',
  observation: null,
  afterMs: 0,
  failure: BUSY,
  ...change,
});
const NATIVE = { toolMode: 'native', mayFallBack: true } as const;

test('a step makes at most three requests, including interrupted ones', () => {
  expect(mayRetry(retry(), [], NATIVE)).toBe(true);
  expect(mayRetry(retry(), ['interrupted'], NATIVE)).toBe(true);
  expect(mayRetry(retry(), ['retry', 'interrupted'], NATIVE)).toBe(false);
  expect(mayRetry(retry(), ['tools-unsupported', 'retry'], NATIVE)).toBe(false);
});

test('a conversation is shortened once per step', () => {
  const tooLong = retry({ reason: 'context-length' });
  expect(mayRetry(tooLong, ['retry'], NATIVE)).toBe(true);
  expect(mayRetry(tooLong, ['context-length'], NATIVE)).toBe(false);
});

test('tools are given up only if they were offered natively and the user has not fixed that', () => {
  const refused = retry({ reason: 'tools-unsupported' });
  expect(mayRetry(refused, [], NATIVE)).toBe(true);
  expect(mayRetry(refused, [], { toolMode: 'tags', mayFallBack: true })).toBe(false);
  expect(mayRetry(refused, [], { toolMode: 'native', mayFallBack: false })).toBe(false);
});

test('a wait of more than a minute is not retried', () => {
  expect(mayRetry(retry({ afterMs: 60_000 }), [], NATIVE)).toBe(true);
  expect(mayRetry(retry({ afterMs: 60_001 }), [], NATIVE)).toBe(false);
});

test('if the server gives no wait: one second, then four, plus or minus a quarter', () => {
  expect([backoffMs(0, 0), backoffMs(0, 0.5), backoffMs(0, 1)]).toEqual([750, 1000, 1250]);
  expect([backoffMs(1, 0), backoffMs(1, 0.5), backoffMs(1, 1)]).toEqual([3000, 4000, 5000]);
});

const QUIRK: CapabilityObservation = { type: 'request-quirk', quirk: 'no-stop', evidence: 'said so' };
const NO_STREAM: CapabilityObservation = { type: 'streams-tools', streamsTools: false, evidence: 'said so' };
const NO_TOOLS: CapabilityObservation = { type: 'tools', supportsTools: false, source: 'error', evidence: 'said so' };
const NO_FILES: CapabilityObservation = { type: 'request-quirk', quirk: 'pdfs-as-text', evidence: 'said so' };
const WINDOW: CapabilityObservation = { type: 'context-window', tokens: 4096 };

const PLAIN: SentRequest = {
  known: { quirks: new Set(), streamsTools: null },
  toolMode: 'native',
  attempt: 0,
  random: 0.5,
};

type Row = {
  event: RetryEvent;
  /** The request that already did what this refusal asks for. Null if every request may be sent again. */
  applied: Partial<SentRequest> | null;
  waits: [number, number];
  outsideRun: boolean;
};

const TABLE: Record<RetryCause, Row> = {
  'request-quirk': {
    event: retry({ observation: QUIRK }),
    applied: { known: { quirks: new Set(['no-stop']), streamsTools: null } },
    waits: [0, 0],
    outsideRun: true,
  },
  'streams-tools': {
    event: retry({ observation: NO_STREAM }),
    applied: { known: { quirks: new Set(), streamsTools: false } },
    waits: [0, 0],
    outsideRun: true,
  },
  'tools-unsupported': {
    event: retry({ reason: 'tools-unsupported', observation: NO_TOOLS }),
    applied: { toolMode: 'tags' },
    waits: [0, 0],
    outsideRun: false,
  },
  'context-length': {
    event: retry({ reason: 'context-length', observation: WINDOW }),
    applied: null,
    waits: [0, 0],
    outsideRun: false,
  },
  'pdf-refused': {
    event: retry({ reason: 'pdf-refused', observation: NO_FILES }),
    applied: null,
    waits: [0, 0],
    outsideRun: false,
  },
  temporary: { event: retry(), applied: null, waits: [1000, 4000], outsideRun: false },
};

describe.each(Object.entries(TABLE))('a refusal for %s', (cause, { event, applied, waits, outsideRun }) => {
  test('is told from the others', () => {
    expect(retryCause(event)).toBe(cause);
  });

  test('is not answered twice by the same change', () => {
    expect(wasApplied(event, PLAIN)).toBe(false);
    if (applied !== null) expect(wasApplied(event, { ...PLAIN, ...applied })).toBe(true);
  });

  test('waits only if nothing of the request changes', () => {
    expect([0, 1].map((attempt) => retryWaitMs(event, { ...PLAIN, attempt }))).toEqual(waits);
  });

  test('is answered outside a run only if the request is at fault, within the same limit', () => {
    expect([0, 1, 2].map((attempt) => mayRetryOutsideRun(event, attempt))).toEqual([outsideRun, outsideRun, false]);
  });
});

test('an interrupted reply is requested again twice per run, within the requests of its step', () => {
  expect(mayRepeatInterrupted([], ['interrupted'])).toBe(true);
  expect(mayRepeatInterrupted([], ['interrupted', 'interrupted'])).toBe(false);
  expect(mayRepeatInterrupted(['retry', 'retry'], ['retry', 'retry'])).toBe(false);
});

test('a server is waited for as long as it asks, a minute at most, and while it loads its model', () => {
  expect(serverWaitMs(null, { isLoading: false })).toBe(0);
  expect(serverWaitMs(null, { isLoading: true })).toBe(10_000);
  expect(serverWaitMs(2000, { isLoading: true })).toBe(2000);
  expect(serverWaitMs(60_000, { isLoading: false })).toBe(60_000);
  expect(serverWaitMs(60_001, { isLoading: false })).toBeNull();
});

test('temporary failures: busy and restarting servers, and a call that the model wrote incorrectly', () => {
  const silent = { isOverloaded: false, isModelFault: false };
  const temporary = [400, 401, 404, 408, 409, 429, 500, 502, 503, 504, 524, 529].filter((status) =>
    isTemporary(status, silent),
  );
  expect(temporary).toEqual([408, 409, 429, 502, 503, 504, 529]);
  expect(isTemporary(500, { ...silent, isOverloaded: true })).toBe(true);
  expect(isTemporary(400, { ...silent, isOverloaded: true })).toBe(false);
  expect(isTemporary(400, { ...silent, isModelFault: true })).toBe(true);
});
