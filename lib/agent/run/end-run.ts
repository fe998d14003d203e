import {
  type AssistantMessage,
  type EventOf,
  type Metrics,
  openRun,
  outcomeName,
  type RunOutcome,
  type ThreadEvent,
} from '../../contracts/index.ts';
import type { RunContext } from '../run-context.ts';
import { runStats } from '../thread/run-stats.ts';
import { refusals, settleTools } from '../tool-execution/run-tool.ts';

/** Ends the open run, after the events `before`, in one write. */
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
 * Ends a run whose response was cut off or failed. Complete read-only calls get their results; every other call gets an error as
 * result, so that the conversation can be continued.
 */
export async function endCutRun(runner: RunContext, outcome: RunOutcome): Promise<void> {
  await settleTools(runner);
  const isOpen = () => true;
  await endRun(runner, outcome, refusals(runner, isOpen, 'Not run: the reply broke off.'));
}

/** Records the measurements of a run that has ended. */
export function recordRun(
  metrics: Metrics,
  run: AssistantMessage,
  { outcome, stats }: EventOf<'run-end'>,
  at: number,
): void {
  const { ms, steps } = stats;
  metrics.record({ at, model: run.model, type: 'run', outcome: outcomeName(outcome), ms, steps });
}
