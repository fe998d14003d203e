import type { PageAccess } from '../contracts/index.ts';
import { hasSensitiveFields } from './sensitive-pages.ts';

/**
 * Whether a page that was read for a local model, without asking about its fields, may not go to a hosted model that
 * answers later in the chat. Also true if its fields cannot be determined in time.
 */
export async function isLocalOnly(
  page: Pick<PageAccess, 'hasSensitiveField'>,
  tabId: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const bounded = AbortSignal.any([signal, AbortSignal.timeout(LOOK_MS)]);
    return await hasSensitiveFields(page, tabId, bounded, { isLoaded: true });
  } catch {
    signal.throwIfAborted();
    return true;
  }
}

/** How long a local model waits for a page to report its fields, in milliseconds. */
const LOOK_MS = 3_000;

/** Wraps page access for a local model. Calls `onLocalOnly` for each page that a hosted model may not get later. */
export function localPages(pages: PageAccess, onLocalOnly: () => void): PageAccess {
  async function reported<Result>(tabId: number, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
    const result = await work;
    if (await isLocalOnly(pages, tabId, signal)) onLocalOnly();
    return result;
  }

  return {
    ...pages,
    read: (tabId, signal, options) => reported(tabId, signal, pages.read(tabId, signal, options)),
    facts: (tabId, signal) => reported(tabId, signal, pages.facts(tabId, signal)),
    forms: (tabId, signal, options) => reported(tabId, signal, pages.forms(tabId, signal, options)),
    pageTools: (tabId, signal, options) => reported(tabId, signal, pages.pageTools(tabId, signal, options)),
    transcript: (tabId, signal) => reported(tabId, signal, pages.transcript(tabId, signal)),
    fillForm: (form, signal) => reported(form.proposal.tabId, signal, pages.fillForm(form, signal)),
    callPageTool: (call, signal) => reported(call.proposal.tabId, signal, pages.callPageTool(call, signal)),
  };
}
