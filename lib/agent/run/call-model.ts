import {
  type AssistantMessage,
  type CapabilityObservation,
  countRefusals,
  createModelProfile,
  listToolCalls,
  type ModelClient,
  type ModelEvent,
  type ModelProfile,
  type ModelRequest,
  mayRetry,
  openRun,
  pdfsIn,
  type Release,
  type ResetReason,
  type RetryEvent,
  type StepNotice,
  type ThreadEvent,
  type ThreadState,
  type ToolMode,
} from '../../contracts/index.ts';
import { modelRequest } from '../context/model-request.ts';
import { pageCoverage } from '../context/page-context.ts';
import { ignoredPdfs } from '../context/pdf-files.ts';
import { selectTools } from '../context/select-tools.ts';
import { sentPassages } from '../context/sent-passages.ts';
import type { RunContext } from '../run-context.ts';
import { cancelTool, isAnsweredByPage, startEarly } from '../tool-execution/run-tool.ts';
import { endCutRun, endRun } from './end-run.ts';
import { chooseCheckStrategy, StepMeter, ToolCallChecker } from './step-observers.ts';

const CALLED_NATIVELY: CapabilityObservation = {
  type: 'tools',
  supportsTools: true,
  source: 'reply',
  evidence: 'called a tool',
};

/** One request in progress, with its observers. */
type Attempt = {
  runner: RunContext;
  run: AssistantMessage;
  stepId: string;
  profile: ModelProfile;
  toolMode: ToolMode;
  request: ModelRequest;
  checker: ToolCallChecker;
  meter: StepMeter;
  /** Whether tools are offered although the page is in the conversation. */
  offersTools: boolean;
  calledNatively: boolean;
};

/**
 * Makes one model request. It streams the response into the log and starts read-only tools as soon as their call is
 * complete. At the end, the step has ended, has been reset (to be requested again, see `mayRetry`), or the run has
 * ended with a failure.
 */
export async function callModel(runner: RunContext, stepId: string, final: boolean): Promise<void> {
  const { session, dependencies, signal } = runner;
  const run = openRun(session.state);
  if (!run) return;
  let lastRequest: ModelRequest | null = null;
  const connected = await dependencies.models.connect(run.model, {
    threadId: session.state.threadId,
    runId: run.messageId,
    kind: 'model',
    passages: () => (lastRequest === null ? [] : sentPassages(lastRequest)),
  });
  if ('failure' in connected) return endRun(runner, { type: 'error', failure: connected.failure });
  const { client, profile } = connected;
  const toolMode = final || wasAnsweredFromContext(run) ? 'none' : toolModeFor(run, stepId, profile);
  const { now, metrics, basePrompt } = dependencies;
  runner.profile = profile;
  const tools = selectTools(dependencies.tools, session.state, createModelProfile({ ...profile, toolMode }));
  const refusals = countRefusals(findResets(run, stepId));
  const instructions = await dependencies.context.instructions(session.state.threadId);
  const memories = await dependencies.context.memories(session.state.threadId, run.memories);
  const build = (state: ThreadState) =>
    modelRequest({ state, run, toolMode, final, tools, profile, refusals, basePrompt, instructions, memories });
  const { request, notices } = build(session.state);
  const sentPdfs = pdfsIn(request).length > 0 ? ({ sentPdfs: true } as const) : {};
  const start: ThreadEvent = { type: 'step-start', stepId, toolMode, ...sentPdfs };
  const release = await takeConnection(runner, client, start);
  const strategy = toolMode === 'none' ? 'first-chunk' : chooseCheckStrategy(profile.toolTiming);
  const checker = new ToolCallChecker(strategy);
  const meter = new StepMeter(metrics, now, run.model, toolMode);
  const offersTools = request.tools.length > 0 && pageCoverage(session.state, run, run.tabId) !== 'none';
  const observed = { checker, meter, offersTools, calledNatively: false };
  const attempt = { runner, run, stepId, profile, toolMode, request, ...observed };
  try {
    // Durable before the request is sent, so that each request of a step is counted even if the worker is stopped in
    // the meantime.
    await session.append(start, ...notices.map((notice) => ({ type: 'step-notice', notice }) as const));
    // The user has added something after the request was built, and no later step would answer it.
    if (countSeen(session.state) > run.steers.length) attempt.request = build(session.state).request;
    lastRequest = attempt.request;
    for await (const event of client.stream(attempt.request, signal)) {
      // Anything after a response, such as the wait before a retry, does not need a connection.
      if (endsResponse(event)) release();
      // A step ends once. Later events of a client are ignored.
      if (await applyOrShow(attempt, event)) return;
    }
  } finally {
    release();
  }
}

/** Returns how many of the messages that the user added to the run were included in its last step. */
function countSeen(state: ThreadState): number {
  const { steers, steps } = openRun(state) ?? { steers: [], steps: [] };
  return steers.filter(({ beforeStep }) => beforeStep < steps.length).length;
}

/** Waits for a connection to the model's server. If none is free, the step shows a notice. */
async function takeConnection(
  { session, signal }: RunContext,
  { connections }: ModelClient,
  start: ThreadEvent,
): Promise<Release> {
  if (connections === undefined) return () => undefined;
  const free = connections.tryTake();
  if (free !== null) return free;
  await session.append(start, { type: 'step-notice', notice: { code: 'queued' } });
  return connections.take(signal);
}

function endsResponse({ type }: ModelEvent): boolean {
  return type === 'step-end' || type === 'failure' || type === 'interrupted' || type === 'retry';
}

/** If the log refuses writes, the rest of the response is still shown, but has no effect. */
async function applyOrShow(attempt: Attempt, event: ModelEvent): Promise<boolean> {
  const { session } = attempt.runner;
  if (!session.isRefused) {
    try {
      return await applyEvent(attempt, event);
    } catch (error) {
      if (!session.isRefused || endsResponse(event)) throw error;
      return false;
    }
  }
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      session.write(event);
      return false;
    case 'observation':
    case 'step-notice':
      return false;
    case 'step-end':
    case 'failure':
    case 'interrupted':
    case 'retry':
      // Writes the collected deltas, which rejects.
      await session.append();
      return true;
    default:
      await session.append(event).catch(() => undefined);
      return false;
  }
}

/** Processes one event. Returns true when the step has ended. */
async function applyEvent(attempt: Attempt, event: ModelEvent): Promise<boolean> {
  const { runner, run, meter } = attempt;
  const { session, dependencies } = runner;
  meter.push(event);
  const decided = decide(attempt, event);
  if (run.steps.length === 0 && hasVisibleOutput(event)) runner.firstContentMs ??= dependencies.now() - run.at;
  switch (event.type) {
    case 'text-delta':
    case 'reasoning-delta':
    case 'tool-input-delta':
      session.write(event);
      if (decided.length > 0) await session.append(...decided);
      return false;
    case 'tool-input-start':
      attempt.calledNatively ||= event.format === undefined && attempt.toolMode === 'native';
      await session.append(...decided, event);
      return false;
    case 'tool-input-available':
      runner.completeAt.set(event.toolCallId, dependencies.now());
      await session.append(event);
      startEarly(runner, event.toolCallId);
      return false;
    case 'tool-input-error':
    case 'step-notice':
    case 'reply-discard':
    case 'text-to-reasoning':
      await session.append(event);
      return false;
    case 'tool-input-retract':
      cancelTool(runner, event.toolCallId);
      meter.rollback();
      await session.append(event);
      return false;
    case 'step-end': {
      const ms = meter.elapsedMs;
      if (ignoredPdfs(attempt.request, event.usage ?? null) && (await repeatWithoutPdfs(attempt))) return true;
      await session.append(...decided, event);
      await observeCalls(attempt);
      await observeSpeed(attempt, event.usage?.outputTokens ?? 0, ms);
      return true;
    }
    case 'failure':
      await endCutRun(runner, { type: 'error', failure: event.failure });
      return true;
    case 'interrupted':
      await endCutRun(runner, { type: 'incomplete', reason: 'interrupted' });
      return true;
    case 'observation':
      await dependencies.models.learn(run.model, event.observation);
      return false;
    case 'retry':
      await resetOrEnd(attempt, event);
      return true;
    default:
      return event satisfies never;
  }
}

function hasVisibleOutput({ type }: ModelEvent): boolean {
  return type === 'text-delta' || type === 'reasoning-delta' || type === 'tool-input-start';
}

/** Decides from this event whether the step is an answer, and logs the decision. */
function decide({ checker, meter }: Attempt, event: ModelEvent) {
  const before = checker.decision;
  const decision = checker.push(event);
  if (decision === null) return [];
  if (before !== null) meter.rollback();
  return [{ type: 'step-decision', decision } as const];
}

async function observeCalls({ runner, run, checker, calledNatively, offersTools }: Attempt): Promise<void> {
  const { models } = runner.dependencies;
  const { steps } = openRun(runner.session.state) ?? run;
  const calls = steps
    .slice(-1)
    .flatMap(listToolCalls)
    .filter((call) => call.state !== 'output-error');
  if (calls.some((call) => isAnsweredByPage(runner, call))) {
    await models.learn(run.model, { type: 'tool-offer', use: 'needless' });
  } else if (offersTools && steps.length === 1) {
    // The first step of a run shows how a model uses tools when the page is in the conversation. A step that answers
    // after results does not show that.
    await models.learn(run.model, { type: 'tool-offer', use: calls.length > 0 ? 'useful' : 'unused' });
  }
  if (checker.timing === null) return;
  if (calledNatively) await models.learn(run.model, CALLED_NATIVELY);
  await models.learn(run.model, { type: 'tool-timing', timing: checker.timing });
}

/** The speed of a shorter output reflects the connection to the server rather than the model. */
const MIN_TOKENS_FOR_SPEED = 20;

async function observeSpeed({ runner, run }: Attempt, tokens: number, ms: number): Promise<void> {
  if (tokens < MIN_TOKENS_FOR_SPEED || ms <= 0) return;
  await runner.dependencies.models.learn(run.model, { type: 'speed', tokens, ms });
}

/** Stores the observation, waits and resets the step for another request, or ends the run with the server's error. */
async function resetOrEnd(attempt: Attempt, event: RetryEvent): Promise<void> {
  const { runner, run, stepId } = attempt;
  const { session, dependencies, signal } = runner;
  const { observation } = event;
  // If the request contained no provider state, the refusal has another reason.
  const isFutile = observation?.type === 'refused-state' && !hasState(attempt.request);
  if (isFutile || !isRequestedAgain(attempt, event)) {
    return endCutRun(runner, { type: 'error', failure: event.failure });
  }
  if (observation?.type === 'refused-state') {
    // After a second refusal all provider state is discarded, because a step has few requests.
    const keys = findResets(run, stepId).length === 0 ? observation.keys : [];
    await session.append({ type: 'state-discard', keys });
  } else if (observation) await dependencies.models.learn(run.model, observation);
  if (event.afterMs > 0) {
    await session.append({ type: 'step-notice', notice: waitingNotice(run.model.modelId, event) });
    await dependencies.sleep(event.afterMs, signal);
  }
  await resetStep(runner, stepId, event.reason);
}

function hasState({ messages }: ModelRequest): boolean {
  return messages.some((message) => message.role === 'assistant' && message.opaque !== null);
}

function isRequestedAgain(
  { run, stepId, profile, toolMode }: Attempt,
  refusal: Pick<RetryEvent, 'reason' | 'observation' | 'afterMs'>,
): boolean {
  return mayRetry(refusal, findResets(run, stepId), { toolMode, mayFallBack: profile.mayFallBack });
}

/** Ends an attempt whose output is invalid, so that the step is requested again. */
export async function resetStep(runner: RunContext, stepId: string, reason: ResetReason): Promise<void> {
  const { session, dependencies } = runner;
  const model = openRun(session.state)?.model ?? null;
  await session.append({ type: 'step-reset', stepId, reason });
  dependencies.metrics.record({ at: dependencies.now(), model, type: 'step-reset', reason });
}

const IGNORED_PDFS: CapabilityObservation = {
  type: 'request-quirk',
  quirk: 'pdfs-as-text',
  evidence: 'counted fewer tokens than the file has',
};

/**
 * Records that the server drops PDFs silently and resets the step, whose answer was written without them. Returns false
 * if the step stays, because no request is left, or because it called tools and the next step sends the texts.
 */
async function repeatWithoutPdfs(attempt: Attempt): Promise<boolean> {
  const { runner, run, stepId } = attempt;
  const { session, dependencies } = runner;
  await dependencies.models.learn(run.model, IGNORED_PDFS);
  const reason = 'pdf-refused';
  const step = openRun(session.state)?.steps.find((each) => each.stepId === stepId);
  const hasCalls = step !== undefined && listToolCalls(step).length > 0;
  if (hasCalls || !isRequestedAgain(attempt, { reason, observation: IGNORED_PDFS, afterMs: 0 })) return false;
  await resetStep(runner, stepId, reason);
  return true;
}

/** Returns the notice with the model, the reason and the duration of a wait. */
function waitingNotice(model: string, { failure, afterMs }: RetryEvent): StepNotice {
  return { code: 'waiting', model, seconds: Math.max(1, Math.ceil(afterMs / 1000)), cause: failure.code };
}

/** Whether the last step only requested what is already in the conversation, so that the next one has to answer. */
function wasAnsweredFromContext({ steps }: AssistantMessage): boolean {
  const calls = steps.findLast((step) => step.state === 'ended');
  return (
    calls !== undefined &&
    listToolCalls(calls).some(
      (call) => call.state === 'output-available' && call.output.details?.answeredFromContext === true,
    )
  );
}

function findResets(run: AssistantMessage, stepId: string): readonly ResetReason[] {
  return run.steps.find((step) => step.stepId === stepId)?.resets ?? [];
}

function toolModeFor(run: AssistantMessage, stepId: string, profile: ModelProfile): ToolMode {
  return findResets(run, stepId).includes('tools-unsupported') ? 'tags' : profile.toolMode;
}
