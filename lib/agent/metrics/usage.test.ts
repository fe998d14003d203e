import { expect, test } from 'vitest';
import { STEP_END, scriptedText } from '../../testing/agent/scripted-model.ts';
import { scriptedRun } from '../../testing/agent/scripted-run.ts';
import { type AnswerUsage, compareWithLimit, computeCost, listUsages, monthStart, sumCost, sumUsage } from './usage.ts';

const GOOD = { endpointId: 'e', modelId: 'good' };
const FREE = { endpointId: 'e', modelId: 'free' };
const price = ({ modelId }: { modelId: string }) => (modelId === 'good' ? { input: 2, output: 10 } : null);

function usage(change: Partial<AnswerUsage> = {}): AnswerUsage {
  const at = new Date(2026, 10, 22, 23, 59).getTime();
  const cache = { cachedTokens: 0, cacheWriteTokens: 0 };
  const counts = { inputTokens: 1_000, outputTokens: 100, ...cache, ms: 2_000, firstContentMs: 300 };
  return { at, threadId: 't', messageId: 'm1', model: GOOD, ...counts, ...change };
}

test('usageOfAnswer returns tokens, duration and time to first content of an ended run', async () => {
  // The log uses its own, real clock.
  const { run, thread } = scriptedRun(
    () => [...scriptedText('Done.'), { ...STEP_END, usage: { inputTokens: 7, outputTokens: 3, cachedTokens: 5 } }],
    { now: Date.now },
  );
  await run();
  const [answer] = listUsages(thread());
  expect(answer).toMatchObject({ inputTokens: 7, outputTokens: 3, cachedTokens: 5, cacheWriteTokens: 0 });
  expect(answer?.firstContentMs).toBeGreaterThanOrEqual(0);
  expect(answer?.firstContentMs).toBeLessThanOrEqual(answer?.ms ?? 0);
});

test('sums by model: tokens, cost, rate, and counts of unknown values', () => {
  const usages = [
    usage(),
    usage({ messageId: 'm2', outputTokens: 300, firstContentMs: null }),
    usage({ messageId: 'm3', model: FREE, inputTokens: null, outputTokens: null, firstContentMs: null }),
  ];
  const sums = sumUsage(usages, 'model', price);
  expect([...sums.keys()]).toEqual(['["e","good"]', '["e","free"]']);
  expect(sums.get('["e","good"]')).toEqual({
    answers: 2,
    inputTokens: 2_000,
    outputTokens: 400,
    cachedTokens: 0,
    uncounted: 0,
    cost: 0.004 + 0.004,
    unpriced: 0,
    ms: 4_000,
    firstContentMs: 300,
    tokensPerSecond: 100,
  });
  expect(sums.get('["e","free"]')).toMatchObject({ uncounted: 1, unpriced: 1, cost: 0, tokensPerSecond: null });
});

test("sums by day in the user's time zone, by thread and by message", () => {
  const usages = [usage(), usage({ at: new Date(2026, 10, 23, 0, 1).getTime(), messageId: 'm2', threadId: 'u' })];
  expect([...sumUsage(usages, 'day', price).keys()]).toEqual(['2026-11-22', '2026-11-23']);
  expect([...sumUsage(usages, 'thread', price).keys()]).toEqual(['t', 'u']);
  expect([...sumUsage(usages, 'message', price).keys()]).toEqual(['m1', 'm2']);
});

test('the cost is null if tokens or price are unknown', () => {
  expect(computeCost(usage(), price(GOOD))).toBeCloseTo(0.003);
  expect(computeCost(usage({ inputTokens: null }), price(GOOD))).toBeNull();
  expect(computeCost(usage({ model: FREE }), price(FREE))).toBeNull();
});

test('cached tokens have their listed price, or else the input price', () => {
  const cached = usage({ inputTokens: 1_000_000, outputTokens: 0, cachedTokens: 600_000, cacheWriteTokens: 100_000 });
  expect(computeCost(cached, { input: 2, output: 10 })).toBeCloseTo(2);
  expect(computeCost(cached, { input: 2, output: 10, cachedInput: 0.2, cacheWrite: 2.5 })).toBeCloseTo(
    0.6 + 0.12 + 0.25,
  );
  expect(sumUsage([cached, cached], 'model', price).get('["e","good"]')?.cachedTokens).toBe(1_200_000);
});

test("a month begins in the user's time zone, and the limit warns before it is reached", () => {
  const now = new Date(2026, 10, 22, 12).getTime();
  expect(new Date(monthStart(now))).toEqual(new Date(2026, 10, 1));
  expect(compareWithLimit(100, null)).toBe('under');
  expect([7.9, 8, 9.9, 10].map((spent) => compareWithLimit(spent, 10))).toEqual(['under', 'near', 'near', 'over']);
});

test('sumCost excludes answers without a price', () => {
  expect(sumCost([usage(), usage({ model: FREE }), usage({ outputTokens: null })], price)).toBeCloseTo(0.003);
  expect(sumCost([], price)).toBe(0);
});
