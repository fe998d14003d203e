import { toolFailureText } from '../../components/parts/tool-failure-text.ts';
import { type CommandReply, type PageAccess, PageError, type ThreadState } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { allowedSites, originOf } from '../../lib/security/index.ts';
import { DONE, refuse } from './command-replies.ts';

export type PassageWork = {
  page: Pick<PageAccess, 'check'>;
  showPassage: (tabId: number, pieces: readonly string[]) => Promise<boolean>;
};

/**
 * Shows a passage on the page a run is about: in the tab of that run only, and only while it shows a site the run may read.
 */
export async function showRunPassage(
  { page, showPassage }: PassageWork,
  { messages }: ThreadState,
  { runId, text }: { runId: string; text: string },
): Promise<CommandReply> {
  const run = messages.find((message) => message.messageId === runId);
  if (run?.role !== 'assistant' || run.tabId === null) return refuse('internal', t('aboutNoPage'));
  try {
    const access = await page.check(run.tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed' || !allowedSites(run).has(originOf(access.url) ?? ''))
      return refuse('internal', t('tabShowsAnotherPage'));
    if (await showPassage(run.tabId, piecesOf(text))) return DONE;
    return refuse('internal', t('passageNotThere'));
  } catch (error) {
    if (error instanceof PageError) return refuse('internal', toolFailureText(error.code));
    throw error;
  }
}

/** A page may have something between two sentences that its text has not: each is looked for by itself. */
function piecesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?…。！？]["”’»)]?)\s+/).filter((piece) => piece.trim() !== '');
}
