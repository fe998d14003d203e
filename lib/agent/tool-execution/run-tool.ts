import {
  type AssistantMessage,
  effectDetails,
  isSettled,
  listToolCalls,
  openRun,
  type TabOpening,
  type ThreadEvent,
  type Tool,
  type ToolCall,
  ToolError,
  type WebErrorCode,
} from '../../contracts/index.ts';
import { isSwitchedOn, webRefusal } from '../../security/index.ts';
import { pageCoverage } from '../context/page-context.ts';
import type { RunContext, RunningTool } from '../run-context.ts';
import { decideApproval, findApprovedForm, pageUrl, requestTab } from './approval.ts';
import { type Execution, errorResult, executeTool } from './execute-tool.ts';
import { earlierResult, isOfPage, repeatedOutput, sameCallBefore, sharedResult } from './repeated-calls.ts';

export const IN_DOUBT =
  'In doubt: Sidenote was interrupted while this ran. It may or may not have happened, and was not repeated. Check before you ask again.';

const PAGE_IN_CONVERSATION =
  'The whole text of the page is already above the question. Answer from it now, without calling tools.';

/** Starts a call while the response is still streaming, if that is safe: it is read-only, and its arguments were not repaired. */
export function startEarly(runner: RunContext, toolCallId: string): void {
  const call = openCall(runner, toolCallId);
  if (call?.state !== 'input-available' || call.repaired || !isReadOnly(runner, call)) return;
  startTool(runner, toolCallId);
}

/** Ends a call without a result; its later output is dropped. */
export function cancelTool(runner: RunContext, toolCallId: string): void {
  runner.running.get(toolCallId)?.cancel();
  runner.running.delete(toolCallId);
}

/**
 * Brings every open call of the last step to a result or an approval request: read-only ones in parallel, then the others one at
 * a time in call order. Identical calls run once and share the result.
 */
export async function runTools(runner: RunContext): Promise<void> {
  const calls = openCalls(runner);
  // The model that asked for them was called by an earlier runner if the user was asked in between.
  runner.isLocal ??= await isLocalModel(runner);
  for (const call of calls) if (isReadOnly(runner, call)) startTool(runner, call.toolCallId);
  await settleTools(runner);
  for (const call of calls) {
    startTool(runner, call.toolCallId);
    await settleTool(runner, call.toolCallId);
  }
  await shareResults(runner);
}

/** Where the model of the open run is; false if that cannot be told, so that what goes to it is asked for. */
async function isLocalModel({ dependencies, session }: RunContext): Promise<boolean> {
  const run = openRun(session.state);
  if (run === null) return false;
  const connected = await dependencies.models.connect(run.model);
  return 'failure' in connected ? false : connected.isLocal;
}

/** Copies results to identical calls. */
async function shareResults(runner: RunContext): Promise<void> {
  const calls = openCalls(runner);
  const shared = calls.flatMap((call) => {
    const first = sameCallBefore(calls, call);
    const result = first === null ? null : sharedResult(call, first);
    return result === null ? [] : [result];
  });
  if (shared.length > 0) await runner.session.append(...shared);
}

/** Waits for all running calls. */
export async function settleTools(runner: RunContext): Promise<void> {
  await Promise.all([...runner.running.keys()].map((toolCallId) => settleTool(runner, toolCallId)));
}

/** Error results for the calls of the last step that `mayRefuse` and have none. */
export function refusals(runner: RunContext, mayRefuse: (call: ToolCall) => boolean, errorText: string): ThreadEvent[] {
  return openCalls(runner)
    .filter((call) => !isSettled(call) && mayRefuse(call))
    .map(({ toolCallId, state }) =>
      // Unfinished arguments are kept with the error.
      state === 'input-streaming'
        ? { type: 'tool-input-error', toolCallId, errorText, code: 'not-run' }
        : { type: 'tool-output-error', toolCallId, errorText, code: 'not-run', ms: 0 },
    );
}

/** Starts a call without waiting for it, unless it is running, has its result or waits for the user. */
function startTool(runner: RunContext, toolCallId: string): void {
  if (runner.running.has(toolCallId)) return;
  const own = new AbortController();
  const signal = AbortSignal.any([runner.signal, own.signal]);
  const work = startOrRequestApproval(runner, toolCallId, signal);
  const outcome = work.then(
    () => {
      // The id may be reused in a later step. The error stays until it is awaited.
      if (runner.running.get(toolCallId) === entry) runner.running.delete(toolCallId);
      return null;
    },
    (error: unknown) => ({ error }),
  );
  const entry: RunningTool = { settled: outcome, cancel: () => own.abort() };
  runner.running.set(toolCallId, entry);
}

/** Waits for a started call. Rejects only if its result could not be written. */
async function settleTool(runner: RunContext, toolCallId: string): Promise<void> {
  const writeFailure = await runner.running.get(toolCallId)?.settled;
  runner.running.delete(toolCallId);
  if (writeFailure) throw writeFailure.error;
}

function openCalls(runner: RunContext): ToolCall[] {
  const step = openRun(runner.session.state)?.steps.at(-1);
  return step ? listToolCalls(step) : [];
}

function openCall(runner: RunContext, toolCallId: string): ToolCall | undefined {
  return openCalls(runner).find((each) => each.toolCallId === toolCallId);
}

async function startOrRequestApproval(runner: RunContext, toolCallId: string, signal: AbortSignal): Promise<void> {
  const { session } = runner;
  const run = openRun(session.state);
  const call = openCall(runner, toolCallId);
  if (!run || !call || sameCallBefore(openCalls(runner), call) !== null) return;
  if (call.state !== 'input-available' && call.state !== 'executing') return;
  const match = findTool(runner, call.toolName);
  // A tool the user has not enabled is treated as unknown.
  const tool = match === undefined || !isSwitchedOn(match, session.state, run) ? undefined : match;
  if (!tool) {
    const errorText = `No tool ${call.toolName}.`;
    return session.append({ type: 'tool-output-error', toolCallId, errorText, code: 'unknown-tool', ms: 0 });
  }
  if (call.state === 'executing' && (hasEffects(tool) || isTabApproved(call))) {
    // The worker was stopped before the result was written. The effect may have happened, so it is not repeated silently.
    return session.append({ type: 'tool-output-error', toolCallId, errorText: IN_DOUBT, code: 'in-doubt', ms: 0 });
  }
  const refusal = call.state === 'input-available' ? findWebRefusal(runner, run, tool, call) : null;
  if (refusal !== null) return session.append({ type: 'tool-output-error', toolCallId, ...refusal, ms: 0 });
  if (call.state === 'input-available' && isAnsweredByPage(runner, call)) {
    const output = { content: PAGE_IN_CONVERSATION, details: { answeredFromContext: true } };
    return session.append({ type: 'tool-output-available', toolCallId, output, ms: 0 });
  }
  if (call.state === 'input-available' && (await answerFromBefore(runner, run, tool, call, signal))) return;
  let rule = call.rule ?? null;
  let tab: TabOpening | null = null;
  let { sent } = call;
  // A worker that was stopped asks the page what became of the filling.
  let form = findApprovedForm(call);
  if (call.state === 'input-available') {
    const decision = await decideApproval(runner, { run, tool, call }, signal).catch((error: unknown) => {
      // The page that the question is about cannot be read.
      if (error instanceof ToolError) return error;
      throw error;
    });
    if (signal.aborted) return;
    if (decision instanceof ToolError)
      return session.append({ type: 'tool-output-error', toolCallId, ...errorResult(decision), ms: 0 });
    if (decision.type === 'ask')
      return session.append({ type: 'tool-approval-request', toolCallId, request: decision.request });
    ({ rule, tab, form, sent } = decision);
  }
  const { input, leftOut = [] } = call;
  const execution: Execution = {
    run,
    tool,
    toolCallId,
    input,
    leftOut,
    rule,
    tab,
    form,
    sent,
    requestTab: async (tabOpening) => (tab === null ? requestTab(runner, { run, tool, call }, tabOpening) : null),
    isFollowUp: call.followUpOf !== null,
  };
  return executeTool(runner, execution, signal);
}

function hasEffects({ annotations }: Tool): boolean {
  return !annotations.readOnlyHint && !annotations.idempotentHint;
}

/** A call that runs after this approval opens the tab, even if it only reads: cookies go along, and scripts run. */
function isTabApproved({ granted }: ToolCall): boolean {
  return effectDetails(granted?.request)?.tab !== undefined;
}

/** Why a call of a web tool must not run at all, whatever the user would allow; null if it may. */
function findWebRefusal(
  { session, dependencies }: RunContext,
  run: AssistantMessage,
  tool: Tool,
  call: ToolCall,
): { errorText: string; code: WebErrorCode } | null {
  const egress = 'input' in call ? tool.webEgress?.(call.input) : undefined;
  return egress === undefined ? null : webRefusal(egress, { state: session.state, run, call }, dependencies.tools);
}

/** Whether a call asks for nothing but the text of the page, all of which the request that it answers had. */
export function isAnsweredByPage(runner: RunContext, call: ToolCall): boolean {
  const { state } = runner.session;
  const run = openRun(state);
  const tool = findTool(runner, call.toolName);
  if (run === null || tool?.readsOpenPage !== 'text' || !('input' in call)) return false;
  if (tool.asksForMainText?.(call.input) === false) return false;
  const wasShortened = run.steps.at(-1)?.notices.some(({ code }) => code === 'shortened');
  return !wasShortened && pageCoverage(state, run, run.tabId) === 'all';
}

/** Answers a repeated call with its earlier result, if the page has not changed. Returns true if the call needs nothing more. */
async function answerFromBefore(
  runner: RunContext,
  run: AssistantMessage,
  tool: Tool,
  call: ToolCall,
  signal: AbortSignal,
): Promise<boolean> {
  const { session, dependencies } = runner;
  const { readOnlyHint, idempotentHint } = tool.annotations;
  const previousResult = readOnlyHint && idempotentHint ? earlierResult(run, call, dependencies.tools) : null;
  if (previousResult === null) return false;
  // What was found on the web or among the user's own does not change with the page of the tab.
  if (
    (tool.webEgress === undefined &&
      tool.ownData === undefined &&
      !isOfPage(previousResult, await pageUrl(dependencies.page, run.tabId))) ||
    signal.aborted
  )
    return signal.aborted;
  const output = repeatedOutput(run, call, previousResult);
  await session.append({ type: 'tool-output-available', toolCallId: call.toolCallId, output, ms: 0 });
  return true;
}

function isReadOnly(runner: RunContext, call: ToolCall): boolean {
  return findTool(runner, call.toolName)?.annotations.readOnlyHint === true;
}

function findTool(runner: RunContext, toolName: string): Tool | undefined {
  return runner.dependencies.tools.find((tool) => tool.name === toolName);
}
