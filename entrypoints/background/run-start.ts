import { reduceAll } from '../../lib/agent/thread/reduce.ts';
import type { AddedTab } from '../../lib/contracts/attachments.ts';
import type { EventOf, PageRef } from '../../lib/contracts/event.ts';
import type { ModelRef } from '../../lib/contracts/model.ts';
import type { PageAccess } from '../../lib/contracts/page.ts';
import { type ContextSettings, contextPolicyOf, type PageContextMode } from '../../lib/contracts/page-context.ts';
import { emptyThread, type ThreadState } from '../../lib/contracts/thread.ts';
import type { ThreadLog } from '../../lib/contracts/thread-log.ts';
import { originOf, policySite } from '../../lib/security/origin.ts';

export type RunStartDependencies = {
  page: Pick<PageAccess, 'check'>;
  newId: () => string;
  maxSteps: (model: ModelRef) => Promise<number>;
  /** `chosen`: for the chat, in place of the model's setting. */
  contextSettings: (model: ModelRef, chosen: PageContextMode | undefined) => Promise<ContextSettings>;
};

/** `tabs`: those that were added to the question. `continues`: the run this one goes on with, or null. */
type Asked = {
  messageId: string;
  model: ModelRef;
  tabId: number | null;
  tabs?: readonly AddedTab[] | undefined;
  continues?: string | null;
  pageContext?: PageContextMode | undefined;
};

/** The start of a run that answers a message, beside what the tabs show now. */
export async function runStart(
  { page, newId, maxSteps, contextSettings }: RunStartDependencies,
  { messageId, model, tabId, tabs = [], continues = null, pageContext }: Asked,
): Promise<EventOf<'run-start'>> {
  const known: PageRef | null = tabId === null ? null : await pageRef(page, tabId);
  const added = await stillThere(page, tabs);
  const sites = [...(known === null ? [] : [known]), ...added].map(({ url }) => policySite(url));
  const start = { runId: newId(), messageId, model, tabId, page: known, maxSteps: await maxSteps(model) };
  return {
    type: 'run-start',
    ...start,
    ...(added.length === 0 ? {} : { tabs: added }),
    ...(continues === null ? {} : { continues }),
    context: contextPolicyOf(await contextSettings(model, pageContext), sites),
  };
}

/** Ids are given anew when a browser starts, and tabs move on: what shows another site now was not what the user added. */
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

/** A thread as its log has it now. */
export async function loadThread(log: ThreadLog, threadId: string): Promise<ThreadState> {
  return reduceAll(emptyThread(threadId), await log.read(threadId));
}
