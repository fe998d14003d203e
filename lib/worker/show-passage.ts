import { allMessages } from '../agent/index.ts';
import {
  type CommandReply,
  foundTabs,
  listToolCalls,
  type PageAccess,
  PageError,
  type ThreadState,
} from '../contracts/index.ts';
import { allowedSites, parseOrigin } from '../security/index.ts';
import { splitSearchPieces } from '../text/index.ts';
import { DONE_REPLY, refuseCommand } from './command-replies.ts';

export type PassageWork = {
  page: Pick<PageAccess, 'check'>;
  showPassage: (tabId: number, pieces: readonly string[]) => Promise<boolean>;
  /** Brings a tab and its window to the front. */
  showTab: (tabId: number) => Promise<void>;
};

/**
 * Shows a passage on the page of a run, only in the run's tab, and only while the tab shows a site that the run may
 * read.
 */
export async function showRunPassage(
  { page, showPassage }: Omit<PassageWork, 'showTab'>,
  thread: ThreadState,
  { runId, text }: { runId: string; text: string },
): Promise<CommandReply> {
  // The run may belong to an answer that is not selected, since two answers can be shown.
  const run = allMessages(thread).find((message) => message.messageId === runId);
  if (run?.role !== 'assistant' || run.tabId === null) return refuseCommand('internal', { type: 'about-no-page' });
  try {
    const access = await page.check(run.tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed' || !allowedSites(run).has(parseOrigin(access.url) ?? ''))
      return refuseCommand('internal', { type: 'tab-shows-another-page' });
    if (await showPassage(run.tabId, splitSearchPieces(text))) return DONE_REPLY;
    return refuseCommand('internal', { type: 'passage-not-found' });
  } catch (error) {
    if (error instanceof PageError) return refuseCommand('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}

/**
 * Goes to a tab that a search of this chat found, while it shows the same site, and to the passage if it still exists.
 */
export async function showTabFound(
  { page, showPassage, showTab }: PassageWork,
  thread: ThreadState,
  { tabId, text }: { tabId: number; text: string },
): Promise<CommandReply> {
  const steps = allMessages(thread).flatMap((message) => (message.role === 'assistant' ? message.steps : []));
  const searchHits = steps.flatMap(listToolCalls).flatMap(foundTabs);
  const sites = new Set(searchHits.flatMap((tab) => (tab.tabId === tabId ? [parseOrigin(tab.url)] : [])));
  try {
    const access = await page.check(tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed' || !sites.has(parseOrigin(access.url)))
      return refuseCommand('internal', { type: 'tab-shows-another-page' });
    await showTab(tabId);
    await showPassage(tabId, splitSearchPieces(text));
    return DONE_REPLY;
  } catch (error) {
    if (error instanceof PageError) return refuseCommand('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}
