import {
  type AssistantMessage,
  canContinue,
  type EventOf,
  type Failure,
  isSettled,
  listTexts,
  listToolCalls,
  type Message,
  mayRepeatInterrupted,
  openRun,
  type QueuedMessage,
  type RunOutcome,
  type Step,
  type ThreadState,
  type Tool,
  type ToolCall,
} from '../../contracts/index.ts';
import { continuesAutomatically, findCorrection, hasOnlyReasoning } from '../context/announced-call.ts';
import { contextsOfRun, openContexts } from '../context/page-context.ts';
import { allMessages } from '../thread/branches.ts';
import { directAnswer, isFollowed } from '../thread/direct-answer.ts';
import { buildCallKey, findSharedCall, getCallKey, isStuck } from '../tool-execution/repeated-calls.ts';

export type Action =
  /** No run is open. */
  | { type: 'idle' }
  /** The run needs the user. */
  | { type: 'wait' }
  /** The question's pages have to be read. */
  | { type: 'read-contexts' }
  /** `final`: the last step, which has no tools and must answer. */
  | { type: 'call-model'; stepId: string; final: boolean }
  /** Run or resume the calls of the last step that have no result. */
  | { type: 'run-tools' }
  /**
   * The response ended in a way that makes its calls untrustworthy. Those not started get this error as their result.
   */
  | { type: 'refuse-calls'; errorText: string }
  /** Results of the last step request follow-up calls. */
  | { type: 'follow-up'; calls: EventOf<'tool-follow-up'>[] }
  /** A result is the answer and becomes a separate last step. */
  | { type: 'answer-directly'; stepId: string; content: string }
  /** The worker was stopped during the last step, or during the wait for a retry. The step is requested again. */
  | { type: 'reset-step'; stepId: string; reason: 'interrupted' | 'retry' }
  | { type: 'end-run'; outcome: RunOutcome };

/**
 * Decides the next action from the folded log alone. Only valid while no model request is running. It is used to start
 * a run, to resume after the worker was stopped, after a late approval and after a retry. Without `tools`, it only
 * shows whether anything is left to do.
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
      // The page text was too long for the server, so less is selected and the log records it.
      if (openContexts(run).tooLong.length > 0) return { type: 'read-contexts' };
      return { type: 'call-model', stepId: step.stepId, final: mustAnswer(run, run.steps.length - 1, tools) };
    case 'ended':
      return listToolCalls(step).length === 0
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
  // The request was still queued, so there is no partial output to discard.
  if (step.notices.at(-1)?.code === 'queued')
    return { type: 'call-model', stepId, final: mustAnswer(run, run.steps.length - 1, tools) };
  // The worker was stopped during the wait for a retry. The refused request counts as one of the step's requests.
  if (isWaitingToRetry(step)) return { type: 'reset-step', stepId, reason: 'retry' };
  const ofRun = run.steps.flatMap((each) => each.resets);
  if (mayRepeatInterrupted(resets, ofRun)) {
    return { type: 'reset-step', stepId, reason: 'interrupted' };
  }
  return { type: 'end-run', outcome: { type: 'incomplete', reason: 'interrupted' } };
}

/** Whether a step waits before its next request, or the worker was stopped during that wait. */
function isWaitingToRetry({ state, notices }: Step): boolean {
  return state === 'streaming' && notices.at(-1)?.code === 'waiting';
}

/**
 * Handles an answer. It ends the run, unless the user added something that no step has seen, the answer only announces
 * a call, all of it was discarded, or it is missing after results.
 */
function afterAnswer(state: ThreadState, run: AssistantMessage, step: Step, tools: readonly Tool[]): Action {
  const count = run.steps.length;
  const isUnfinished =
    continuesAutomatically(run.steps, contextsOfRun(state, run)) ||
    mayCorrect(run.steps, step) ||
    isSilentAfterResults(run.steps);
  const mustContinue = isSteered(run) || (isUnfinished && !isPastLimit(count - 1, run.maxSteps));
  if (!mustContinue || step.finishReason === 'content-filter') return endRun(run, step);
  return { type: 'call-model', stepId: stepId(run.messageId, count), final: mustAnswer(run, count, tools) };
}

/**
 * Whether the model is told why everything in a step was discarded (see `findCorrection`) and may answer again. This
 * happens once per run.
 */
function mayCorrect(steps: readonly Step[], step: Step): boolean {
  const isFirst = steps.filter((each) => findCorrection(each) !== null).length === 1;
  return isFirst && findCorrection(step) !== null && step.finishReason !== 'length';
}

/** Whether the user has added something that no step of this run has seen. */
function isSteered({ steers, steps }: AssistantMessage): boolean {
  return steers.some(({ beforeStep }) => beforeStep >= steps.length);
}

function afterCalls(state: ThreadState, run: AssistantMessage, step: Step, tools: readonly Tool[]): Action {
  const count = run.steps.length;
  if (isPastLimit(count - 1, run.maxSteps)) return afterAnswer(state, run, step, tools);
  const calls = listToolCalls(step);
  const open = calls.filter((call) => !isSettled(call));
  const errorText = reasonToRefuse(step);
  if (errorText !== null && open.some(hasNotBegun)) return { type: 'refuse-calls', errorText };
  if (open.some((call) => call.state !== 'approval-requested' && !waitsForSame(calls, call))) {
    return { type: 'run-tools' };
  }
  const due = dueFollowUps(state, run, tools);
  if (due.length > 0) return { type: 'follow-up', calls: due };
  if (open.length > 0) return { type: 'wait' };
  if (step.finishReason === 'content-filter') return { type: 'end-run', outcome: decideOutcome(step) };
  const content = directAnswer(run);
  if (content !== null) return { type: 'answer-directly', stepId: stepId(run.messageId, count), content };
  return { type: 'call-model', stepId: stepId(run.messageId, count), final: mustAnswer(run, count, tools) };
}

/** Returns why calls that had not started when this step ended must no longer start. Null if they may start. */
function reasonToRefuse(step: Step): string | null {
  switch (step.finishReason) {
    case 'length':
      return 'Not run: your reply was cut off by the length limit. Ask again, more briefly.';
    case 'content-filter':
      return 'Not run: the provider’s content filter stopped the reply.';
    default:
      return null;
  }
}

/** Whether the call waits for the result of an identical call. */
function waitsForSame(calls: readonly ToolCall[], call: ToolCall): boolean {
  const first = findSharedCall(calls, call);
  return first !== null && !isSettled(first);
}

/**
 * Whether a call has neither started nor requested approval. Approved calls and those requested by a result are
 * trusted.
 */
export function hasNotBegun(call: ToolCall): boolean {
  return call.state === 'input-available' && !call.approved && call.followUpOf === null;
}

/** Steps 0 to `maxSteps` - 1 may use tools. Step `maxSteps` must answer without tools. */
function isPastLimit(stepIndex: number, maxSteps: number): boolean {
  return stepIndex >= maxSteps;
}

/** Whether step `index` must answer, given the steps before it. */
function mustAnswer(run: AssistantMessage, index: number, tools: readonly Tool[]): boolean {
  const before = run.steps.slice(0, index);
  return isPastLimit(index, run.maxSteps) || isStuck(before, tools) || isSilentAfterResults(before);
}

/**
 * Whether the last of these steps is the first one in which the model wrote nothing after results (quirk:
 * silent-after-results).
 */
function isSilentAfterResults(steps: readonly Step[]): boolean {
  const last = steps.at(-1);
  const hasCalls = steps.some((step) => listToolCalls(step).length > 0);
  return last !== undefined && hasCalls && isSilent(last) && !steps.slice(0, -1).some(isSilent);
}

function isSilent(step: Step): boolean {
  const { state, finishReason, discarded } = step;
  const isOver = state === 'ended' && (finishReason === 'stop' || finishReason === 'other');
  return isOver && hasOnlyReasoning(step) && discarded.length === 0;
}

function stepId(runId: string, index: number): string {
  return `${runId}:${index}`;
}

function endRun(run: AssistantMessage, step: Step): Action {
  const before = { ...run, steps: run.steps.slice(0, -1) };
  const isForced = isPastLimit(run.steps.length - 1, run.maxSteps) && directAnswer(before) === null;
  return { type: 'end-run', outcome: isForced ? { type: 'incomplete', reason: 'step-limit' } : decideOutcome(step) };
}

function decideOutcome(step: Step): RunOutcome {
  if (step.finishReason === 'length' || step.finishReason === 'content-filter')
    return { type: 'incomplete', reason: step.finishReason };
  const hasAnswer = listTexts(step).some((text) => text.trim() !== '');
  return hasAnswer ? { type: 'complete' } : { type: 'error', failure: emptyReply() };
}

function emptyReply(): Failure {
  return { code: 'bad-response', reason: { type: 'empty-answer' }, retryable: true };
}

/** How a thread continues after a run, without the user. */
type NextMessage =
  /** The user added something that the run ended without seeing. */
  { type: 'continue'; after: AssistantMessage } | { type: 'send'; message: QueuedMessage };

/**
 * Returns what follows the last run. Null while a run is open, and after one that was stopped, failed or interrupted,
 * because the user then decides. Depends only on the log and the queue, so that a worker started for another reason
 * also finds it.
 */
export function nextMessage(state: ThreadState, queue: readonly QueuedMessage[]): NextMessage | null {
  const last = state.messages.at(-1);
  if (last?.role !== 'assistant' || last.outcome === null || !isOver(last.outcome)) return null;
  if (isSteered(last)) return { type: 'continue', after: last };
  const message = queue.find(({ messageId }) => !wasSent(state, messageId));
  return message === undefined ? null : { type: 'send', message };
}

function isOver(outcome: RunOutcome): boolean {
  return outcome.type === 'complete' || (canContinue(outcome) && outcome.reason !== 'interrupted');
}

/**
 * Whether a queued message is already in the thread, as a question or as a steer of a run, and must not be sent again.
 */
export function wasSent(state: ThreadState, messageId: string): boolean {
  return allMessages(state).some((message) => message.messageId === messageId || wasSteered(message, messageId));
}

function wasSteered(message: Message, messageId: string): boolean {
  return message.role === 'assistant' && message.steers.some((steer) => steer.messageId === messageId);
}

/** The maximum number of consecutive follow-up calls after a call by the model. */
const MAX_FOLLOW_UPS = 2;

/**
 * Returns the follow-up calls that results of the last step request and that have not been made yet. Only read-only
 * tools with valid arguments are called, at most two in a row, and never with a call that the run has already made. Any
 * other requested call is left to the model, which sees the result.
 */
export function dueFollowUps(
  state: ThreadState,
  run: AssistantMessage,
  tools: readonly Tool[],
): EventOf<'tool-follow-up'>[] {
  const step = run.steps.at(-1);
  if (!step) return [];
  const calls = listToolCalls(step);
  const callKeys = new Set(run.steps.flatMap(listToolCalls).map(getCallKey));
  const ids = new CallIds(state);
  return calls.flatMap((call): EventOf<'tool-follow-up'>[] => {
    if (
      call.state !== 'output-available' ||
      isFollowed(call, calls) ||
      computeFollowUpDepth(call, calls) >= MAX_FOLLOW_UPS
    )
      return [];
    const { followUp, followUps = [] } = call.output;
    return [...(followUp === undefined ? [] : [followUp]), ...followUps].flatMap(follow(call.toolCallId));
  });

  function follow(followUpOf: string) {
    return (proposal: { toolName: string; input: unknown }): EventOf<'tool-follow-up'>[] => {
      const tool = tools.find((each) => each.name === proposal.toolName);
      const parseResult = tool?.annotations.readOnlyHint ? tool.inputSchema.safeParse(proposal.input) : null;
      if (!tool || !parseResult?.success) return [];
      const key = buildCallKey({ toolName: tool.name, input: parseResult.data });
      if (callKeys.has(key)) return [];
      callKeys.add(key);
      return [
        { type: 'tool-follow-up', toolCallId: ids.next(), toolName: tool.name, input: parseResult.data, followUpOf },
      ];
    };
  }
}

/** 0 for a call by the model. */
function computeFollowUpDepth(call: ToolCall, calls: readonly ToolCall[]): number {
  const parent = calls.find((each) => each.toolCallId === call.followUpOf);
  return parent ? 1 + computeFollowUpDepth(parent, calls) : 0;
}

/**
 * Creates ids for calls that no model made: unused in the thread, nine letters and digits (quirk: nine-character-ids).
 */
class CallIds {
  readonly #used: Set<string>;

  constructor(state: ThreadState) {
    const steps = state.messages.flatMap((message) => (message.role === 'assistant' ? message.steps : []));
    this.#used = new Set(steps.flatMap(listToolCalls).map((call) => call.toolCallId));
  }

  next(): string {
    for (let n = this.#used.size; ; n++) {
      const id = `next${String(n).padStart(5, '0')}`;
      if (this.#used.has(id)) continue;
      this.#used.add(id);
      return id;
    }
  }
}
