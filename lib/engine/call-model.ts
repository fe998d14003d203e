import type { Lesson } from '../protocol/capability.ts';
import type { ResetReason } from '../protocol/event.ts';
import type { ToolMode } from '../protocol/model.ts';
import type { ModelEvent } from '../protocol/model-client.ts';
import type { AssistantMessage } from '../protocol/thread.ts';
import { openRun } from '../protocol/thread.ts';
import { endCutRun, endRun } from './end-run.ts';
import { modelRequest } from './model-request.ts';
import { offeredTools } from './offered-tools.ts';
import { mayRetry, type RetryEvent, refusalsOf, waitingNotice } from './retry.ts';
import { cancelTool, startEarly } from './run-tool.ts';
import type { ModelConnection, Runner } from './runner.ts';
import { StepMeter } from './step-meter.ts';
import { chooseCheckStrategy, ToolCallChecker } from './tool-call-checker.ts';

const CALLED_NATIVELY: Lesson = { type: 'tools', supportsTools: true, source: 'reply', evidence: 'called a tool' };

/** One request under way, and what watches it. */
type Attempt = {
  runner: Runner;
  run: AssistantMessage;
  stepId: string;
  connection: ModelConnection;
  toolMode: ToolMode;
  checker: ToolCallChecker;
  meter: StepMeter;
  calledNatively: boolean;
};

/**
 * One model call: streams it into the log, starts read-only tools as soon as their call is complete, and ends with the
 * step ended, reset (to be asked for again, see `mayRetry`) or the run ended by a failure.
 */
export async function callModel(runner: Runner, stepId: string, final: boolean): Promise<void> {
  const { session, dependencies, signal } = runner;
  const run = openRun(session.state);
  if (!run) return;
  const connection = await dependencies.models.connect(run.model);
  if ('failure' in connection) return endRun(runner, { type: 'error', failure: connection.failure });
  const toolMode = final ? 'none' : toolModeFor(run, stepId, connection);
  const { now, metrics } = dependencies;
  const { contextWindow } = connection;
  runner.contextWindow = contextWindow;
  const tools = offeredTools(dependencies.tools, session.state, { ...connection, toolMode });
  const refusals = refusalsOf(resetsOf(run, stepId));
  const options = { state: session.state, run, toolMode, final, tools, contextWindow, refusals, now: now() };
  const { request, notice } = modelRequest(options);
  await session.append(
    { type: 'step-start', stepId, toolMode },
    ...(notice ? [{ type: 'step-notice', notice } as const] : []),
  );
  const strategy = toolMode === 'none' ? 'first-chunk' : chooseCheckStrategy(connection.toolTiming);
  const checker = new ToolCallChecker(strategy);
  const meter = new StepMeter(metrics, now, run.model, toolMode);
  const attempt = { runner, run, stepId, connection, toolMode, checker, meter, calledNatively: false };
  for await (const event of connection.client.stream(request, signal)) {
    // A step ends once; whatever a client says after that is not ours to write.
    if (await take(attempt, event)) return;
  }
}

/** Returns true when the step is over. */
async function take(attempt: Attempt, event: ModelEvent): Promise<boolean> {
  const { runner, run, meter } = attempt;
  const { session, dependencies } = runner;
  meter.push(event);
  const decided = decide(attempt, event);
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      session.write(event);
      if (decided.length > 0) await session.append(...decided);
      return false;
    case 'tool-input-start':
      attempt.calledNatively ||= event.format === undefined && attempt.toolMode === 'native';
      await session.append(...decided, event);
      return false;
    case 'tool-input-available':
      runner.completeAt.set(event.toolCallId, dependencies.now());
      await session.append(event);
      startEarly(runner, event.toolCallId);
      return false;
    case 'tool-input-error':
    case 'step-notice':
    case 'text-to-reasoning':
      await session.append(event);
      return false;
    case 'tool-input-retract':
      cancelTool(runner, event.toolCallId);
      meter.rollback();
      await session.append(event);
      return false;
    case 'step-end':
      await session.append(...decided, event);
      await learnFromCalls(attempt);
      return true;
    case 'failure':
      await endCutRun(runner, { type: 'error', failure: event.failure });
      return true;
    case 'interrupted':
      await endCutRun(runner, { type: 'incomplete', reason: 'interrupted' });
      return true;
    case 'lesson':
      await dependencies.models.learn(run.model, event.lesson);
      return false;
    case 'retry':
      await resetOrEnd(attempt, event);
      return true;
    default:
      return event satisfies never;
  }
}

/** What this event says about the whole step, for the log. */
function decide({ checker, meter }: Attempt, event: ModelEvent) {
  const before = checker.decision;
  const decision = checker.push(event);
  if (decision === null) return [];
  if (before !== null) meter.rollback();
  return [{ type: 'step-decision', decision } as const];
}

async function learnFromCalls({ runner, run, checker, calledNatively }: Attempt): Promise<void> {
  if (checker.timing === null) return;
  const { models } = runner.dependencies;
  if (calledNatively) await models.learn(run.model, CALLED_NATIVELY);
  await models.learn(run.model, { type: 'tool-timing', timing: checker.timing });
}

/** Learns, waits and resets the step, so that it is asked for again; or ends the run with what the server said. */
async function resetOrEnd({ runner, run, stepId, connection, toolMode }: Attempt, event: RetryEvent): Promise<void> {
  const { session, dependencies, signal } = runner;
  const { models, metrics, now, sleep } = dependencies;
  const resets = resetsOf(run, stepId);
  const { mayFallBack } = connection;
  if (!mayRetry(event, resets, { toolMode, mayFallBack })) {
    return endCutRun(runner, { type: 'error', failure: event.failure });
  }
  if (event.lesson) await models.learn(run.model, event.lesson);
  if (event.afterMs > 0) {
    await session.append({ type: 'step-notice', notice: waitingNotice(run.model.modelId, event) });
    await sleep(event.afterMs, signal);
  }
  const { reason } = event;
  metrics.record({ at: now(), model: run.model, type: 'step-reset', reason });
  await session.append({ type: 'step-reset', stepId, reason });
}

function resetsOf(run: AssistantMessage, stepId: string): readonly ResetReason[] {
  return run.steps.find((step) => step.stepId === stepId)?.resets ?? [];
}

function toolModeFor(run: AssistantMessage, stepId: string, connection: ModelConnection): ToolMode {
  return resetsOf(run, stepId).includes('tools-unsupported') ? 'tags' : connection.toolMode;
}
