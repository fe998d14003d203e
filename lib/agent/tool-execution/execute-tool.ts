import {
  type ApprovalRequest,
  type AssistantMessage,
  type Elicit,
  TabNeededError,
  type TabOpening,
  type ThreadState,
  type Tool,
  type ToolContext,
  ToolError,
  ToolFailureCode,
  type ToolOutput,
  type ToolOutputDelta,
} from '../../contracts/index.ts';
import {
  approvedPages,
  type CallDecision,
  localPages,
  markedOwnData,
  markedPages,
  markedWeb,
  pagesOnBehalf,
  parseOrigin,
  pinnedPages,
  pinnedSites,
  sensitivePages,
  typedAddresses,
  unmarkedOutput,
  webOnBehalf,
  withoutMarks,
} from '../../security/index.ts';
import { contextsOfRun, passageWords } from '../context/page-context.ts';
import type { RunContext } from '../run-context.ts';
import type { ToolTimeout, WorkResult } from './tool-scheduler.ts';

/** A larger result, in characters, is truncated with a note. Tools split their results into pages themselves. */
const MAX_CONTENT = 200_000;
/** The maximum size of a running call's findings that are shown and logged, in characters. */
const MAX_FOUND = 300_000;

const HOW_TO_ASK_FOR_TAB =
  'Where this page matters, call the tool with its address by itself: the user is then asked whether it may be opened in a tab.';

/**
 * A call that may run, as decided. `leftOut`: names of the arguments that were omitted from `input`. `requestTab`: what
 * to ask if the call cannot work without a tab, or null if the user is not to be asked. `isFollowUp`: no model made the
 * call.
 */
export type Execution = Extract<CallDecision, { type: 'run' }> & {
  run: AssistantMessage;
  toolCallId: string;
  input: unknown;
  leftOut: readonly string[];
  requestTab: (tab: TabOpening) => Promise<ApprovalRequest | null>;
  isFollowUp: boolean;
};

/**
 * Runs a tool when the scheduler allows it, and logs the outcome or a request to open a tab. A call that is cancelled
 * (`signal`) writes nothing more. Rejects only if the log cannot be written.
 */
export async function executeTool(runner: RunContext, execution: Execution, signal: AbortSignal): Promise<void> {
  const { session, dependencies } = runner;
  const { run, tool, toolCallId, rule, sent } = execution;
  const timeoutMs = tool.timeoutMs ?? dependencies.toolTimeoutMs;
  let startedAt = dependencies.now();
  let isLocalOnly = false;
  const onLocalOnly = () => {
    isLocalOnly = true;
  };
  const result = await dependencies.scheduler.run({
    runId: run.messageId,
    isExclusive: !tool.annotations.readOnlyHint,
    timeoutMs,
    signal,
    work: async (workSignal, timeout) => {
      startedAt = dependencies.now();
      recordStart(runner, execution, startedAt);
      const more = { ...(rule === null ? {} : { rule }), ...(sent === undefined ? {} : { sent }) };
      await session.append({ type: 'tool-output-start', toolCallId, ...more });
      const elicit = elicitFor(runner, toolCallId, timeout, workSignal);
      const context = { ...toolContext(runner, run, workSignal, execution, onLocalOnly), elicit };
      return runTool(runner, execution, context, workSignal);
    },
  });
  if (signal.aborted || result.state === 'cancelled') return;
  const ms = dependencies.now() - startedAt;
  const local = isLocalOnly ? ({ localOnly: true } as const) : {};
  if (result.state !== 'refused') recordEnd(runner, execution, ms, result.state === 'done');
  if (result.state === 'done') {
    const content = bounded(result.value.content) + leftOutNote(tool, execution.leftOut);
    const output = unmarkedOutput({ ...result.value, content, ...local });
    return session.append({ type: 'tool-output-available', toolCallId, output, ms });
  }
  const failure = describeToolFailure(result, tool, timeoutMs);
  if (result.state === 'failed' && result.error instanceof TabNeededError) {
    // Several of the pages that a result names may need a tab, so the model is told to ask for the one that it wants.
    if (execution.isFollowUp) failure.errorText += ` ${HOW_TO_ASK_FOR_TAB}`;
    const request = execution.isFollowUp ? null : await execution.requestTab(result.error.tab);
    if (signal.aborted) return;
    if (request !== null) return session.append({ type: 'tool-approval-request', toolCallId, request });
  }
  return session.append({ type: 'tool-output-error', toolCallId, ...failure, ...local, ms });
}

/** The context passed to a tool, which only has access to pages of sites that this run may read. */
export function toolContext(
  runner: RunContext,
  run: AssistantMessage,
  signal: AbortSignal,
  { rule, tab, form }: Pick<Execution, 'rule' | 'tab' | 'form'> = { rule: null, tab: null, form: null },
  onLocalOnly: () => void = () => undefined,
): ToolContext {
  const withPages = { ...run, contexts: contextsOfRun(runner.session.state, run) };
  const { session, dependencies, profile } = runner;
  const answer = { threadId: session.state.threadId, runId: run.messageId };
  const pinned = pinnedPages(
    pagesOnBehalf(dependencies.context.page, answer),
    pinnedSites(withPages, dependencies.tools),
  );
  const page = markedPages(
    profile?.isLocal ? localPages(pinned, onLocalOnly) : sensitivePages(pinned, approvedPages(session.state, run)),
  );
  const access = run.web ? dependencies.context.web : null;
  const within = rule?.type === 'pages' ? rule.origin : null;
  const opening = tab === null ? null : { address: tab.url, origins: originsInTab(tab, session.state) };
  const web =
    access === null
      ? null
      : {
          access: markedWeb(webOnBehalf(access, answer)),
          typed: typedAddresses(session.state),
          within,
          tab: opening,
        };
  const { ownData } = dependencies.context;
  return {
    signal,
    answer,
    question: passageWords(session.state, run),
    contextWindow: profile?.contextWindow ?? null,
    page,
    tabId: run.tabId,
    form,
    web,
    own: ownData === null ? null : markedOwnData(ownData),
    elicit: null,
  };
}

/**
 * Returns the origins that may be read once a tab has loaded: the approved one and, because pages redirect, those
 * allowed for the chat.
 */
function originsInTab({ url }: TabOpening, { rules }: ThreadState): string[] {
  const allowedOrigins = rules.flatMap((rule) => (rule.type === 'pages' ? [rule.origin] : []));
  return [parseOrigin(url) ?? '', ...allowedOrigins];
}

async function runTool(
  runner: RunContext,
  { tool, toolCallId, input, sent }: Execution,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const steps = tool.execute(sent ?? input, context);
  let room = MAX_FOUND;
  for (;;) {
    const next = await steps.next();
    if (next.done) return next.value;
    if (signal.aborted) {
      // Lets the tool clean up. Its later output is ignored.
      await steps.return({ content: '' });
      throw signal.reason;
    }
    const { value } = next;
    if (!('kind' in value)) await runner.session.append({ type: 'tool-progress', toolCallId, progress: value });
    else {
      const { delta, size } = firstItems(value, room);
      // Negative after an item that did not fit, so that no later item fits either.
      room -= size;
      if (delta.items.length > 0) await runner.session.append({ type: 'tool-output-delta', toolCallId, delta });
    }
  }
}

/** Returns the items that fit, and the size of these plus the first that does not, in characters. */
function firstItems(delta: ToolOutputDelta, room: number): { delta: ToolOutputDelta; size: number } {
  let size = 0;
  const end = delta.items.findIndex((item) => {
    size += JSON.stringify(item).length;
    return size > room;
  });
  if (end < 0) return { delta, size };
  return { delta: { ...delta, items: delta.items.slice(0, end) } as ToolOutputDelta, size };
}

/**
 * Asks the user during a call, whose timeout is paused until the answer. The log contains the form and the user's
 * action, but not the input.
 */
function elicitFor(
  { session, dependencies }: RunContext,
  toolCallId: string,
  timeout: ToolTimeout,
  callSignal: AbortSignal,
): Elicit {
  return async (form, formSignal) => {
    const signal = AbortSignal.any([callSignal, formSignal]);
    signal.throwIfAborted();
    const elicitationId = dependencies.newId();
    const pendingAnswer = dependencies.elicitations.wait(elicitationId, signal);
    // Awaited below, once the form is in the log.
    pendingAnswer.catch(() => undefined);
    timeout.pause();
    try {
      await session.append({ type: 'tool-elicitation-request', toolCallId, elicitationId, form });
      const answer = await pendingAnswer;
      await session.append({ type: 'tool-elicitation-response', toolCallId, elicitationId, action: answer.action });
      return answer;
    } catch (error) {
      // The server stopped waiting while the call continues, so the form is withdrawn.
      if (formSignal.aborted && !callSignal.aborted)
        await session.append({ type: 'tool-elicitation-response', toolCallId, elicitationId, action: 'cancel' });
      throw error;
    } finally {
      timeout.resume();
    }
  };
}

type Failed = Exclude<WorkResult<ToolOutput>, { state: 'done' | 'cancelled' }>;

/** Returns the error text for the model, and the code for the user interface. */
function describeToolFailure(
  result: Failed,
  tool: Tool,
  timeoutMs: number,
): { errorText: string; code: ToolFailureCode } {
  switch (result.state) {
    case 'failed':
      return errorResult(result.error);
    case 'timed-out': {
      const errorText = `${tool.title} took longer than ${Math.round(timeoutMs / 1000)} s and was stopped.`;
      return { errorText, code: 'timed-out' };
    }
    case 'refused': {
      const errorText = `Busy: ${result.waiting} tool calls are waiting already, so this one was not run. Ask for less at a time, or ask again.`;
      return { errorText, code: 'busy' };
    }
    default:
      return result satisfies never;
  }
}

/** Converts an error thrown by a tool, for the model and the user interface. */
export function errorResult(error: unknown): { errorText: string; code: ToolFailureCode } {
  return {
    errorText: withoutMarks(error instanceof Error ? error.message : String(error)),
    code: error instanceof ToolError ? ToolFailureCode.catch('failed').parse(error.code) : 'failed',
  };
}

/** A note that tells the model which of its arguments had no effect. */
function leftOutNote({ name }: Tool, leftOut: readonly string[]): string {
  if (leftOut.length === 0) return '';
  const names = leftOut.slice(0, 5).map((each) => JSON.stringify(each.slice(0, 40)));
  return `\n\nNote: ${name} does not take ${names.join(', ')}; the call was made without.`;
}

function bounded(content: string): string {
  if (content.length <= MAX_CONTENT) return content;
  return `${content.slice(0, MAX_CONTENT)}\n[cut: ${content.length - MAX_CONTENT} more characters]`;
}

function recordStart({ dependencies, session, completeAt }: RunContext, execution: Execution, at: number): void {
  const { run, tool, toolCallId } = execution;
  const last = session.state.messages.at(-1);
  const whileStreaming = last?.role === 'assistant' && last.steps.at(-1)?.state === 'streaming';
  const ms = at - (completeAt.get(toolCallId) ?? at);
  dependencies.metrics.record({
    at,
    model: run.model,
    type: 'call-started',
    toolName: tool.name,
    ms,
    whileStreaming,
  });
}

function recordEnd({ dependencies }: RunContext, { run, tool }: Execution, ms: number, ok: boolean): void {
  dependencies.metrics.record({
    at: dependencies.now(),
    model: run.model,
    type: 'call-ended',
    toolName: tool.name,
    ms,
    ok,
  });
}
