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
  const request = modelRequest(runner, run, toolMode, final);
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
      if (toolMode === 'native') await dependencies.models.learn(run.model, true, 'called a tool');
      startIfReadOnly(runner, event.toolCallId);
      return false;
    }
    case 'tool-input-start':
    case 'tool-input-error':
    case 'text-to-reasoning':
    case 'tool-input-retract':
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
    case 'tools-unsupported':
      if (toolMode !== 'native' || !connection.mayFallBack) {
        await endRun(runner, { type: 'error', failure: event.failure });
        return true;
      }
      await dependencies.models.learn(run.model, false, event.evidence);
      await session.append({ type: 'step-reset', stepId, reason: 'tools-unsupported' });
      return true;
    default:
      return event satisfies never;
  }
}

function toolModeFor(run: AssistantMessage, stepId: string, connection: ModelConnection): ToolMode {
  const step = run.steps.find((each) => each.stepId === stepId);
  return step?.resets.includes('tools-unsupported') ? 'tags' : connection.toolMode;
}

function modelRequest(runner: Runner, run: AssistantMessage, toolMode: ToolMode, final: boolean): ModelRequest {
  const today = new Date(runner.dependencies.now()).toISOString().slice(0, 10);
  const system = systemPrompt({ page: run.page, tabAttached: run.tabId !== null, today });
  return {
    modelId: run.model.modelId,
    system: final ? `${system}\n${ANSWER_NOW}` : system,
    messages: modelMessages(runner.session.state),
    tools: toolMode === 'none' ? [] : [...runner.dependencies.tools],
    toolMode,
  };
}
