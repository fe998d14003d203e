import { reduceAll } from '../../lib/agent/index.ts';
import {
  type AddedTab,
  type ContextSettings,
  contextPolicyOf,
  type EventOf,
  emptyThread,
  type ModelRef,
  type PageAccess,
  type PageContextMode,
  type PageRef,
  type RunProject,
  type ThreadLog,
  type ThreadState,
} from '../../lib/contracts/index.ts';
import { originOf, policySite } from '../../lib/security/index.ts';

export type RunStartDependencies = {
  page: Pick<PageAccess, 'check'>;
  newId: () => string;
  maxSteps: (model: ModelRef) => Promise<number>;
  /** The project of a chat, if it has files. */
  runProject: (threadId: string) => Promise<RunProject | null>;
  /** `chosen` is the setting of the chat, which overrides the model's. */
  contextSettings: (model: ModelRef, chosen: PageContextMode | undefined) => Promise<ContextSettings>;
};

/** `tabs` were added to the question. `continues` is the run that this one continues, or null. */
type Asked = {
  threadId: string;
  messageId: string;
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
export async function runStart(
  { page, newId, maxSteps, runProject, contextSettings }: RunStartDependencies,
  { threadId, messageId, model, tabId, tabs = [], continues = null, pageContext, web, ownData }: Asked,
): Promise<EventOf<'run-start'>> {
  const known: PageRef | null = tabId === null ? null : await pageRef(page, tabId);
  const added = await stillThere(page, tabs);
  const sites = [...(known === null ? [] : [known]), ...added].map(({ url }) => policySite(url));
  const project = await runProject(threadId);
  const start = { runId: newId(), messageId, model, tabId, page: known, maxSteps: await maxSteps(model) };
  return {
    type: 'run-start',
    ...start,
    ...(added.length === 0 ? {} : { tabs: added }),
    ...(project === null ? {} : { project }),
    ...(continues === null ? {} : { continues }),
    ...(web === undefined ? {} : { web }),
    ...(ownData === undefined ? {} : { ownData }),
    context: contextPolicyOf(await contextSettings(model, pageContext), sites),
  };
}

/** Removes tabs that show another site than when they were added. Ids are also reassigned when a browser starts. */
async function stillThere(page: Pick<PageAccess, 'check'>, tabs: readonly AddedTab[]): Promise<AddedTab[]> {
  const found = await Promise.all(
    tabs.map(async ({ tabId, url }) => {
      const now = await pageRef(page, tabId);
      return now !== null && originOf(now.url) === originOf(url) ? [{ tabId, ...now }] : [];
    }),
  );
  return found.flat();
}

async function pageRef(page: Pick<PageAccess, 'check'>, tabId: number): Promise<PageRef | null> {
  const access = await page.check(tabId);
  return access.type === 'granted' ? { title: access.title, url: access.url } : null;
}

/** The current thread from its log. */
export async function loadThread(log: ThreadLog, threadId: string): Promise<ThreadState> {
  return reduceAll(emptyThread(threadId), await log.read(threadId));
}
