import {
  type AssistantMessage,
  buildContextId,
  type CarriedContext,
  type ContextPart,
  type ContextSource,
  isContextSettled,
  isOfTab,
  type Step,
  type ThreadState,
  type UserMessage,
} from '../../contracts/index.ts';
import { memoize } from '../../control-flow/index.ts';

/** How much of a tab's main content is in the conversation. */
export type PageCoverage = 'all' | 'part' | 'none';

/** The page contexts of a conversation, oldest first, excluding the run `before` and later ones. */
export function listPageContexts({ messages }: ThreadState, before?: AssistantMessage): CarriedContext[] {
  const end = before === undefined ? messages.length : messages.indexOf(before);
  return messages
    .slice(0, end < 0 ? messages.length : end)
    .flatMap((message) => (message.role === 'assistant' ? available(message.contexts) : []));
}

/**
 * Returns the pages that were read for the question of a run. A run that continues another one uses that run's pages.
 * Approvals in an imported file do not count.
 */
export function contextsOfRun(
  state: Pick<ThreadState, 'messages' | 'imported'>,
  run: AssistantMessage,
): readonly ContextPart[] {
  if (run.continues === null) return run.contexts;
  const earlier = state.messages.find(({ messageId }) => messageId === run.continues);
  if (earlier?.role !== 'assistant') return run.contexts;
  const parts = contextsOfRun(state, earlier);
  return state.imported.has(earlier.messageId) ? parts.flatMap(withoutApproval) : parts;
}

function withoutApproval(part: ContextPart): ContextPart[] {
  return part.state === 'available' ? [{ ...part, approvedOrigin: null }] : [];
}

/**
 * Returns the ids of the contexts that a run needs: its own, and those of earlier questions with other parts of its
 * pages.
 */
export function neededContexts(state: ThreadState, run: AssistantMessage): Set<string> {
  const own = available(contextsOfRun(state, run));
  return new Set(own.flatMap(({ contextId, context }) => [contextId, ...context.earlier]));
}

/** Returns how much of this tab's page the model has in a run. */
export function pageCoverage(state: ThreadState, run: AssistantMessage, tabId: number | null): PageCoverage {
  const part = contextsOfRun(state, run).find((each) => isOfTab(each, tabId));
  if (part?.state !== 'available') return 'none';
  const ids = new Set([part.contextId, ...part.context.earlier]);
  const passageIndexes = new Set(
    listPageContexts(state)
      .filter(({ contextId }) => ids.has(contextId))
      .flatMap(({ context }) => context.ranges)
      .flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)),
  );
  return passageIndexes.size >= part.context.passageCount ? 'all' : 'part';
}

/** Returns the text of the question of a run, or '' if there is none. */
export function findQuestionText(state: ThreadState, run: AssistantMessage): string {
  return findQuestionMessage(state, run)?.content ?? '';
}

/**
 * Returns the words that passages are selected by: those of the question, and those of servers' prompts that are part
 * of it. Nothing else may depend on text from a server.
 */
export function passageWords(state: ThreadState, run: AssistantMessage): string {
  const question = findQuestionMessage(state, run);
  const prompts = question?.files?.flatMap((file) => (file.type === 'prompt' ? [file.text] : [])) ?? [];
  return [question?.content ?? '', ...prompts].join('\n');
}

function findQuestionMessage({ messages }: ThreadState, run: AssistantMessage): UserMessage | null {
  const at = messages.findIndex(({ messageId }) => messageId === run.messageId);
  const question = messages.slice(0, at < 0 ? messages.length : at).findLast((message) => message.role === 'user');
  return question?.role === 'user' ? question : null;
}

function available(parts: readonly ContextPart[]): CarriedContext[] {
  return parts.flatMap((part) =>
    part.state === 'available' ? [{ contextId: part.contextId, context: part.context }] : [],
  );
}

/**
 * Returns the sources of context for the question: pages, starting with the active tab, then the files of the project,
 * and documents.
 */
export function contextSources(run: AssistantMessage): ContextSource[] {
  const { tabId, tabs, contextPolicy, continues, project, documents } = run;
  if (continues !== null) return [];
  const files: ContextSource[] = [
    ...(project === null ? [] : [{ type: 'project-files' } as const]),
    ...documents.map((id) => ({ type: 'document', id }) as const),
  ];
  if (contextPolicy?.mode !== 'page-first') return files;
  const tabIds = new Set([...(tabId === null ? [] : [tabId]), ...tabs.map((tab) => tab.tabId)]);
  return [...[...tabIds].map((id): ContextSource => ({ type: 'tab', tabId: id })), ...files];
}

/** Returns the run's context part for this source. Undefined if reading it has not begun. */
export function contextPart(run: AssistantMessage, source: ContextSource): ContextPart | undefined {
  const contextId = buildContextId(run.messageId, source);
  return run.contexts.find((part) => part.contextId === contextId);
}

type OpenContexts = { unread: ContextSource[]; waiting: ContextSource[]; tooLong: ContextSource[] };

/**
 * Returns the sources that are neither read nor abandoned. The `waiting` ones need the user's approval. `tooLong` are
 * pages that were read but that the server rejected as too long, so that less of them must be selected.
 */
export function openContexts(run: AssistantMessage): OpenContexts {
  const sources = contextSources(run);
  const open = sources.filter((source) => {
    const part = contextPart(run, source);
    return part === undefined || !isContextSettled(part);
  });
  const isWaiting = (source: ContextSource) => contextPart(run, source)?.state === 'approval-requested';
  const wasRefused = run.steps.some(({ resets }) => resets.includes('context-length'));
  return {
    unread: open.filter((source) => !isWaiting(source)),
    waiting: open.filter(isWaiting),
    tooLong: wasRefused ? sources.filter((source) => isFirstChoice(contextPart(run, source))) : [],
  };
}

function isFirstChoice(part: ContextPart | undefined): boolean {
  return part?.state === 'available' && part.refusedTokens === null;
}

/**
 * Returns a thread as a hosted model may get it: without the pages that only a local model may get. The local model's
 * answers stay, because the user sees them and continues from them.
 */
export function withoutLocalPages(state: ThreadState): ThreadState {
  const messages = state.messages.map((message) => (message.role === 'user' ? message : withoutLocalParts(message)));
  return messages.every((message, index) => message === state.messages[index]) ? state : { ...state, messages };
}

/** Replaces a result that only a local model may get. */
const NOT_SENT =
  'This was read by a model on the user’s computer. The page has a field for a password or payment data, so it was not sent to you. Read it again if you need it: the user is asked then.';

/** Memoized by message object, because the reducer creates a new one for every change. */
const withoutLocalParts = memoize((run: AssistantMessage): AssistantMessage => {
  const contexts = run.contexts.map(withoutLocalContext);
  const steps = run.steps.map(withoutLocalResults);
  const isSame =
    contexts.every((part, index) => part === run.contexts[index]) &&
    steps.every((step, index) => step === run.steps[index]);
  return isSame ? run : { ...run, contexts, steps };
});

function withoutLocalContext(part: ContextPart): ContextPart {
  if (part.state !== 'available' || part.context.localOnly !== true) return part;
  return { contextId: part.contextId, source: part.source, state: 'skipped' };
}

function withoutLocalResults(step: Step): Step {
  const parts = step.parts.map((part) => {
    if (part.type !== 'tool-call') return part;
    const { call } = part;
    // The error of a form or a section that does not exist lists those of the page.
    if (call.state === 'output-error' && call.localOnly) return { ...part, call: { ...call, errorText: NOT_SENT } };
    if (call.state !== 'output-available' || call.output.localOnly !== true) return part;
    // Other details and `returnDirect` stay: the numbers of sources, and which texts are answers, depend on them.
    const { images: _, secrets: __, ...output } = call.output;
    const { known: ___, ...details } = output.details ?? {};
    return { ...part, call: { ...call, output: { ...output, details, content: NOT_SENT } } };
  });
  return parts.every((part, index) => part === step.parts[index]) ? step : { ...step, parts };
}
