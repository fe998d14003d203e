import type {
  AddedTab,
  ContextSettings,
  EventOf,
  ModelRef,
  PageAccess,
  PageContextMode,
  PageRef,
  RunProject,
} from '../contracts/index.ts';
import { buildContextPolicy, parseOrigin } from '../security/index.ts';

export type RunStartDependencies = {
  page: Pick<PageAccess, 'check'>;
  /** Clears cached documents, since a run reads current versions. */
  forgetDocuments: () => void;
  newId: () => string;
  maxSteps: (model: ModelRef) => Promise<number>;
  /** The project of a chat, if it has files. */
  runProject: (threadId: string) => Promise<RunProject | null>;
  /** The ids of the sentences to remember that are sent with a question of a chat. */
  runMemories: (threadId: string, question: string) => Promise<readonly string[]>;
  /** `chosen`: the setting of the chat, which overrides the model's. */
  contextSettings: (model: ModelRef, chosen: PageContextMode | undefined) => Promise<ContextSettings>;
};

/** `tabs`: the tabs added to the question. `continues`: the run that this one continues, or null. */
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
  /** Set if the user turned on the web for the chat. */
  web?: true | undefined;
  /** Set if the user allowed the chat to search their other chats. */
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
    context: buildContextPolicy(await contextSettings(model, pageContext), listUrls(currentPage, addedTabs)),
  };
}

/**
 * The start of a run that answers the same question with another model, from the same state of the tabs. It may not use
 * the web or the user's own data.
 */
export async function buildOpinionStart(
  { newId, maxSteps, contextSettings }: RunStartDependencies,
  start: EventOf<'run-start'>,
  { model, pageContext }: Pick<Asked, 'model' | 'pageContext'>,
): Promise<EventOf<'run-start'>> {
  const { web: _, ownData: __, continues: ___, ...same } = start;
  const context = buildContextPolicy(await contextSettings(model, pageContext), listUrls(start.page, start.tabs));
  return { ...same, runId: newId(), model, maxSteps: await maxSteps(model), context, opinion: true };
}

function listUrls(page: PageRef | null, tabs: readonly PageRef[] = []): string[] {
  return [...(page === null ? [] : [page]), ...tabs].map(({ url }) => url);
}

/** Removes tabs that show a different site than when they were added. Browsers also reassign ids when they start. */
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
