import { loadThread, nextMessage, wasSent } from '../agent/index.ts';
import {
  type AddedTab,
  type AssistantMessage,
  type ContextSettings,
  type EventOf,
  type ModelRef,
  type PageAccess,
  type PageContextMode,
  type PageRef,
  type QueuedMessage,
  RunConflictError,
  type RunProject,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  toAttachments,
} from '../contracts/index.ts';
import { buildContextPolicy, parseOrigin, policySite } from '../security/index.ts';
import type { Stores } from '../storage/index.ts';

export type RunStartDependencies = {
  page: Pick<PageAccess, 'check'>;
  /** Clears cached documents, since a run reads current versions. */
  forgetDocuments: () => void;
  newId: () => string;
  maxSteps: (model: ModelRef) => Promise<number>;
  /** The project of a chat, if it has files. */
  runProject: (threadId: string) => Promise<RunProject | null>;
  /** The ids of the sentences to remember that go with a question of a chat. */
  runMemories: (threadId: string, question: string) => Promise<readonly string[]>;
  /** `chosen` is the setting of the chat, which overrides the model's. */
  contextSettings: (model: ModelRef, chosen: PageContextMode | undefined) => Promise<ContextSettings>;
};

/** `tabs` were added to the question. `continues` is the run that this one continues, or null. */
type Asked = {
  threadId: string;
  messageId: string;
  /** The text of the question. */
  content: string;
  model: ModelRef;
  tabId: number | null;
  tabs?: readonly AddedTab[] | undefined;
  continues?: string | null;
  pageContext?: PageContextMode | undefined;
  /** The user switched the web on for the chat. */
  web?: true | undefined;
  /** The user switched on for the chat that their other chats may be searched. */
  ownData?: true | undefined;
};

/** The start of a run that answers a message, with the current state of its tabs. */
export async function buildRunStart(
  { page, forgetDocuments, newId, maxSteps, runProject, runMemories, contextSettings }: RunStartDependencies,
  { threadId, messageId, content, model, tabId, tabs = [], continues = null, pageContext, web, ownData }: Asked,
): Promise<EventOf<'run-start'>> {
  forgetDocuments();
  const currentPage: PageRef | null = tabId === null ? null : await pageRef(page, tabId);
  const addedTabs = await stillThere(page, tabs);
  const sites = [...(currentPage === null ? [] : [currentPage]), ...addedTabs].map(({ url }) => policySite(url));
  const project = await runProject(threadId);
  const memories = await runMemories(threadId, content);
  const start = { runId: newId(), messageId, model, tabId, page: currentPage, maxSteps: await maxSteps(model) };
  return {
    type: 'run-start',
    ...start,
    ...(addedTabs.length === 0 ? {} : { tabs: addedTabs }),
    ...(project === null ? {} : { project }),
    ...(continues === null ? {} : { continues }),
    ...(web === undefined ? {} : { web }),
    ...(ownData === undefined ? {} : { ownData }),
    ...(memories.length === 0 ? {} : { memories: [...memories] }),
    context: buildContextPolicy(await contextSettings(model, pageContext), sites),
  };
}

/**
 * The start of a run that answers the same question with another model, from the same state of the tabs. It may not use the web or
 * the user's own data.
 */
export async function buildOpinionStart(
  { newId, maxSteps, contextSettings }: RunStartDependencies,
  start: EventOf<'run-start'>,
  { model, pageContext }: Pick<Asked, 'model' | 'pageContext'>,
): Promise<EventOf<'run-start'>> {
  const { web: _, ownData: __, continues: ___, ...same } = start;
  const sites = [...(start.page === null ? [] : [start.page]), ...(start.tabs ?? [])].map(({ url }) => policySite(url));
  const context = buildContextPolicy(await contextSettings(model, pageContext), sites);
  return { ...same, runId: newId(), model, maxSteps: await maxSteps(model), context, opinion: true };
}

/** Removes tabs that show another site than when they were added. Ids are also reassigned when a browser starts. */
async function stillThere(page: Pick<PageAccess, 'check'>, tabs: readonly AddedTab[]): Promise<AddedTab[]> {
  const tabLists = await Promise.all(
    tabs.map(async ({ tabId, url }) => {
      const now = await pageRef(page, tabId);
      return now !== null && parseOrigin(now.url) === parseOrigin(url) ? [{ tabId, ...now }] : [];
    }),
  );
  return tabLists.flat();
}

async function pageRef(page: Pick<PageAccess, 'check'>, tabId: number): Promise<PageRef | null> {
  const access = await page.check(tabId);
  return access.type === 'granted' ? { title: access.title, url: access.url } : null;
}

export type NextRunDependencies = RunStartDependencies & {
  storage: Pick<Stores, 'opinions' | 'queue'>;
  log: ThreadLog;
};

/**
 * Starts the next queued message of a thread, which waits for both answers to a question: writes the question and its run before it
 * is removed from the queue. If the worker is stopped in between, the question is recognized by its id and not sent twice. Call it
 * under the thread's lock; resolves to whether there is a run.
 */
export async function startNextRun(dependencies: NextRunDependencies, threadId: string): Promise<boolean> {
  const { storage, log } = dependencies;
  if (await storage.opinions.isOpen(threadId)) return false;
  const queue = await storage.queue.load(threadId);
  const state = await loadThread(log, threadId);
  const next = nextMessage(state, queue);
  for (const { messageId } of queue) if (wasSent(state, messageId)) await storage.queue.remove(threadId, messageId);
  if (next === null) return false;
  const events =
    next.type === 'send'
      ? await questionEvents(dependencies, threadId, next.message)
      : [await continuationStart(dependencies, state, next.after)];
  try {
    await log.append(threadId, events, null);
  } catch (error) {
    // The user has started another run in the meantime.
    if (error instanceof RunConflictError) return false;
    throw error;
  }
  if (next.type === 'send') await storage.queue.remove(threadId, next.message.messageId);
  return true;
}

async function questionEvents(
  dependencies: NextRunDependencies,
  threadId: string,
  message: QueuedMessage,
): Promise<ThreadEvent[]> {
  const { messageId, content, site } = message;
  const start = onSite(await buildRunStart(dependencies, { ...message, threadId }), site);
  return [{ type: 'user-message', messageId, content, ...toAttachments(message) }, start];
}

async function continuationStart(
  dependencies: NextRunDependencies,
  { threadId, messages }: ThreadState,
  after: AssistantMessage,
): Promise<ThreadEvent> {
  const question = messages.findLast((message) => message.role === 'user');
  const { model, tabId, page, messageId: continues } = after;
  const start = await buildRunStart(dependencies, {
    threadId,
    messageId: question?.messageId ?? '',
    content: question?.content ?? '',
    model,
    tabId,
    tabs: question?.tabs,
    continues,
    pageContext: after.contextPolicy?.mode,
    web: after.web ? true : undefined,
    ownData: after.ownData ? true : undefined,
  });
  return onSite(start, page === null ? null : parseOrigin(page.url));
}

/** If the tab has navigated to another site since the question was queued, the run has to ask before reading it. */
function onSite(start: EventOf<'run-start'>, site: string | null): EventOf<'run-start'> {
  return start.page !== null && parseOrigin(start.page.url) === site ? start : { ...start, page: null };
}
