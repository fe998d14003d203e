import { type AssistantMessage, type RunStats, type Step, toolCallsOf } from '../../contracts/index.ts';

/** Statistics of a run at time `at` (milliseconds since 1970). Tokens are only summed if every step reported them. */
export function runStats(run: AssistantMessage, at: number): RunStats {
  const inputTokens = sumTokens(run.steps, 'inputTokens');
  const outputTokens = sumTokens(run.steps, 'outputTokens');
  return {
    ms: Math.max(0, at - run.at),
    steps: run.steps.length,
    toolCalls: run.steps.flatMap(toolCallsOf).length,
    ...(inputTokens === null ? {} : { inputTokens }),
    ...(outputTokens === null ? {} : { outputTokens }),
    ...(inputTokens === null ? {} : cacheTokens(run.steps)),
  };
}

/** Steps without cache counts did not use a cache. */
function cacheTokens(steps: readonly Step[]): Pick<RunStats, 'cachedTokens' | 'cacheWriteTokens'> {
  const cachedTokens = steps.reduce((sum, step) => sum + (step.usage?.cachedTokens ?? 0), 0);
  const cacheWriteTokens = steps.reduce((sum, step) => sum + (step.usage?.cacheWriteTokens ?? 0), 0);
  return { ...(cachedTokens > 0 ? { cachedTokens } : {}), ...(cacheWriteTokens > 0 ? { cacheWriteTokens } : {}) };
}

function sumTokens(steps: readonly Step[], key: 'inputTokens' | 'outputTokens'): number | null {
  if (steps.length === 0) return null;
  let sum = 0;
  for (const step of steps) {
    const tokens = step.usage?.[key];
    if (tokens === undefined) return null;
    sum += tokens;
  }
  return sum;
}
