import {
  type AssistantMessage,
  type EventOf,
  getOutcomeCode,
  listToolCalls,
  type Metrics,
  openRun,
  type RunOutcome,
  type RunStats,
  type Step,
  type ThreadEvent,
} from '../../contracts/index.ts';
import type { AgentDependencies, RunContext } from '../run-context.ts';
import { loadThread } from '../thread/reduce.ts';
import { buildRefusals, waitForRunningCalls } from '../tool-execution/run-tool.ts';

/** Ends the open run after the events `before`, in one write. */
export async function endRun(runner: RunContext, outcome: RunOutcome, before: ThreadEvent[] = []): Promise<void> {
  const run = openRun(runner.session.state);
  if (!run) return;
  const { now, metrics } = runner.dependencies;
  const { firstContentMs } = runner;
  const stats = { ...runStats(run, now()), ...(firstContentMs === null ? {} : { firstContentMs }) };
  const end: EventOf<'run-end'> = { type: 'run-end', outcome, stats };
  await runner.session.append(...before, end);
  recordRun(metrics, run, end, now());
}

/**
 * Ends a run whose response was cut off or failed. Complete read-only calls get their results. Every other call gets an
 * error as its result, so that the conversation can be continued.
 */
export async function endCutRun(runner: RunContext, outcome: RunOutcome): Promise<void> {
  await waitForRunningCalls(runner);
  const isOpen = () => true;
  await endRun(runner, outcome, buildRefusals(runner, isOpen, 'Not run: the reply broke off.'));
}

/** Ends the open run of a thread because the user stopped it. Does nothing if there is none. */
export async function stopRun(
  { log, metrics, now }: Pick<AgentDependencies, 'log' | 'metrics' | 'now'>,
  threadId: string,
): Promise<void> {
  const run = openRun(await loadThread(log, threadId));
  if (run === null) return;
  const at = now();
  const outcome = { type: 'incomplete', reason: 'cancelled' } as const;
  const end: EventOf<'run-end'> = { type: 'run-end', outcome, stats: runStats(run, at) };
  await log.append(threadId, [end], run.messageId);
  recordRun(metrics, run, end, at);
}

/** Records the measurements of a run that has ended. */
function recordRun(metrics: Metrics, run: AssistantMessage, { outcome, stats }: EventOf<'run-end'>, at: number): void {
  const { ms, steps } = stats;
  metrics.record({ at, model: run.model, type: 'run', outcome: getOutcomeCode(outcome), ms, steps });
}

/**
 * Computes the statistics of a run at time `at` (milliseconds since 1970). Tokens are only summed if every step
 * reported them.
 */
export function runStats(run: AssistantMessage, at: number): RunStats {
  const inputTokens = sumTokens(run.steps, 'inputTokens');
  const outputTokens = sumTokens(run.steps, 'outputTokens');
  return {
    ms: Math.max(0, at - run.at),
    steps: run.steps.length,
    toolCalls: run.steps.flatMap(listToolCalls).length,
    ...(inputTokens === null ? {} : { inputTokens }),
    ...(outputTokens === null ? {} : { outputTokens }),
    ...(inputTokens === null ? {} : cacheTokens(run.steps)),
  };
}

/** A step without cache counts did not use a cache. */
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
