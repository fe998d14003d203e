import {
  type AssistantMessage,
  type ChatRule,
  type ContextPart,
  type ContextSource,
  chatRuleKey,
  type EventOf,
  emptyThread,
  hasRule,
  isContextSettled,
  isSameModel,
  isSettled,
  type LoggedEvent,
  type Message,
  type Part,
  type Step,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  type ToolCall,
} from '../../contracts/index.ts';
import { type Branches, selectBranch, settleOpinions, startBranch } from './branches.ts';
import { reduceToolCall } from './reduce-tool-call.ts';

/**
 * Folds rows into a thread. Pure. An unchanged message keeps its identity, so that a panel re-renders only changed
 * ones. Rows at or below `state.seq` are ignored, so folding a row twice is harmless. The messages are copied once for
 * all rows, so that a long thread opens in linear time.
 */
export function reduceAll(state: ThreadState, rows: readonly LoggedEvent[]): ThreadState {
  const branches: Branches = { messages: [...state.messages], forks: [...state.forks] };
  let { seq, rules, imported } = state;
  for (const row of rows) {
    if (row.seq <= seq) continue;
    seq = row.seq;
    rules = changeRules(rules, row.event);
    if (row.event.type === 'chat-import') imported = idsIn(branches);
    changeMessages(branches, row.event, row.at);
  }
  return seq === state.seq ? state : { ...state, seq, rules, imported, ...branches };
}

/** The ids of the messages of all branches. */
function idsIn({ messages, forks }: Branches): ReadonlySet<string> {
  const others = forks.flatMap(({ tails }) => tails.flat());
  return new Set([...messages, ...others].map(({ messageId }) => messageId));
}

function changeRules(rules: readonly ChatRule[], event: ThreadEvent): readonly ChatRule[] {
  if (event.type === 'rule-add') return hasRule(rules, event.rule) ? rules : [...rules, event.rule];
  if (event.type !== 'rule-remove') return rules;
  return rules.filter((each) => chatRuleKey(each) !== chatRuleKey(event.rule));
}

function changeMessages(branches: Branches, event: ThreadEvent, at: number): void {
  const { messages } = branches;
  switch (event.type) {
    case 'user-message':
      messages.push({ role: 'user', ...withoutType(event), at });
      break;
    case 'thread-truncate':
      startBranch(branches, event.messageId);
      break;
    case 'branch-select':
      selectBranch(branches, event.messageId);
      break;
    case 'opinion-settle':
      settleOpinions(branches);
      break;
    case 'exchange-delete':
      // The deleted rows are gone, so readers that had folded them fold from the start.
      break;
    case 'rule-add':
    case 'rule-remove':
    case 'chat-import':
      break;
    case 'run-start':
      messages.push({
        role: 'assistant',
        messageId: event.runId,
        model: event.model,
        tabId: event.tabId,
        page: event.page,
        tabs: event.tabs ?? [],
        maxSteps: event.maxSteps,
        continues: event.continues ?? null,
        isRevealed: false,
        at,
        contextPolicy: event.context ?? null,
        project: event.project ?? null,
        documents: event.documents ?? [],
        contexts: [],
        steps: [],
        web: event.web === true,
        ownData: event.ownData === true,
        memories: event.memories ?? [],
        isOpinion: event.opinion === true,
        steers: [],
        outcome: null,
        stats: null,
      });
      break;
    case 'state-discard':
      discardState(messages, event.keys);
      break;
    case 'secrets-reveal':
      reveal(branches, event.runId);
      break;
    default: {
      const last = messages.at(-1);
      if (last?.role === 'assistant') messages[messages.length - 1] = reduceRun(last, event, at);
    }
  }
}

/** Marks a run as revealed, also in a branch that is not selected. */
function reveal({ messages, forks }: Branches, runId: string): void {
  const change = (message: Message) =>
    message.role === 'assistant' && message.messageId === runId ? { ...message, isRevealed: true } : message;
  const index = messages.findIndex(({ messageId }) => messageId === runId);
  const run = messages[index];
  if (run !== undefined) messages[index] = change(run);
  else
    for (const [place, fork] of forks.entries())
      forks[place] = { ...fork, tails: fork.tails.map((tail) => tail.map(change)) };
}

/** Omits provider state that the model of the last run refuses. */
function discardState(messages: Message[], keys: readonly string[]): void {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return;
  const isRefused = ({ opaque }: Step) => {
    if (opaque === null) return false;
    const state = JSON.stringify(opaque);
    return keys.length === 0 || keys.some((key) => state.includes(JSON.stringify(key).slice(1, -1)));
  };
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant' || !isSameModel(message.model, last.model) || !message.steps.some(isRefused))
      continue;
    const steps = message.steps.map((step) => (isRefused(step) ? { ...step, opaque: null } : step));
    messages[index] = { ...message, steps };
  }
}

function withoutType({ type: _, ...rest }: EventOf<'user-message'>) {
  return rest;
}

type RunEvent = Exclude<
  ThreadEvent,
  {
    type:
      | 'user-message'
      | 'thread-truncate'
      | 'branch-select'
      | 'exchange-delete'
      | 'opinion-settle'
      | 'run-start'
      | 'secrets-reveal'
      | 'state-discard'
      | 'rule-add'
      | 'rule-remove'
      | 'chat-import';
  }
>;

function reduceRun(run: AssistantMessage, event: RunEvent, at: number): AssistantMessage {
  switch (event.type) {
    case 'step-start':
      return { ...run, steps: startStep(run.steps, event) };
    case 'run-steer': {
      const { messageId, content } = event;
      return { ...run, steers: [...run.steers, { messageId, content, beforeStep: run.steps.length }] };
    }
    case 'run-end':
      return {
        ...run,
        outcome: event.outcome,
        stats: event.stats,
        steps: run.steps.map(closeStep),
        contexts: run.contexts.map(closeContext),
      };
    case 'context-start':
    case 'context-approval-request':
    case 'context-approval-response':
    case 'context-available':
    case 'context-error':
      return { ...run, contexts: reduceContexts(run.contexts, event) };
    default:
      return { ...run, steps: changeLastStep(run.steps, (step) => reduceStep(step, event, at)) };
  }
}

type ContextEvent = Extract<RunEvent, { contextId: string }>;

function reduceContexts(contexts: readonly ContextPart[], event: ContextEvent): readonly ContextPart[] {
  const { contextId } = event;
  if (event.type === 'context-start') {
    const newPart: ContextPart = { contextId, source: contextSource(event), state: 'reading' };
    // A worker that was stopped while reading starts again.
    return contexts.some((each) => each.contextId === contextId) ? contexts : [...contexts, newPart];
  }
  return contexts.map((part) => (part.contextId === contextId ? reduceContext(part, event) : part));
}

function contextSource({ tabId, documentId }: EventOf<'context-start'>): ContextSource {
  if (documentId !== undefined) return { type: 'document', id: documentId };
  return tabId === null || tabId < 0 ? { type: 'project-files' } : { type: 'tab', tabId };
}

function reduceContext(part: ContextPart, event: Exclude<ContextEvent, { type: 'context-start' }>): ContextPart {
  const { contextId, source } = part;
  switch (event.type) {
    case 'context-approval-request':
      return { contextId, source, state: 'approval-requested', question: event.question };
    case 'context-approval-response':
      // Both the click on the card and the browser's permission count as approval.
      if (part.state === 'available') return part;
      return event.approved
        ? { contextId, source, state: 'approved', origin: event.origin ?? null }
        : { contextId, source, state: 'skipped' };
    case 'context-available': {
      const { context, ms } = event;
      const isChosenAgain = part.state === 'available';
      const approvedOrigin = isChosenAgain ? part.approvedOrigin : part.state === 'approved' ? part.origin : null;
      // A page is only selected again if the first selection was too long for the server.
      const refusedTokens = isChosenAgain ? part.context.tokens : null;
      return { contextId, source, state: 'available', context, ms, approvedOrigin, refusedTokens };
    }
    case 'context-error':
      return { contextId, source, state: 'error', code: event.code, ms: event.ms };
    default:
      return event satisfies never;
  }
}

/** When a run ends, a page that was still waiting is no longer sent. */
function closeContext(part: ContextPart): ContextPart {
  return isContextSettled(part) ? part : { contextId: part.contextId, source: part.source, state: 'skipped' };
}

function startStep(steps: readonly Step[], event: Extract<RunEvent, { type: 'step-start' }>): Step[] {
  const { stepId, toolMode } = event;
  const sentPdfs = event.sentPdfs === true;
  const last = steps.at(-1);
  if (last?.stepId === stepId)
    return [
      ...steps.slice(0, -1),
      { ...last, toolMode, sentPdfs, state: 'streaming', discarded: [], notices: [], decision: null },
    ];
  const fresh: Step = {
    stepId,
    toolMode,
    sentPdfs,
    state: 'streaming',
    parts: [],
    discarded: [],
    stale: false,
    resets: [],
    notices: [],
    decision: null,
    finishReason: null,
    usage: null,
    opaque: null,
  };
  return [...steps, fresh];
}

function changeLastStep(steps: readonly Step[], change: (step: Step) => Step): readonly Step[] {
  const last = steps.at(-1);
  return last === undefined ? steps : [...steps.slice(0, -1), change(last)];
}

function reduceStep(
  step: Step,
  event: Exclude<RunEvent, ContextEvent | { type: 'step-start' | 'run-steer' | 'run-end' }>,
  at: number,
): Step {
  switch (event.type) {
    case 'step-reset':
      return { ...step, state: 'reset', stale: step.parts.length > 0, resets: [...step.resets, event.reason] };
    case 'step-end':
      return {
        ...withoutStaleParts(step),
        state: 'ended',
        finishReason: event.finishReason,
        usage: event.usage ?? null,
        opaque: event.opaque ?? null,
      };
    case 'step-notice':
      return { ...step, notices: [...step.notices, event.notice] };
    case 'step-decision':
      return { ...step, decision: event.decision };
    case 'text-delta':
      return { ...step, stale: false, parts: appendText(withoutStaleParts(step).parts, event.delta) };
    case 'reasoning-delta':
      return { ...step, stale: false, parts: appendReasoning(withoutStaleParts(step).parts, event, at) };
    case 'text-to-reasoning':
      return { ...step, parts: textToReasoning(step.parts, at) };
    case 'tool-input-start': {
      const { toolCallId, toolName, format = null } = event;
      return withCall(step, {
        toolCallId,
        toolName,
        format,
        followUpOf: null,
        state: 'input-streaming',
        inputText: '',
      });
    }
    case 'tool-follow-up': {
      const { toolCallId, toolName, input, followUpOf } = event;
      const id = { toolCallId, toolName, format: null, followUpOf };
      return withCall(step, { ...id, state: 'input-available', input, repaired: false, approved: false });
    }
    case 'reply-discard':
      return { ...withoutStaleParts(step), discarded: [...step.discarded, event.what] };
    case 'tool-input-retract':
      return {
        ...step,
        parts: step.parts.filter((part) => part.type !== 'tool-call' || part.call.toolCallId !== event.toolCallId),
      };
    default:
      // A tool of an attempt that was reset may still report, but its events are ignored.
      if (step.stale) return step;
      return {
        ...step,
        parts: step.parts.map((part) =>
          part.type === 'tool-call' && part.call.toolCallId === event.toolCallId
            ? { ...part, call: reduceToolCall(part.call, event, at) }
            : part,
        ),
      };
  }
}

function withCall(step: Step, call: ToolCall): Step {
  return { ...step, stale: false, parts: [...withoutStaleParts(step).parts, { type: 'tool-call', call }] };
}

/** Removes leftovers of a reset attempt, because output of the next attempt has arrived. */
function withoutStaleParts(step: Step): Step {
  return step.stale ? { ...step, stale: false, parts: [] } : step;
}

function appendText(parts: readonly Part[], delta: string): Part[] {
  const last = parts.at(-1);
  if (last?.type === 'text') return [...parts.slice(0, -1), { type: 'text', text: last.text + delta }];
  return [...parts, { type: 'text', text: delta }];
}

function appendReasoning(
  parts: readonly Part[],
  { delta, ms = 0 }: Pick<EventOf<'reasoning-delta'>, 'delta' | 'ms'>,
  at: number,
): Part[] {
  const last = parts.at(-1);
  if (last?.type !== 'reasoning') return [...parts, { type: 'reasoning', text: delta, since: at, ms }];
  return [...parts.slice(0, -1), { ...last, text: last.text + delta, ms: at - last.since + ms }];
}

/** Turns text into reasoning and joins it with the reasoning before it. The start time of text is unknown. */
function textToReasoning(parts: readonly Part[], at: number): Part[] {
  let newParts: Part[] = [];
  for (const part of parts) {
    if (part.type === 'tool-call') newParts = [...newParts, part];
    else newParts = appendReasoning(newParts, { delta: part.text }, part.type === 'reasoning' ? part.since : at);
  }
  return newParts;
}

const STOPPED = {
  code: 'stopped',
  errorText: 'Stopped while it ran. If it changes anything, that may or may not have happened.',
} as const;
const NOT_RUN = { code: 'not-run', errorText: 'Not run: the answer ended first.' } as const;

/** Closes the parts of a step when its run ends, so that nothing appears active. */
function closeStep(step: Step): Step {
  const parts = step.parts.map((part): Part => {
    if (part.type !== 'tool-call' || isSettled(part.call)) return part;
    const { toolCallId, state } = part.call;
    const failure = state === 'executing' ? STOPPED : NOT_RUN;
    const error = { type: 'tool-output-error', toolCallId, ...failure, ms: 0 } as const;
    return { type: 'tool-call', call: reduceToolCall(part.call, error, 0) };
  });
  return { ...step, state: 'ended', stale: false, parts };
}

/** Reads the current state of a thread from its log. */
export async function loadThread(log: Pick<ThreadLog, 'read'>, threadId: string): Promise<ThreadState> {
  return reduceAll(emptyThread(threadId), await log.read(threadId));
}
