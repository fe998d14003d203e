import type { Lesson } from '../protocol/capability.ts';
import type { ToolMode } from '../protocol/model.ts';
import type { ModelEvent, ModelRequest } from '../protocol/model-client.ts';
import type { RunOutcome } from '../protocol/run.ts';
import type { AssistantMessage } from '../protocol/thread.ts';
import { openRun } from '../protocol/thread.ts';
import { modelMessages } from './model-context.ts';
import { runStats } from './run-stats.ts';
import { startIfReadOnly } from './run-tool.ts';
import type { ModelConnection, Runner } from './runner.ts';
import { systemPrompt } from './system-prompt.ts';

const ANSWER_NOW =
  'You have used all the tool calls this answer may use. Answer now with what you know, without calling tools, and say what is missing.';

/** Requests a step may take before its refusal is shown (design, bounds). */
const MAX_REQUESTS = 3;

const CALLED_NATIVELY: Lesson = { type: 'tools', supportsTools: true, source: 'reply', evidence: 'called a tool' };

/**
 * One model call: streams it into the log, starts read-only tools as soon as their call is complete, and ends with the
 * step ended, reset (tools unsupported: the next attempt uses tags) or the run ended by a failure.
 */
export async function callModel(runner: Runner, stepId: string, final: boolean): Promise<void> {
  const run = openRun(runner.session.state);
  if (!run) return;
  const connection = await runner.dependencies.models.connect(run.model);
  if ('failure' in connection) return endRun(runner, { type: 'error', failure: connection.failure });
  const toolMode = final ? 'none' : toolModeFor(run, stepId, connection);
  await runner.session.append({ type: 'step-start', stepId, toolMode });
  const request = modelRequest(runner, run, stepId, toolMode, final);
  for await (const event of connection.client.stream(request, runner.signal)) {
    // A step ends once; whatever a client says after that is not ours to write.
    if (await take(runner, run, connection, stepId, toolMode, event)) return;
  }
}

/** Ends the open run. */
export async function endRun(runner: Runner, outcome: RunOutcome): Promise<void> {
  const run = openRun(runner.session.state);
  if (!run) return;
  await runner.session.append({ type: 'run-end', outcome, stats: runStats(run, runner.dependencies.now()) });
}

/** Returns true when the step is over. */
async function take(
  runner: Runner,
  run: AssistantMessage,
  connection: ModelConnection,
  stepId: string,
  toolMode: ToolMode,
  event: ModelEvent,
): Promise<boolean> {
  const { session, dependencies } = runner;
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      session.write(event);
      return false;
    case 'tool-input-available': {
      await session.append(event);
      if (toolMode === 'native') await dependencies.models.learn(run.model, CALLED_NATIVELY);
      startIfReadOnly(runner, event.toolCallId);
      return false;
    }
    case 'tool-input-start':
    case 'tool-input-error':
    case 'tool-input-retract':
    case 'step-notice':
      await session.append(event);
      return false;
    case 'step-end':
      await session.append(event);
      return true;
    case 'failure':
      await endRun(runner, { type: 'error', failure: event.failure });
      return true;
    case 'interrupted':
      await endRun(runner, { type: 'incomplete', reason: 'interrupted' });
      return true;
    case 'lesson':
      await dependencies.models.learn(run.model, event.lesson);
      return false;
    case 'retry':
      if (!mayRetry(event, run, stepId, toolMode, connection)) {
        await endRun(runner, { type: 'error', failure: event.failure });
        return true;
      }
      if (event.lesson) await dependencies.models.learn(run.model, event.lesson);
      dependencies.metrics.record({
        at: dependencies.now(),
        model: run.model,
        type: 'step-reset',
        reason: event.reason,
      });
      await session.append({ type: 'step-reset', stepId, reason: event.reason });
      return true;
    default:
      return event satisfies never;
  }
}

function mayRetry(
  event: Extract<ModelEvent, { type: 'retry' }>,
  run: AssistantMessage,
  stepId: string,
  toolMode: ToolMode,
  connection: ModelConnection,
): boolean {
  if (event.reason === 'tools-unsupported' && !(toolMode === 'native' && connection.mayFallBack)) return false;
  return attemptOf(run, stepId) + 1 < MAX_REQUESTS;
}

/** Requests of this step that were refused before it said anything. */
function attemptOf(run: AssistantMessage, stepId: string): number {
  const resets = run.steps.find((step) => step.stepId === stepId)?.resets ?? [];
  return resets.filter((reason) => reason !== 'interrupted').length;
}

function toolModeFor(run: AssistantMessage, stepId: string, connection: ModelConnection): ToolMode {
  const step = run.steps.find((each) => each.stepId === stepId);
  return step?.resets.includes('tools-unsupported') ? 'tags' : connection.toolMode;
}

function modelRequest(
  runner: Runner,
  run: AssistantMessage,
  stepId: string,
  toolMode: ToolMode,
  final: boolean,
): ModelRequest {
  const today = new Date(runner.dependencies.now()).toISOString().slice(0, 10);
  const system = systemPrompt({ page: run.page, tabAttached: run.tabId !== null, today });
  return {
    modelId: run.model.modelId,
    system: final ? `${system}\n${ANSWER_NOW}` : system,
    messages: modelMessages(runner.session.state),
    tools: toolMode === 'none' ? [] : [...runner.dependencies.tools],
    toolMode,
    maxOutputTokens: null,
    attempt: attemptOf(run, stepId),
  };
}
