import type { AddedTab, Attachments } from './attachments.ts';
import type { ChatRule } from './chat-rule.ts';
import type { ElicitationForm } from './elicitation.ts';
import type { DiscardedPart, PageRef, ResetReason, RunOutcome, RunStats, StepDecision, StepNotice } from './event.ts';
import type { FinishReason, ModelRef, ToolMode, Usage } from './model.ts';
import type { ContextPart, ContextPolicy, PageContextMode, RunProject } from './page-context.ts';
import type { FieldValues } from './page-forms.ts';
import type { ToolFailureCode } from './tool-failure.ts';
import type { ApprovalRequest, TabOpening, ToolOutput, ToolProgress } from './tool-output.ts';
import type { ToolOutputDelta } from './tool-view.ts';

/**
 * An approval. `origin` is the site that may be read from then on. `rule` is set if a chat rule approved this call
 * without the user seeing it. `values` are those for the form of the request.
 */
type Grant = { request: ApprovalRequest; origin: string | null; rule?: ChatRule; values?: FieldValues };

/**
 * A tool call as shown to the user. `input` is validated if the call can run. `format` is the dialect of a call written
 * as text. `followUpOf` is the call whose result requested this one, without the model. `granted` is set once the user
 * has approved something, `leftOut` if the call had unknown arguments, `rule` if it ran under a rule that the user set
 * for the chat, `sent` if the tool got different arguments, which reveal no more than the user's own words, `tab` if it
 * has loaded a page and then asked whether to open it in a tab.
 */
export type ToolCall = {
  toolCallId: string;
  toolName: string;
  format: string | null;
  followUpOf: string | null;
  granted?: Grant;
  leftOut?: readonly string[];
  rule?: ChatRule;
  sent?: unknown;
  tab?: TabOpening;
} & (
  | { state: 'input-streaming'; inputText: string }
  | { state: 'input-available'; input: unknown; repaired: boolean; approved: boolean }
  | { state: 'approval-requested'; input: unknown; repaired: boolean; request: ApprovalRequest }
  /** `found` is what it has found so far. `elicitation` is the form that the user has to answer. */
  | {
      state: 'executing';
      input: unknown;
      repaired: boolean;
      startedAt: number;
      progress: ToolProgress | null;
      found: ToolOutputDelta | null;
      elicitation: { elicitationId: string; form: ElicitationForm } | null;
    }
  | { state: 'output-available'; input: unknown; repaired: boolean; output: ToolOutput; ms: number }
  /** `errorText` is for the model. `code` selects the message for the user, and is null in logs of older versions. */
  | {
      state: 'output-error';
      input: unknown;
      errorText: string;
      code: ToolFailureCode | null;
      localOnly?: true;
      ms: number;
    }
);

/** Whether this call has a result for the model. */
export function isSettled(call: ToolCall): boolean {
  return call.state === 'output-available' || call.state === 'output-error';
}

export type Part =
  | { type: 'text'; text: string }
  /** `since` is its start, in milliseconds since 1970. `ms` is its duration. */
  | { type: 'reasoning'; text: string; since: number; ms: number }
  | { type: 'tool-call'; call: ToolCall };

/**
 * One model request and its output. `reset`: the parts of an attempt that was cut off stay visible until the next
 * attempt produces output, but are invalid.
 */
export type Step = {
  stepId: string;
  toolMode: ToolMode;
  /** Whether its last request had PDFs as files. */
  sentPdfs: boolean;
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

/** A message that the user added to a run in progress. The model gets it before step `beforeStep`, counted from 0. */
type Steer = { messageId: string; content: string; beforeStep: number };

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
  /** The project whose files are sent with the question. */
  project: RunProject | null;
  /** Ids of the documents that are sent with the question. */
  documents: readonly string[];
  /** The run that this one continues, or null. */
  continues: string | null;
  /** Whether the user let the model see what is masked in this run's results. */
  isRevealed: boolean;
  at: number;
  /** Null in logs of older versions. */
  contextPolicy: ContextPolicy | null;
  /** The run may search the web and open pages there. */
  web: boolean;
  /** The run may search the user's other chats, regardless of the wording of the question. */
  ownData: boolean;
  /** Ids of the sentences to remember that its requests contain. */
  memories: readonly string[];
  /** Whether it is a second opinion and the user has not chosen between it and the other answer yet. */
  isOpinion: boolean;
  /** Sources of context for the question, in the order they were read. */
  contexts: readonly ContextPart[];
  steps: readonly Step[];
  steers: readonly Steer[];
  /** Null while the run is open. */
  outcome: RunOutcome | null;
  stats: RunStats | null;
};

export type Message = UserMessage | AssistantMessage;

/**
 * A place where the conversation has several continuations: after the message `after`, or from the start (null).
 * `tails` are the messages of each branch, in creation order. The messages of the `active` branch are in the thread's
 * messages, so its list is empty here.
 */
export type Fork = { after: string | null; tails: readonly (readonly Message[])[]; active: number };

/**
 * A thread, folded from its log: the selected branch, the places with other branches, and what the user allows in all
 * of them.
 */
export type ThreadState = {
  threadId: string;
  seq: number;
  messages: readonly Message[];
  forks: readonly Fork[];
  rules: readonly ChatRule[];
  /** Ids of the messages that came from a file, in all branches. */
  imported: ReadonlySet<string>;
};

export function emptyThread(threadId: string): ThreadState {
  return { threadId, seq: 0, messages: [], forks: [], rules: [], imported: new Set() };
}

/** Returns the run that has started and not ended, if there is one. It is always the last message. */
export function openRun(state: ThreadState): AssistantMessage | null {
  const last = state.messages.at(-1);
  return last?.role === 'assistant' && last.outcome === null ? last : null;
}

export function listToolCalls(step: Step): ToolCall[] {
  if (step.stale) return [];
  return step.parts.flatMap((part) => (part.type === 'tool-call' ? [part.call] : []));
}

/** Returns the texts that a step shows as its answer, in order. A new kind of part is decided here. */
export function listTexts({ parts }: Pick<Step, 'parts'>): string[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return [part.text];
      case 'reasoning':
      case 'tool-call':
        return [];
      default:
        return part satisfies never;
    }
  });
}

type WaitingCall = Extract<ToolCall, { state: 'approval-requested' }>;

/** Returns the tool calls of a run that need the user's approval. They are always in its last step. */
export function waitingCalls(run: AssistantMessage | null): WaitingCall[] {
  const calls = run?.steps.slice(-1).flatMap(listToolCalls) ?? [];
  return calls.filter((call) => call.state === 'approval-requested');
}

/** The number of a message among its versions, counted from 1, and the messages that begin the adjacent versions. */
export type Version = { number: number; count: number; previous: string | null; next: string | null };

/**
 * A message queued until a run ends. `site` is that of its tab when it was written, if known. The tab may have
 * navigated by the time the message is sent.
 */
export type QueuedMessage = Attachments & {
  messageId: string;
  content: string;
  model: ModelRef;
  tabId: number | null;
  site: string | null;
  /** When to send the page, if the user chose that for the chat. */
  pageContext?: PageContextMode;
  /** The user turned the web on for the chat. */
  web?: true;
  /** The user's other chats may be searched. */
  ownData?: true;
  /** A second model that answers it. */
  opinion?: ModelRef;
};
