import {
  type AssistantMessage,
  type EventOf,
  type Failure,
  isSettled,
  mayRepeatInterrupted,
  openRun,
  type RunOutcome,
  type Step,
  type ThreadState,
  type Tool,
  type ToolCall,
  toolCallsOf,
} from '../../contracts/index.ts';
import { goesOnByItself } from '../context/announced-call.ts';
import { openContexts } from '../context/context-tabs.ts';
import { correctionOf } from '../context/correction.ts';
import { contextsOfRun } from '../context/page-context.ts';
import { directAnswer, dueFollowUps } from '../tool-execution/follow-up.ts';
import { isStuck } from '../tool-execution/repeated-calls.ts';
import { sameCallBefore } from '../tool-execution/same-call.ts';

export type Action =
  /** Nothing to do: no run is open. */
  | { type: 'idle' }
  /** Only the user can go on. */
  | { type: 'wait' }
  /** Pages that go with the question are to be read. */
  | { type: 'read-contexts' }
  /** `final`: the last step, without tools, which must answer. */
  | { type: 'call-model'; stepId: string; final: boolean }
  /** Run, or go on running, the calls of the last step that have no result. */
  | { type: 'run-tools' }
  /** The reply ended in a way that says its calls are not to be trusted: those that have not begun get this result. */
  | { type: 'refuse-calls'; errorText: string }
  /** Results name the calls that come next. */
  | { type: 'follow-up'; calls: EventOf<'tool-follow-up'>[] }
  /** A result is the answer: it becomes a last step of its own. */
  | { type: 'answer-directly'; stepId: string; content: string }
  /** The last step was cut off, or its worker died while it waited to ask again; it will be tried again. */
  | { type: 'reset-step'; stepId: string; reason: 'interrupted' | 'retry' }
  | { type: 'end-run'; outcome: RunOutcome };

/**
 * What comes next, decided from the folded log alone; call it only while no model call is running. Used for start, resume
 * after the worker was stopped, late approval and retry. Without `tools` it only says whether anything is left to do.
 */
export function nextAction(state: ThreadState, tools: readonly Tool[] = []): Action {
  const run = openRun(state);
  if (run === null) return { type: 'idle' };
  const step = run.steps.at(-1);
  if (step === undefined) return beforeFirstStep(run);
  switch (step.state) {
    case 'streaming':
      return afterCut(run, step, tools);
    case 'reset':
      // What was sent of the pages was too long: less of them is chosen, and the log says what.
      if (openContexts(run).tooLong.length > 0) return { type: 'read-contexts' };
      return { type: 'call-model', stepId: step.stepId, final: mustAnswer(run, run.steps.length - 1, tools) };
    case 'ended':
      return toolCallsOf(step).length === 0
        ? afterAnswer(state, run, step, tools)
        : afterCalls(state, run, step, tools);
    default:
      return step.state satisfies never;
  }
}

function beforeFirstStep(run: AssistantMessage): Action {
  const { unread, waiting } = openContexts(run);
  if (unread.length > 0) return { type: 'read-contexts' };
  if (waiting.length > 0) return { type: 'wait' };
  return { type: 'call-model', stepId: stepId(run.messageId, 0), final: false };
}

function afterCut(run: AssistantMessage, step: Step, tools: readonly Tool[]): Action {
  const { stepId, resets } = step;
  const notice = step.notices.at(-1)?.code;
  // Its request was never sent: nothing was cut.
  if (notice === 'queued') return { type: 'call-model', stepId, final: mustAnswer(run, run.steps.length - 1, tools) };
  // Its request had been refused and nothing said: what was cut is the wait, and the request counts as one of the step's.
  if (notice === 'waiting') return { type: 'reset-step', stepId, reason: 'retry' };
  const ofRun = run.steps.flatMap((each) => each.resets);
  if (mayRepeatInterrupted(resets, ofRun)) {
    return { type: 'reset-step', stepId, reason: 'interrupted' };
  }
  return { type: 'end-run', outcome: { type: 'incomplete', reason: 'interrupted' } };
}

/**
 * An answer ends the run, unless the user has said something that no step has heard yet, it only announces a call, or all
 * of it was discarded.
 */
function afterAnswer(state: ThreadState, run: AssistantMessage, step: Step, tools: readonly Tool[]): Action {
  const count = run.steps.length;
  const isUnfinished = goesOnByItself(run.steps, contextsOfRun(state, run)) || mayCorrect(run.steps, step);
  const goesOn = isSteered(run) || (isUnfinished && !isPastLimit(count - 1, run.maxSteps));
  if (!goesOn || step.finishReason === 'content-filter') return endRun(run, step);
  return { type: 'call-model', stepId: stepId(run.messageId, count), final: mustAnswer(run, count, tools) };
}

/** Once in a run the model is told why all that a step said was discarded (see `correctionOf`), and may say it again. */
function mayCorrect(steps: readonly Step[], step: Step): boolean {
  const isFirst = steps.filter((each) => correctionOf(each) !== null).length === 1;
  return isFirst && correctionOf(step) !== null && step.finishReason !== 'length';
}

/** Whether the user has said something to this run that none of its steps has heard. */
export function isSteered({ steers, steps }: AssistantMessage): boolean {
  return steers.some(({ beforeStep }) => beforeStep >= steps.length);
}

function afterCalls(state: ThreadState, run: AssistantMessage, step: Step, tools: readonly Tool[]): Action {
  const count = run.steps.length;
  if (isPastLimit(count - 1, run.maxSteps)) return afterAnswer(state, run, step, tools);
  const calls = toolCallsOf(step);
  const open = calls.filter((call) => !isSettled(call));
  const errorText = distrust(step);
  if (errorText !== null && open.some(hasNotBegun)) return { type: 'refuse-calls', errorText };
  if (open.some((call) => call.state !== 'approval-requested' && !waitsForSame(calls, call))) {
    return { type: 'run-tools' };
  }
  const due = dueFollowUps(state, run, tools);
  if (due.length > 0) return { type: 'follow-up', calls: due };
  if (open.length > 0) return { type: 'wait' };
  if (step.finishReason === 'content-filter') return { type: 'end-run', outcome: outcomeOf(step) };
  const content = directAnswer(run);
  if (content !== null) return { type: 'answer-directly', stepId: stepId(run.messageId, count), content };
  return { type: 'call-model', stepId: stepId(run.messageId, count), final: mustAnswer(run, count, tools) };
}

/** Why calls that have not begun when this step ended must not begin any more, or null. */
function distrust(step: Step): string | null {
  switch (step.finishReason) {
    case 'length':
      return 'Not run: your reply was cut off by the length limit. Ask again, more briefly.';
    case 'content-filter':
      return 'Not run: the provider’s content filter stopped the reply.';
    default:
      return null;
  }
}

/** Gets the result of the same call, which has none yet. */
function waitsForSame(calls: readonly ToolCall[], call: ToolCall): boolean {
  const first = sameCallBefore(calls, call);
  return first !== null && !isSettled(first);
}

/** Neither begun nor asked about; what the user allowed, or a result named, is trusted. */
export function hasNotBegun(call: ToolCall): boolean {
  return call.state === 'input-available' && !call.approved && call.followUpOf === null;
}

/** `maxSteps` steps may use tools; the one after them, number `maxSteps` from zero, must answer without. */
function isPastLimit(stepIndex: number, maxSteps: number): boolean {
  return stepIndex >= maxSteps;
}

/** Must step `index` answer, given those before it? */
function mustAnswer(run: AssistantMessage, index: number, tools: readonly Tool[]): boolean {
  return isPastLimit(index, run.maxSteps) || isStuck(run.steps.slice(0, index), tools);
}

function stepId(runId: string, index: number): string {
  return `${runId}:${index}`;
}

function endRun(run: AssistantMessage, step: Step): Action {
  const before = { ...run, steps: run.steps.slice(0, -1) };
  const isForced = isPastLimit(run.steps.length - 1, run.maxSteps) && directAnswer(before) === null;
  return { type: 'end-run', outcome: isForced ? { type: 'incomplete', reason: 'step-limit' } : outcomeOf(step) };
}

function outcomeOf(step: Step): RunOutcome {
  if (step.finishReason === 'length' || step.finishReason === 'content-filter')
    return { type: 'incomplete', reason: step.finishReason };
  const answered = step.parts.some((part) => part.type === 'text' && part.text.trim() !== '');
  return answered ? { type: 'complete' } : { type: 'error', failure: emptyReply() };
}

function emptyReply(): Failure {
  return { code: 'bad-response', reason: { type: 'empty-answer' }, retryable: true };
}
