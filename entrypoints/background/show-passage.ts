import { originOf } from '../../lib/guard/origin.ts';
import { allowedSites } from '../../lib/guard/pinned-pages.ts';
import type { CommandReply } from '../../lib/protocol/command.ts';
import { type PageAccess, PageError } from '../../lib/protocol/page.ts';
import type { ThreadState } from '../../lib/protocol/thread.ts';

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
  if (run?.role !== 'assistant' || run.tabId === null) return refused('This answer is about no page.');
  try {
    const access = await page.check(run.tabId);
    if (access.type === 'impossible') throw access.error;
    if (access.type === 'needed' || !allowedSites(run).has(originOf(access.url) ?? ''))
      return refused('The tab shows another page now. Go back to it to see the passage.');
    if (await showPassage(run.tabId, piecesOf(text))) return { type: 'done' };
    return refused('This passage is not on the page as it is now.');
  } catch (error) {
    if (error instanceof PageError) return refused(error.message);
    throw error;
  }
}

/** A page may have something between two sentences that its text has not: each is looked for by itself. */
function piecesOf(text: string): string[] {
  return text.split(/\n+|(?<=[.!?…。！？]["”’»)]?)\s+/).filter((piece) => piece.trim() !== '');
}

function refused(message: string): CommandReply {
  return { type: 'refused', failure: { code: 'internal', message, retryable: false } };
}
