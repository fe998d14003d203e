import { expect, test } from 'vitest';
import type { EventOf } from '../../contracts/event.ts';
import { asked, buildThread, runStart, step, textDelta } from '../../testing/agent/scripted-thread.ts';
import { estimateNextUsage, estimateUsageWithoutCache } from './expected-usage.ts';
import { computeCost } from './usage.ts';

const STATS = { ms: 1, steps: 1, toolCalls: 0, inputTokens: 1_000, outputTokens: 200, cachedTokens: 900 };
const END: EventOf<'run-end'> = { type: 'run-end', outcome: { type: 'complete' }, stats: STATS };
const [start, text, end] = step('s', textDelta('So.'));
const USAGE = { inputTokens: 1_000, outputTokens: 200 };
const THREAD = buildThread(
  asked('q', 'Why?'),
  runStart('r'),
  ...[start, text].filter((event) => event !== undefined),
  { ...(end as EventOf<'step-end'>), usage: USAGE },
  END,
);

test('the next answer is expected to read the conversation so far, and to be as long as the last', () => {
  const usage = estimateNextUsage(THREAD, '', 9_000);
  expect([usage.inputTokens, usage.outputTokens]).toEqual([1_200, 200]);
});

test('the first answer is expected to read the page', () => {
  const withPage = estimateNextUsage(buildThread(), '', 9_000).inputTokens ?? 0;
  expect(withPage - (estimateNextUsage(buildThread(), '', null).inputTokens ?? 0)).toBe(9_000);
});

test('another model is expected to use as much for the same answer, without a cache', () => {
  const usage = estimateUsageWithoutCache(THREAD, 'r');
  expect(usage && computeCost(usage, { input: 1_000, output: 0, cachedInput: 0 })).toBe(1);
  expect(estimateUsageWithoutCache(THREAD, 'gone')).toBeNull();
});
