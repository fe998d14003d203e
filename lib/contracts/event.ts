import * as z from 'zod';
import { AddedTab, Attachments } from './attachments.ts';
import { ChatRule } from './chat-rule.ts';
import { ElicitationForm } from './elicitation.ts';
import { Failure, FailureCode } from './failure.ts';
import { FinishReason, ModelRef, ToolMode, Usage } from './model.ts';
import { ContextErrorCode, ContextPolicy, ContextQuestion, PageContext, RunProject } from './page-context.ts';
import { FieldValues } from './page-forms.ts';
import { ToolFailureCode } from './tool-failure.ts';
import { ApprovalRequest, ToolOutput, ToolProgress } from './tool-output.ts';
import { ToolOutputDelta } from './tool-view.ts';

export const IncompleteReason = z.enum(['cancelled', 'interrupted', 'length', 'content-filter', 'step-limit']);
export type IncompleteReason = z.infer<typeof IncompleteReason>;

/** How a run ended. */
export const RunOutcome = z.discriminatedUnion('type', [
  z.object({ type: z.literal('complete') }),
  z.object({ type: z.literal('incomplete'), reason: IncompleteReason }),
  z.object({ type: z.literal('error'), failure: Failure }),
]);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** Whether the model can continue from here. After Stop and errors, the user asks again instead. */
export function canContinue(outcome: RunOutcome): outcome is Extract<RunOutcome, { type: 'incomplete' }> {
  if (outcome.type !== 'incomplete') return false;
  return outcome.reason === 'step-limit' || outcome.reason === 'interrupted' || outcome.reason === 'length';
}

/** Returns an outcome in one word, for metrics: `complete`, why it is incomplete, or what failed. */
export function getOutcomeCode(outcome: RunOutcome): string {
  switch (outcome.type) {
    case 'complete':
      return outcome.type;
    case 'incomplete':
      return outcome.reason;
    case 'error':
      return outcome.failure.code;
    default:
      return outcome satisfies never;
  }
}

/** The counts of one run. `ms` is the wall time from run-start to run-end. */
export const RunStats = z.object({
  ms: z.number(),
  steps: z.number(),
  toolCalls: z.number(),
  inputTokens: z.number().optional(),
  outputTokens: z.number().optional(),
  /** Input tokens read from a cache, and those written to one. Absent if no step reported any. */
  cachedTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** From run-start to the first content. Absent if not measured. */
  firstContentMs: z.number().optional(),
});
export type RunStats = z.infer<typeof RunStats>;

const toolCallId = z.string();

export const PageRef = z.object({ title: z.string(), url: z.string() });
export type PageRef = z.infer<typeof PageRef>;

/**
 * Why a step is requested again. `interrupted`: the worker was stopped during it. `tools-unsupported`: the model does
 * not support native tools. `context-length`: the conversation was too long and is shortened. `pdf-refused`: a PDF
 * was refused or ignored and is sent as text. `retry`: the request failed before anything was shown and may succeed
 * unchanged or adapted.
 */
export const ResetReason = z.enum(['interrupted', 'tools-unsupported', 'context-length', 'pdf-refused', 'retry']);
export type ResetReason = z.infer<typeof ResetReason>;

/**
 * Something that the user should know about a step in progress. `queued`: until a connection to the server is free,
 * nothing is sent. `waiting`: for a busy server. `loading`: the server has to load the model first. `loaded`: it has,
 * and is now reading the conversation. `shortened`: history was omitted. `tools-chosen`: more tools than fit.
 */
export const StepNotice = z.union([
  z.discriminatedUnion('code', [
    z.object({ code: z.literal('queued') }),
    /** `cause`: the kind of failure that caused the wait. */
    z.object({ code: z.literal('waiting'), model: z.string(), seconds: z.number(), cause: FailureCode }),
    /** What was omitted or shortened. If the server itself truncated the conversation, `tokens` is how much it read. */
    z.discriminatedUnion('what', [
      z.object({ code: z.literal('shortened'), what: z.enum(['pages', 'page', 'results', 'files', 'messages']) }),
      z.object({ code: z.literal('shortened'), what: z.literal('by-server'), tokens: z.number() }),
    ]),
    z.object({ code: z.enum(['loading', 'loaded']), model: z.string() }),
    z.object({ code: z.literal('not-streaming'), host: z.string() }),
    /** Pictures were omitted, because the model does not support them. */
    z.object({ code: z.literal('no-pictures') }),
    /** The server ended the answer with an unknown finish reason. */
    z.object({ code: z.literal('ended-with'), word: z.string() }),
    /** Some of the servers' tools were offered: `names`, out of `all`. */
    z.object({ code: z.literal('tools-chosen'), names: z.array(z.string()), all: z.number() }),
  ]),
  /** Logs of older versions contain the sentence. */
  z.object({ code: z.enum(['queued', 'waiting', 'shortened', 'not-streaming']), message: z.string() }),
]);
export type StepNotice = z.infer<typeof StepNotice>;

/** Whether a step is an answer or uses tools, decided as early as it is safe. */
export const StepDecision = z.enum(['answer', 'tools']);
export type StepDecision = z.infer<typeof StepDecision>;

export const DiscardedPart = z.enum(['placeholder', 'tool-result']);
export type DiscardedPart = z.infer<typeof DiscardedPart>;

/**
 * The only way a thread changes. Names are `<noun>-<verb>`. docs/glossary.md maps them to the terms of other projects.
 */
export const ThreadEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('user-message'), messageId: z.string(), content: z.string(), ...Attachments.shape }),
  /** This message and everything after it become a branch. What follows starts a new one (retry, edit). */
  z.object({ type: z.literal('thread-truncate'), messageId: z.string() }),
  /** Selects the branch with this message. The branch that it replaces is kept. */
  z.object({ type: z.literal('branch-select'), messageId: z.string() }),
  /** This question is deleted with its answers, in all branches. The log keeps nothing else of them. */
  z.object({ type: z.literal('exchange-delete'), messageId: z.string() }),
  /** The user has chosen between two answers to one question. From here on they are versions. */
  z.object({ type: z.literal('opinion-settle') }),
  z.object({
    type: z.literal('run-start'),
    runId: z.string(),
    messageId: z.string(),
    model: ModelRef,
    tabId: z.number().nullable(),
    page: PageRef.nullable(),
    /** Tabs added to the question that still showed the same sites at the start. The run may read them. */
    tabs: z.array(AddedTab).optional(),
    maxSteps: z.number(),
    /** The project whose files are sent with the question. */
    project: RunProject.optional(),
    /** Ids of the documents that are sent with the question. */
    documents: z.array(z.string()).optional(),
    /** The run that this one continues. Absent for a new answer. */
    continues: z.string().optional(),
    /** The user turned the web on for this question. */
    web: z.literal(true).optional(),
    /** The user allowed searching their other chats for this question. */
    ownData: z.literal(true).optional(),
    /** Ids of the sentences to remember that its requests contain. The log never contains their text. */
    memories: z.array(z.string()).optional(),
    /** It answers a question that another run also answers, so that the user can compare the two. */
    opinion: z.literal(true).optional(),
    /** Absent in logs of older versions, whose runs read pages only when the model asked. */
    context: ContextPolicy.optional(),
  }),
  /**
   * The run reads a source to add it to the conversation: a tab or, if that is null, the document with this id or, if
   * there is none, the files of the project. Older versions wrote -1 for null.
   */
  z.object({
    type: z.literal('context-start'),
    contextId: z.string(),
    tabId: z.number().nullable(),
    documentId: z.string().optional(),
  }),
  z.object({ type: z.literal('context-approval-request'), contextId: z.string(), question: ContextQuestion }),
  /** If not approved, the answer continues without this page. `origin` is the site that may be read now. */
  z.object({
    type: z.literal('context-approval-response'),
    contextId: z.string(),
    approved: z.boolean(),
    origin: z.string().optional(),
  }),
  z.object({ type: z.literal('context-available'), contextId: z.string(), context: PageContext, ms: z.number() }),
  /** The page could not be read, and the answer continues without it. */
  z.object({ type: z.literal('context-error'), contextId: z.string(), code: ContextErrorCode, ms: z.number() }),
  /** `sentPdfs`: the request includes PDFs as files, from pages or attachments. */
  z.object({
    type: z.literal('step-start'),
    stepId: z.string(),
    toolMode: ToolMode,
    sentPdfs: z.literal(true).optional(),
  }),
  /** The output of the step is invalid. It stays visible until the next attempt produces output. */
  z.object({ type: z.literal('step-reset'), stepId: z.string(), reason: ResetReason }),
  z.object({ type: z.literal('step-notice'), notice: StepNotice }),
  z.object({ type: z.literal('step-decision'), decision: StepDecision }),
  /** `ms` is the time between the first and the last of the deltas merged into this one. */
  z.object({ type: z.literal('reasoning-delta'), delta: z.string(), ms: z.number().optional() }),
  z.object({ type: z.literal('text-delta'), delta: z.string() }),
  /** The step's text so far was reasoning: its closing tag arrived without an opening tag. */
  z.object({ type: z.literal('text-to-reasoning') }),
  /**
   * `format` is the dialect of a call written as text. It is absent for native calls. `atEnd`: it was only detected at
   * the end of the response.
   */
  z.object({
    type: z.literal('tool-input-start'),
    toolCallId,
    toolName: z.string(),
    format: z.string().optional(),
    atEnd: z.boolean().optional(),
  }),
  z.object({ type: z.literal('tool-input-delta'), toolCallId, delta: z.string() }),
  z.object({
    type: z.literal('tool-input-available'),
    toolCallId,
    input: z.unknown(),
    repaired: z.boolean(),
    /** Names of unknown arguments that were omitted from `input`. */
    leftOut: z.array(z.string()).optional(),
  }),
  /**
   * The call cannot run because of an unknown tool, or because its arguments do not parse or validate. The text is sent
   * to the model, and the user sees a message for the code. Logs of older versions have no code.
   */
  z.object({
    type: z.literal('tool-input-error'),
    toolCallId,
    errorText: z.string(),
    code: ToolFailureCode.optional(),
  }),
  /** The text turned out not to be a call. It follows as text. */
  z.object({ type: z.literal('tool-input-retract'), toolCallId }),
  /**
   * Text of the model that is neither run nor shown: a call copied with a placeholder for the tool's name, or an
   * invented result of a call.
   */
  z.object({ type: z.literal('reply-discard'), what: DiscardedPart }),
  /** A call requested by a tool result and not by the model. `followUpOf` is the call with that result. */
  z.object({
    type: z.literal('tool-follow-up'),
    toolCallId,
    toolName: z.string(),
    input: z.unknown(),
    followUpOf: z.string(),
  }),
  /** `opaque` is provider state (signatures, encrypted reasoning) to be echoed unchanged with this step. */
  z.object({
    type: z.literal('step-end'),
    finishReason: FinishReason,
    usage: Usage.optional(),
    opaque: z.unknown().optional(),
  }),
  /**
   * The server refused `opaque` of earlier steps of this run's model, so it is not sent again: that of steps whose
   * state contains one of the texts in `keys`, or of all steps if there are none.
   */
  z.object({ type: z.literal('state-discard'), keys: z.array(z.string()) }),
  z.object({ type: z.literal('tool-approval-request'), toolCallId, request: ApprovalRequest }),
  /**
   * `origin`: the site that may now be read. `refusal`: why an approval was not valid. `rule`: the user did not see
   * this call, but it is covered by a rule that they set for another one. `values`: what the user lets the call write
   * into a form.
   */
  z.object({
    type: z.literal('tool-approval-response'),
    toolCallId,
    approved: z.boolean(),
    origin: z.string().optional(),
    refusal: z.enum(['expired', 'moved']).optional(),
    rule: ChatRule.optional(),
    values: FieldValues.optional(),
  }),
  /** `rule`: the user's rule for this chat that lets the call run without approval. */
  z.object({
    type: z.literal('tool-output-start'),
    toolCallId,
    rule: ChatRule.optional(),
    sent: z.unknown().optional(),
  }),
  z.object({ type: z.literal('tool-progress'), toolCallId, progress: ToolProgress }),
  z.object({ type: z.literal('tool-output-delta'), toolCallId, delta: ToolOutputDelta }),
  /** The server that runs the call asks the user for input. The texts of the form are untrusted. */
  z.object({
    type: z.literal('tool-elicitation-request'),
    toolCallId,
    elicitationId: z.string(),
    form: ElicitationForm,
  }),
  /** The user's input is only sent to the server, and is not written to the log. */
  z.object({
    type: z.literal('tool-elicitation-response'),
    toolCallId,
    elicitationId: z.string(),
    action: z.enum(['accept', 'decline', 'cancel']),
  }),
  z.object({ type: z.literal('tool-output-available'), toolCallId, output: ToolOutput, ms: z.number() }),
  z.object({
    type: z.literal('tool-output-error'),
    toolCallId,
    errorText: z.string(),
    code: ToolFailureCode.optional(),
    /** Set if only a local model may get the text, see `withoutLocalPages`. */
    localOnly: z.literal(true).optional(),
    ms: z.number(),
  }),
  /** The user adds a message to the open run, for its next step. */
  z.object({ type: z.literal('run-steer'), messageId: z.string(), content: z.string() }),
  /** The user lets the model of this run, and of later ones, see what was masked in its results. */
  z.object({ type: z.literal('secrets-reveal'), runId: z.string() }),
  /** The user allows, or revokes, what the rule covers for the rest of the chat, in all of its branches. */
  z.object({ type: z.literal('rule-add'), rule: ChatRule }),
  z.object({ type: z.literal('rule-remove'), rule: ChatRule }),
  /** Everything before this came from a file, so its authors are unknown, regardless of the messages' roles. */
  z.object({ type: z.literal('chat-import') }),
  z.object({ type: z.literal('run-end'), outcome: RunOutcome, stats: RunStats }),
]);
export type ThreadEvent = z.infer<typeof ThreadEvent>;

/**
 * One row of the log. `seq` counts from 1 without gaps until a run is compacted. `at` is in milliseconds since 1970.
 */
export type LoggedEvent = { threadId: string; seq: number; at: number; event: ThreadEvent };

export type EventOf<T extends ThreadEvent['type']> = Extract<ThreadEvent, { type: T }>;
