import { type CommandReply, type PageAccess, PageError, type ThreadState } from '../../lib/contracts/index.ts';
import { allowedSites, originOf } from '../../lib/security/index.ts';
import { DONE, refuse } from './command-replies.ts';

export type PassageWork = {
  page: Pick<PageAccess, 'check'>;
  showPassage: (tabId: number, pieces: readonly string[]) => Promise<boolean>;
};

/** Shows a passage on the page of a run: only in the run's tab, and only while that shows a site the run may read. */
export async function showRunPassage(
  { page, showPassage }: PassageWork,
  { messages }: ThreadState,
  { runId, text }: { runId: string; text: string },
): Promise<CommandReply> {
  const run = messages.find((message) => message.messageId === runId);
  if (run?.role !== 'assistant' || run.tabId === null) return refuse('internal', { type: 'about-no-page' });
  try {
    const access = await page.check(run.tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed' || !allowedSites(run).has(originOf(access.url) ?? ''))
      return refuse('internal', { type: 'tab-shows-another-page' });
    if (await showPassage(run.tabId, piecesOf(text))) return DONE;
    return refuse('internal', { type: 'passage-not-found' });
  } catch (error) {
    if (error instanceof PageError) return refuse('internal', { type: 'page-failed', error: error.code });
    throw error;
  }
}

/** The page may have text between two sentences that its reading leaves out, so each sentence is searched separately. */
function piecesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?…。！？]["”’»)]?)\s+/).filter((piece) => piece.trim() !== '');
}
