import type { RunStats } from '../protocol/run.ts';
import type { AssistantMessage, Step } from '../protocol/thread.ts';
import { toolCallsOf } from '../protocol/thread.ts';

/** Counts a run as it stands at `at` (milliseconds since 1970). Tokens are summed where every step reported them. */
export function runStats(run: AssistantMessage, at: number): RunStats {
  const inputTokens = sumTokens(run.steps, 'inputTokens');
  const outputTokens = sumTokens(run.steps, 'outputTokens');
  return {
    ms: Math.max(0, at - run.at),
    steps: run.steps.length,
    toolCalls: run.steps.flatMap(toolCallsOf).length,
    ...(inputTokens === null ? {} : { inputTokens }),
    ...(outputTokens === null ? {} : { outputTokens }),
  };
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
