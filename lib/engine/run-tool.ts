import type { AssistantMessage } from '../protocol/thread.ts';
import { openRun, toolCallsOf } from '../protocol/thread.ts';
import type { Tool, ToolContext } from '../protocol/tool.ts';
import type { ToolCall } from '../protocol/tool-call.ts';
import type { ApprovalRequest, ToolOutput } from '../protocol/tool-output.ts';
import type { Runner } from './runner.ts';

/** A result larger than this many characters is cut, with a note; tools page their results themselves. */
const MAX_CONTENT = 200_000;

export const IN_DOUBT =
  'In doubt: Sidenote was interrupted while this ran. It may or may not have happened, and was not repeated. Check before you ask again.';

/** Starts a call while the model is still speaking, if nothing outside the conversation can change by it. */
export function startIfReadOnly(runner: Runner, toolCallId: string): void {
  const call = openCalls(runner).find((each) => each.toolCallId === toolCallId);
  if (call && isReadOnly(runner, call)) startTool(runner, toolCallId);
}

/** Starts a call without waiting for it. A call that is already under way is left alone. */
function startTool(runner: Runner, toolCallId: string): void {
  if (runner.running.has(toolCallId)) return;
  const running = startOrAsk(runner, toolCallId).then(
    () => null,
    (error: unknown) => ({ error }),
  );
  runner.running.set(toolCallId, running);
}

/** Waits for a started call; rejects only if its result could not be written. */
async function settleTool(runner: Runner, toolCallId: string): Promise<void> {
  const settled = await runner.running.get(toolCallId);
  runner.running.delete(toolCallId);
  if (settled) throw settled.error;
}

/**
 * Brings every open call of the last step to a result or to a question: read-only ones in parallel, then the others one
 * at a time in call order.
 */
export async function runTools(runner: Runner): Promise<void> {
  const open = openCalls(runner).filter((call) => call.state === 'input-available' || call.state === 'executing');
  const readOnly = open.filter((call) => isReadOnly(runner, call));
  for (const call of readOnly) startTool(runner, call.toolCallId);
  await Promise.all(readOnly.map((call) => settleTool(runner, call.toolCallId)));
  for (const call of open) {
    if (readOnly.includes(call)) continue;
    startTool(runner, call.toolCallId);
    await settleTool(runner, call.toolCallId);
  }
}

function openCalls(runner: Runner): ToolCall[] {
  const step = openRun(runner.session.state)?.steps.at(-1);
  return step ? toolCallsOf(step) : [];
}

async function startOrAsk(runner: Runner, toolCallId: string): Promise<void> {
  const { session } = runner;
  const run = openRun(session.state);
  const call = openCalls(runner).find((each) => each.toolCallId === toolCallId);
  if (!run || !call) return;
  const tool = findTool(runner, call.toolName);
  if (!tool) {
    return session.append({ type: 'tool-output-error', toolCallId, errorText: `No tool ${call.toolName}.`, ms: 0 });
  }
  if (call.state === 'executing' && !tool.annotations.readOnlyHint && !tool.annotations.idempotentHint) {
    // Whoever started it died before the result was written. It may have happened: never repeat it silently.
    return session.append({ type: 'tool-output-error', toolCallId, errorText: IN_DOUBT, ms: 0 });
  }
  if (call.state !== 'input-available' && call.state !== 'executing') return;
  if (call.state === 'input-available' && !call.approved) {
    const request = await approvalFor(tool, call.input, contextOf(runner, run, runner.signal));
    if (request) return session.append({ type: 'tool-approval-request', toolCallId, request });
  }
  return execute(runner, run, tool, toolCallId, call.input);
}

async function approvalFor(tool: Tool, input: unknown, context: ToolContext): Promise<ApprovalRequest | null> {
  const request = (await tool.approval?.(input, context)) ?? null;
  if (request || tool.annotations.readOnlyHint) return request;
  return { type: 'effect', reason: `${tool.title}: ${JSON.stringify(input)}` };
}

async function execute(
  runner: Runner,
  run: AssistantMessage,
  tool: Tool,
  toolCallId: string,
  input: unknown,
): Promise<void> {
  const { session, dependencies } = runner;
  await session.append({ type: 'tool-output-start', toolCallId });
  const startedAt = dependencies.now();
  const timeout = AbortSignal.timeout(dependencies.toolTimeoutMs);
  const signal = AbortSignal.any([runner.signal, timeout]);
  const result = await attempt(drive(runner, run, tool, toolCallId, input, signal), signal);
  const ms = dependencies.now() - startedAt;
  if (runner.signal.aborted) return;
  if ('output' in result) {
    const output = { ...result.output, content: bounded(result.output.content) };
    return session.append({ type: 'tool-output-available', toolCallId, output, ms });
  }
  const seconds = Math.round(dependencies.toolTimeoutMs / 1000);
  const errorText = timeout.aborted ? `${tool.title} took longer than ${seconds} s and was stopped.` : result.errorText;
  return session.append({ type: 'tool-output-error', toolCallId, errorText, ms });
}

async function drive(
  runner: Runner,
  run: AssistantMessage,
  tool: Tool,
  toolCallId: string,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const execution = tool.execute(input, contextOf(runner, run, signal));
  for (;;) {
    const next = await execution.next();
    if (next.done) return next.value;
    if (signal.aborted) throw signal.reason;
    await runner.session.append({ type: 'tool-progress', toolCallId, progress: next.value });
  }
}

/** A tool that ignores its signal is left behind when the signal falls. */
async function attempt(
  work: Promise<ToolOutput>,
  signal: AbortSignal,
): Promise<{ output: ToolOutput } | { errorText: string }> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return { output: await Promise.race([work, aborted]) };
  } catch (error) {
    return { errorText: error instanceof Error ? error.message : String(error) };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function contextOf(runner: Runner, run: AssistantMessage, signal: AbortSignal): ToolContext {
  return { signal, page: runner.dependencies.page, tabId: run.tabId };
}

function isReadOnly(runner: Runner, call: ToolCall): boolean {
  return findTool(runner, call.toolName)?.annotations.readOnlyHint === true;
}

function findTool(runner: Runner, toolName: string): Tool | undefined {
  return runner.dependencies.tools.find((tool) => tool.name === toolName);
}

function bounded(content: string): string {
  if (content.length <= MAX_CONTENT) return content;
  return `${content.slice(0, MAX_CONTENT)}\n[cut: ${content.length - MAX_CONTENT} more characters]`;
}
