import { reduceAll } from '../../lib/engine/reduce.ts';
import type { EventOf, PageRef } from '../../lib/protocol/event.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import type { PageAccess } from '../../lib/protocol/page.ts';
import { emptyThread, type ThreadState } from '../../lib/protocol/thread.ts';
import type { ThreadLog } from '../../lib/protocol/thread-log.ts';

export type RunStartDependencies = {
  page: Pick<PageAccess, 'check'>;
  newId: () => string;
  maxSteps: (model: ModelRef) => Promise<number>;
};

/** `continues`: the run this one goes on with, or null. */
type Asked = { messageId: string; model: ModelRef; tabId: number | null; continues?: string | null };

/** The start of a run that answers a message, beside what the tab shows now. */
export async function runStart(
  { page, newId, maxSteps }: RunStartDependencies,
  { messageId, model, tabId, continues = null }: Asked,
): Promise<EventOf<'run-start'>> {
  const known: PageRef | null = tabId === null ? null : await pageRef(page, tabId);
  const start = { runId: newId(), messageId, model, tabId, page: known, maxSteps: await maxSteps(model) };
  return { type: 'run-start', ...start, ...(continues === null ? {} : { continues }) };
}

async function pageRef(page: Pick<PageAccess, 'check'>, tabId: number): Promise<PageRef | null> {
  const access = await page.check(tabId);
  return access.type === 'granted' ? { title: access.title, url: access.url } : null;
}

/** A thread as its log has it now. */
export async function loadThread(log: ThreadLog, threadId: string): Promise<ThreadState> {
  return reduceAll(emptyThread(threadId), await log.read(threadId));
}
