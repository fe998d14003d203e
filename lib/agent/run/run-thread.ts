import { RunConflictError, TakenOverError } from '../../contracts/index.ts';
import { readContexts } from '../context/read-contexts.ts';
import type { AgentDependencies, RunContext } from '../run-context.ts';
import { ThreadSession } from '../thread/thread-session.ts';
import { buildRefusals, runTools, waitForRunningCalls } from '../tool-execution/run-tool.ts';
import { callModel, resetStep } from './call-model.ts';
import { endRun } from './end-run.ts';
import { type Action, hasNotBegun, nextAction } from './next-action.ts';

/**
 * Advances a thread until its run ends or needs the user's approval. It is used for a new run, to resume after the
 * worker was stopped, after a late approval and for a retry. The caller must hold the thread's Web Lock. Resolves if
 * the run ended elsewhere or `signal` was aborted. Rejects only if the log cannot be written.
 */
export async function runThread(threadId: string, dependencies: AgentDependencies, signal: AbortSignal): Promise<void> {
  const session = await ThreadSession.open(threadId, dependencies.log, dependencies.coalesceMs);
  const tools = new AbortController();
  const runner: RunContext = {
    dependencies,
    session,
    signal: AbortSignal.any([signal, tools.signal]),
    running: new Map(),
    completeAt: new Map(),
    profile: null,
    firstContentMs: null,
  };
  try {
    for (;;) {
      const action = nextAction(session.state, dependencies.tools);
      if (action.type === 'idle' || action.type === 'wait' || signal.aborted) return;
      await advance(action, runner);
      await session.refresh();
    }
  } catch (error) {
    if (wasEndedElsewhere(error) || signal.aborted) return;
    // The run stays open and continues from the log once it can be written again.
    if (session.isRefused) throw error;
    await endRun(runner, { type: 'error', failure: internalFailure(error) }).catch((endError: unknown) => {
      if (!wasEndedElsewhere(endError)) throw endError;
    });
  } finally {
    if (runner.running.size > 0) tools.abort();
    await Promise.all([...runner.running.values()].map(({ settled }) => settled));
  }
}

/** Whether a write failed because another process ended the run or took it over. */
function wasEndedElsewhere(error: unknown): boolean {
  return error instanceof RunConflictError || error instanceof TakenOverError;
}

async function advance(action: Exclude<Action, { type: 'idle' | 'wait' }>, runner: RunContext): Promise<void> {
  switch (action.type) {
    case 'read-contexts':
      return readContexts(runner);
    case 'call-model':
      return callModel(runner, action.stepId, action.final);
    case 'run-tools':
      return runTools(runner);
    case 'refuse-calls':
      // A call that started while the response streamed keeps its result.
      await waitForRunningCalls(runner);
      return runner.session.append(...buildRefusals(runner, hasNotBegun, action.errorText));
    case 'follow-up':
      for (const { toolCallId } of action.calls) runner.completeAt.set(toolCallId, runner.dependencies.now());
      return runner.session.append(...action.calls);
    case 'answer-directly':
      return answerDirectly(runner, action.stepId, action.content);
    case 'reset-step':
      return resetStep(runner, action.stepId, action.reason);
    case 'end-run':
      return endRun(runner, action.outcome);
    default:
      return action satisfies never;
  }
}

/**
 * Appends a complete step that no model produced. The write is atomic, so that a crash cannot leave half of the step.
 */
function answerDirectly({ session }: RunContext, stepId: string, content: string): Promise<void> {
  return session.append(
    { type: 'step-start', stepId, toolMode: 'none' },
    { type: 'step-decision', decision: 'answer' },
    { type: 'text-delta', delta: content },
    { type: 'step-end', finishReason: 'stop' },
  );
}

function internalFailure(error: unknown) {
  return {
    code: 'internal',
    reason: { type: 'internal-error' },
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    retryable: true,
  } as const;
}
