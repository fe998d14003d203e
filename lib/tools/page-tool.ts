import { type FormattedReading, formatReading } from '../page/format.ts';
import { type PageAccess, type PageAccessState, PageError, type PageReading } from '../protocol/page.ts';
import type { ToolAnnotations, ToolContext } from '../protocol/tool.ts';
import type { ApprovalRequest, ToolOutput } from '../protocol/tool-output.ts';

/** What reading a page is: nothing changes, twice is as good as once, and the text comes from strangers. */
export const readsPages: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: true };

/** The tab the run is about. Throws when the person asked without a page. */
export function attachedTab({ tabId }: ToolContext): number {
  if (tabId !== null) return tabId;
  throw new Error('No page is attached to this question. The user has to open the panel beside a page and ask again.');
}

/**
 * What the person must allow before tab `tabId` can be read, or null. A page that can never be read, and a missing
 * tab, need no permission: reading then fails and says why.
 */
export async function pageApproval(tabId: number | null, { page }: ToolContext): Promise<ApprovalRequest | null> {
  if (tabId === null) return null;
  const state = await checked(page, tabId);
  if (state?.type !== 'needed') return null;
  return { type: 'page-access', tabId, reason: 'Sidenote wants to read the page in this tab to answer your question.' };
}

async function checked(page: PageAccess, tabId: number): Promise<PageAccessState | null> {
  try {
    return await page.check(tabId);
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

/** Reads a tab as it is now. Throws PageError. */
export function readTab(tabId: number, { page, signal }: ToolContext): Promise<PageReading> {
  return page.read(tabId, signal);
}

/** One part of a reading for the model, and for the panel what was read. Throws CursorError. */
export function partOf(
  reading: PageReading,
  cursor: string | undefined,
  howToContinue: (cursor: string) => string,
): ToolOutput {
  const { text, more, total }: FormattedReading = formatReading(reading, cursor || null, howToContinue);
  return { content: text, details: { title: reading.title, url: reading.url, characters: total, more } };
}
