import type { Failure } from '../protocol/failure.ts';
import type { RunOutcome } from '../protocol/run.ts';
import { openRun, type Step, type ThreadState, toolCallsOf } from '../protocol/thread.ts';
import { isSettled } from '../protocol/tool-call.ts';

/** A cut step is tried again this often per run before the run ends as interrupted (design, "When things die"). */
export const MAX_INTERRUPTED_RESETS = 2;

export type Action =
  /** Nothing to do: no run is open. */
  | { type: 'idle' }
  /** Only the person can go on. */
  | { type: 'wait' }
  /** `final`: the last step, without tools, which must answer. */
  | { type: 'call-model'; stepId: string; final: boolean }
  /** Run, or go on running, the calls of the last step that have no result. */
  | { type: 'run-tools' }
  /** The last step was cut off; it will be tried again. */
  | { type: 'reset-step'; stepId: string }
  | { type: 'end-run'; outcome: RunOutcome };

/**
 * What comes next, decided from the folded log alone; to be asked only while no model call is under way. Start, resume
 * after a death, a late approval and retry all come through here.
 */
export function nextAction(state: ThreadState): Action {
  const run = openRun(state);
  if (run === null) return { type: 'idle' };
  const step = run.steps.at(-1);
  if (step === undefined) return { type: 'call-model', stepId: stepId(run.messageId, 0), final: false };
  switch (step.state) {
    case 'streaming': {
      const resets = run.steps.flatMap((each) => each.resets).filter((reason) => reason === 'interrupted');
      if (resets.length < MAX_INTERRUPTED_RESETS) return { type: 'reset-step', stepId: step.stepId };
      return { type: 'end-run', outcome: { type: 'incomplete', reason: 'interrupted' } };
    }
    case 'reset':
      return { type: 'call-model', stepId: step.stepId, final: isFinal(run.steps.length - 1, run.maxSteps) };
    case 'ended':
      return afterStep(step, run.steps.length, run.maxSteps, run.messageId);
    default:
      return step.state satisfies never;
  }
}

function afterStep(step: Step, stepCount: number, maxSteps: number, runId: string): Action {
  const calls = toolCallsOf(step);
  if (isFinal(stepCount - 1, maxSteps))
    return { type: 'end-run', outcome: { type: 'incomplete', reason: 'step-limit' } };
  if (calls.length === 0) return { type: 'end-run', outcome: outcomeOf(step) };
  const open = calls.filter((call) => !isSettled(call));
  if (open.length === 0) {
    return { type: 'call-model', stepId: stepId(runId, stepCount), final: isFinal(stepCount, maxSteps) };
  }
  return open.every((call) => call.state === 'approval-requested') ? { type: 'wait' } : { type: 'run-tools' };
}

/** `maxSteps` steps may use tools; the one after them, number `maxSteps` from zero, must answer without. */
function isFinal(stepIndex: number, maxSteps: number): boolean {
  return stepIndex >= maxSteps;
}

function stepId(runId: string, index: number): string {
  return `${runId}:${index}`;
}

function outcomeOf(step: Step): RunOutcome {
  if (step.finishReason === 'length' || step.finishReason === 'content-filter')
    return { type: 'incomplete', reason: step.finishReason };
  const answered = step.parts.some((part) => part.type === 'text' && part.text.trim() !== '');
  return answered ? { type: 'complete' } : { type: 'error', failure: EMPTY_REPLY };
}

const EMPTY_REPLY: Failure = {
  code: 'bad-response',
  message: 'The model sent an empty answer. Try again, or choose another model.',
  retryable: true,
};
