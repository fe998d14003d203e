import {
  type AssistantMessage,
  buildContextId,
  type CarriedContext,
  type ContextPart,
  type ContextSource,
  isContextSettled,
  isOfTab,
  type ThreadState,
  type UserMessage,
} from '../../contracts/index.ts';

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
