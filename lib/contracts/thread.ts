import type { AddedTab, Attachments } from './attachments.ts';
import type { ChatRule } from './chat-rule.ts';
import type { DiscardedPart, PageRef, ResetReason, StepDecision, StepNotice } from './event.ts';
import type { FinishReason, ModelRef, ToolMode, Usage } from './model.ts';
import type { ContextPart, ContextPolicy } from './page-context.ts';
import type { RunOutcome, RunStats } from './run.ts';
import type { ToolCall } from './tool-call.ts';

export type Part =
  | { type: 'text'; text: string }
  /** `since`: its start, in milliseconds since 1970; `ms`: its duration. */
  | { type: 'reasoning'; text: string; since: number; ms: number }
  | { type: 'tool-call'; call: ToolCall };

/**
 * One model request and its output. `reset` keeps the parts of an attempt that was cut off visible until the next attempt
 * produces output; they are invalid.
 */
export type Step = {
  stepId: string;
  toolMode: ToolMode;
  state: 'streaming' | 'reset' | 'ended';
  parts: readonly Part[];
  /** Text of the model that is neither run nor shown. */
  discarded: readonly DiscardedPart[];
  /** Whether the parts are left over from an attempt that was reset. */
  stale: boolean;
  resets: readonly ResetReason[];
  /** Notices while this attempt is in progress. */
  notices: readonly StepNotice[];
  /** Null until it is decided whether this step answers or calls tools. */
  decision: StepDecision | null;
  finishReason: FinishReason | null;
  usage: Usage | null;
  /** Provider state to echo unchanged to the same model, or null. */
  opaque: unknown;
};

/** A message the user added to a run in progress. The model gets it before step `beforeStep`, counted from 0. */
export type Steer = { messageId: string; content: string; beforeStep: number };

export type UserMessage = Attachments & { role: 'user'; messageId: string; content: string; at: number };

/** A run, as the answer to one user message. Its id is the run's. */
export type AssistantMessage = {
  role: 'assistant';
  messageId: string;
  model: ModelRef;
  tabId: number | null;
  page: PageRef | null;
  /** Other tabs it may read. */
  tabs: readonly AddedTab[];
  maxSteps: number;
  /** The run that this one continues, or null. */
  continues: string | null;
  /** Whether the user let the model see what is masked in this run's results. */
  isRevealed: boolean;
  at: number;
  /** Null in logs of older versions. */
  contextPolicy: ContextPolicy | null;
  /** The run may search the web and open pages there. */
  web: boolean;
  /** The run may search the user's other chats, whatever the words of the question are. */
  ownData: boolean;
  /** Pages that go with the question, in the order they were read. */
  contexts: readonly ContextPart[];
  steps: readonly Step[];
  steers: readonly Steer[];
  /** Null while the run is open. */
  outcome: RunOutcome | null;
  stats: RunStats | null;
};

export type Message = UserMessage | AssistantMessage;

/**
 * A place where the conversation has several continuations: after the message `after`, or from the start (null). `tails` are the
 * messages of each branch, in creation order; those of the `active` one are in the thread's messages, and empty here.
 */
export type Fork = { after: string | null; tails: readonly (readonly Message[])[]; active: number };

/** A thread, folded from its log: the selected branch, the places with others, and what the user allows in all of them. */
export type ThreadState = {
  threadId: string;
  seq: number;
  messages: readonly Message[];
  forks: readonly Fork[];
  rules: readonly ChatRule[];
};

export function emptyThread(threadId: string): ThreadState {
  return { threadId, seq: 0, messages: [], forks: [], rules: [] };
}

/** The run that has started and not ended, if any. It is always the last message. */
export function openRun(state: ThreadState): AssistantMessage | null {
  const last = state.messages.at(-1);
  return last?.role === 'assistant' && last.outcome === null ? last : null;
}

export function toolCallsOf(step: Step): ToolCall[] {
  if (step.stale) return [];
  return step.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
}

type WaitingCall = Extract<ToolCall, { state: 'approval-requested' }>;

/** The tool calls of a run that need the user's approval. They are always in its last step. */
export function waitingCalls(run: AssistantMessage | null): WaitingCall[] {
  const calls = run?.steps.slice(-1).flatMap(toolCallsOf) ?? [];
  return calls.filter((call) => call.state === 'approval-requested');
}

/** The number of a message among its versions, counted from 1, and the messages that begin the adjacent versions. */
export type Version = { number: number; count: number; previous: string | null; next: string | null };
