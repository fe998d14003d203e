import {
  type AssistantMessage,
  isSettled,
  listToolCalls,
  type ModelProfile,
  openRun,
  type TabOpening,
  type ThreadEvent,
  type Tool,
  type ToolCall,
  ToolError,
  type ToolOutput,
} from '../../contracts/index.ts';
import { type CallDecision, type CallSituation, decideCall, pageUrl, requestTab } from '../../security/index.ts';
import { pageCoverage } from '../context/page-context.ts';
import type { RunContext, RunningTool } from '../run-context.ts';
import { errorResult, executeTool, toolContext } from './execute-tool.ts';
import {
  buildRepeatedOutput,
  copySharedResult,
  findEarlierResult,
  findSharedCall,
  isResultOfPage,
} from './repeated-calls.ts';

const PAGE_IN_CONVERSATION =
  'The whole text of the page is already above the question. Answer from it now, without calling tools.';

/**
 * Starts a call while the response is still streaming if that is safe: the tool is read-only, and the arguments were
 * not repaired.
 */
export function startEarly(runner: RunContext, toolCallId: string): void {
  const call = openCall(runner, toolCallId);
  if (call?.state !== 'input-available' || call.repaired || !isReadOnly(runner, call)) return;
  startTool(runner, toolCallId);
}

/** Ends a call without a result. Its later output is ignored. */
export function cancelTool(runner: RunContext, toolCallId: string): void {
  runner.running.get(toolCallId)?.cancel();
  runner.running.delete(toolCallId);
}

/**
 * Brings every open call of the last step to a result or an approval request. Read-only calls run in parallel, then the
 * others one at a time in call order. Identical calls run once and share the result.
 */
export async function runTools(runner: RunContext): Promise<void> {
  const calls = openCalls(runner);
  // If the user was asked in between, an earlier runner called the model.
  runner.profile ??= await connectedProfile(runner);
  for (const call of calls) if (isReadOnly(runner, call)) startTool(runner, call.toolCallId);
  await waitForRunningCalls(runner);
  for (const call of calls) {
    startTool(runner, call.toolCallId);
    await settleTool(runner, call.toolCallId);
  }
  await shareResults(runner);
}

/**
 * Returns the profile of the open run's model. Null if it is unknown, so that the user is asked about what is sent to
 * it.
 */
async function connectedProfile({ dependencies, session }: RunContext): Promise<ModelProfile | null> {
  const run = openRun(session.state);
  if (run === null) return null;
  const connected = await dependencies.models.connect(run.model);
  return 'failure' in connected ? null : connected.profile;
}

/** Copies results to identical calls. */
async function shareResults(runner: RunContext): Promise<void> {
  const calls = openCalls(runner);
  const shared = calls.flatMap((call) => {
    const first = findSharedCall(calls, call);
    const result = first === null ? null : copySharedResult(call, first);
    return result === null ? [] : [result];
  });
  if (shared.length > 0) await runner.session.append(...shared);
}

/** Waits for all running calls. */
export async function waitForRunningCalls(runner: RunContext): Promise<void> {
  await Promise.all([...runner.running.keys()].map((toolCallId) => settleTool(runner, toolCallId)));
}

/** Returns error results for those calls of the last step that have no result and that `mayRefuse` selects. */
export function buildRefusals(
  runner: RunContext,
  mayRefuse: (call: ToolCall) => boolean,
  errorText: string,
): ThreadEvent[] {
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
  const work = carryOutDecision(runner, toolCallId, signal);
  const outcome = work.then(
    () => {
      // The id may be reused in a later step. The error is kept until it is awaited.
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

/** Starts a call, asks the user first, or answers it without running it, depending on the decision. */
async function carryOutDecision(runner: RunContext, toolCallId: string, signal: AbortSignal): Promise<void> {
  const { session } = runner;
  const run = openRun(session.state);
  const call = openCall(runner, toolCallId);
  if (!run || !call || findSharedCall(openCalls(runner), call) !== null) return;
  if (call.state !== 'input-available' && call.state !== 'executing') return;
  const tool = findTool(runner, call.toolName);
  const { tools, context, now, newId } = runner.dependencies;
  let local: { localOnly?: true } = {};
  const situation: CallSituation = {
    call,
    run,
    tool,
    tools,
    thread: session,
    page: context.page,
    toolContext: () =>
      toolContext(runner, run, signal, undefined, () => {
        local = { localOnly: true };
      }),
    findRepeatedOutput: async () => (tool === undefined ? null : findRepeatedOutput(runner, run, tool, call)),
    now,
    newId,
  };
  const decision = await decideCall(situation).catch((error: unknown): CallDecision => {
    // The page in question cannot be read.
    if (error instanceof ToolError) return { type: 'refuse', ...errorResult(error) };
    throw error;
  });
  if (signal.aborted) return;
  switch (decision.type) {
    case 'refuse': {
      const { errorText, code } = decision;
      return session.append({ type: 'tool-output-error', toolCallId, errorText, code, ...local, ms: 0 });
    }
    case 'repeat':
      return session.append({ type: 'tool-output-available', toolCallId, output: decision.output, ms: 0 });
    case 'ask':
      return session.append({ type: 'tool-approval-request', toolCallId, request: decision.request });
    case 'run': {
      const { input, leftOut = [], followUpOf } = call;
      const requestTabOnce = async (opening: TabOpening) =>
        decision.tab === null ? requestTab({ ...situation, tool: decision.tool }, opening) : null;
      const details = { run, toolCallId, input, leftOut, requestTab: requestTabOnce, isFollowUp: followUpOf !== null };
      return executeTool(runner, { ...decision, ...details }, signal);
    }
    default:
      return decision satisfies never;
  }
}

/** Whether a call only requests the text of the page, and the request that it answers already contained all of it. */
export function isAnsweredByPage(runner: RunContext, call: ToolCall): boolean {
  const { state } = runner.session;
  const run = openRun(state);
  const tool = findTool(runner, call.toolName);
  const reads = tool?.offer?.reads;
  if (run === null || reads?.type !== 'page-text' || !('input' in call)) return false;
  if (reads.asksForMainText?.(call.input) === false) return false;
  const wasShortened = run.steps.at(-1)?.notices.some(({ code }) => code === 'shortened');
  return !wasShortened && pageCoverage(state, run, run.tabId) === 'all';
}

/**
 * Returns the output of a call that already has its answer: the page in the conversation, or the result of the same
 * earlier call if the page is the same.
 */
async function findRepeatedOutput(
  runner: RunContext,
  run: AssistantMessage,
  tool: Tool,
  call: ToolCall,
): Promise<ToolOutput | null> {
  const { tools, context } = runner.dependencies;
  if (isAnsweredByPage(runner, call)) return { content: PAGE_IN_CONVERSATION, details: { answeredFromContext: true } };
  const { readOnlyHint, idempotentHint } = tool.annotations;
  const previousResult = readOnlyHint && idempotentHint ? findEarlierResult(run, call, tools) : null;
  if (previousResult === null) return null;
  // Results from the web or the user's own data do not change with the page of the tab.
  const isFromTab = tool.effects?.optIn === undefined;
  if (isFromTab && !isResultOfPage(previousResult, await pageUrl(context.page, run.tabId))) return null;
  return buildRepeatedOutput(run, call, previousResult);
}

function isReadOnly(runner: RunContext, call: ToolCall): boolean {
  return findTool(runner, call.toolName)?.annotations.readOnlyHint === true;
}

function findTool(runner: RunContext, toolName: string): Tool | undefined {
  return runner.dependencies.tools.find((tool) => tool.name === toolName);
}
