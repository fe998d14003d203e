import { RunConflictError } from '../protocol/thread-log.ts';
import { callModel, endRun } from './call-model.ts';
import { type Action, nextAction } from './next-action.ts';
import { runTools } from './run-tool.ts';
import type { EngineDependencies, Runner } from './runner.ts';
import { ThreadSession } from './thread-session.ts';

/**
 * Brings a thread as far as it goes without the person: to the end of its run, or to a question. The caller holds the
 * thread's lock. Start, resume after a death, a late approval and retry are all this call. Resolves quietly when the run
 * was ended from elsewhere or `signal` is aborted; rejects only when the log cannot be written.
 */
export async function runThread(
  threadId: string,
  dependencies: EngineDependencies,
  signal: AbortSignal,
): Promise<void> {
  const session = await ThreadSession.open(threadId, dependencies.log, dependencies.coalesceMs);
  const tools = new AbortController();
  const runner: Runner = { dependencies, session, signal: AbortSignal.any([signal, tools.signal]), running: new Map() };
  try {
    for (;;) {
      const action = nextAction(session.state);
      if (action.type === 'idle' || action.type === 'wait' || signal.aborted) return;
      await advance(action, runner);
      await session.refresh();
    }
  } catch (error) {
    if (error instanceof RunConflictError || signal.aborted) return;
    await endRun(runner, { type: 'error', failure: internalFailure(error) });
  } finally {
    tools.abort();
    await Promise.all(runner.running.values());
  }
}

async function advance(action: Exclude<Action, { type: 'idle' | 'wait' }>, runner: Runner): Promise<void> {
  switch (action.type) {
    case 'call-model':
      return callModel(runner, action.stepId, action.final);
    case 'run-tools':
      return runTools(runner);
    case 'reset-step':
      return runner.session.append({ type: 'step-reset', stepId: action.stepId, reason: 'interrupted' });
    case 'end-run':
      return endRun(runner, action.outcome);
    default:
      return action satisfies never;
  }
}

function internalFailure(error: unknown) {
  return {
    code: 'internal',
    message: 'Something went wrong inside Sidenote. Try again; if it happens again, please report it.',
    detail: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    retryable: true,
  } as const;
}
