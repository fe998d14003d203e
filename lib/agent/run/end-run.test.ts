import { expect, test } from 'vitest';
import type { Usage } from '../../contracts/model.ts';
import { asked, buildThread, called, lastRun, runStart, textDelta } from '../../testing/agent/scripted-thread.ts';
import { runStats } from './end-run.ts';

/** The statistics of a run of two seconds, with one step for each of these token counts. */
function computeStats(...usages: (Usage | null)[]) {
  const steps = usages.flatMap((usage, index) => [
    { type: 'step-start', stepId: `r:${index}`, toolMode: 'native' } as const,
    ...called(`c${index}`, 'look'),
    textDelta('So.'),
    { type: 'step-end', finishReason: 'stop', ...(usage === null ? {} : { usage }) } as const,
  ]);
  const run = { ...lastRun(buildThread(asked('q', 'Why?'), runStart('r'), ...steps)), at: 1_000 };
  return runStats(run, 3_000);
}

test('the statistics of a run are its duration, and sums over its steps', () => {
  const first = { inputTokens: 100, outputTokens: 10, cacheWriteTokens: 80 };
  const second = { inputTokens: 150, outputTokens: 20, cachedTokens: 80, cacheWriteTokens: 40 };
  expect(computeStats(first, second)).toEqual({
    ms: 2_000,
    steps: 2,
    toolCalls: 2,
    inputTokens: 250,
    outputTokens: 30,
    cachedTokens: 80,
    cacheWriteTokens: 120,
  });
});

test('tokens are omitted if one step did not report them, because a sum of the others would be too low', () => {
  const whole = { inputTokens: 100, outputTokens: 10, cachedTokens: 50 };
  const none = { ms: 2_000, steps: 2, toolCalls: 2 };
  expect(computeStats(whole, null)).toEqual(none);
  expect(computeStats({ inputTokens: 100 }, { inputTokens: 50, outputTokens: 5 })).toEqual({
    ...none,
    inputTokens: 150,
  });
  expect(computeStats(whole, { outputTokens: 5, cachedTokens: 50 })).toEqual({ ...none, outputTokens: 15 });
  expect(computeStats()).toEqual({ ms: 2_000, steps: 0, toolCalls: 0 });
});

test('a clock that was set back gives no negative duration', () => {
  expect(runStats(lastRun(buildThread(asked('q', 'Why?'), runStart('r'))), -5).ms).toBe(0);
});
