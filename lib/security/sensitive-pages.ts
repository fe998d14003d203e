import {
  type AssistantMessage,
  listToolCalls,
  type PageAccess,
  type PageAccessState,
  PageError,
  type ThreadState,
} from '../contracts/index.ts';
import { parseOrigin } from './addresses.ts';

/** Whether the user let a run read this page, so that its fields need no approval. */
export type IsPageApproved = (tabId: number, url: string) => boolean;

/**
 * Returns the pages that the user approved for an earlier question of the chat, and the tabs that a call of this run
 * was allowed to read.
 */
export function approvedPages(state: ThreadState, run: AssistantMessage): IsPageApproved {
  const grants = run.steps.flatMap(listToolCalls).flatMap(({ granted }) => granted ?? []);
  return (tabId, url) =>
    wasApprovedBefore(state, url) ||
    grants.some(
      ({ request, origin }) =>
        request.type === 'page-access' && request.tabId === tabId && (origin ?? parseOrigin(url)) === parseOrigin(url),
    );
}

/**
 * Whether the user has approved this page for a question of this chat, so that no new approval is needed. Approvals in
 * an imported file do not count.
 */
export function wasApprovedBefore(state: ThreadState, url: string): boolean {
  return state.messages.some(
    (message) =>
      message.role === 'assistant' &&
      !state.imported.has(message.messageId) &&
      message.contexts.some(
        (part) => part.state === 'available' && part.approvedOrigin !== null && part.context.source.url === url,
      ),
  );
}

/**
 * Restricts tools to pages without a field for a password, a code or payment data, and to those that `isApproved`
 * accepts. The check runs before the user is asked and after the page was read, because pages can add fields at any
 * time.
 */
export function sensitivePages(pages: PageAccess, isApproved: IsPageApproved): PageAccess {
  async function mustAsk(tabId: number, access: PageAccessState, signal: AbortSignal): Promise<boolean> {
    if (access.type !== 'granted' || isApproved(tabId, access.url)) return false;
    return hasSensitiveFields(pages, tabId, signal, { isLoaded: true });
  }

  /** Drops the result if the page now has such a field. */
  async function unlessSensitive<Result>(tabId: number, signal: AbortSignal, work: Promise<Result>): Promise<Result> {
    const result = await work;
    if (await mustAsk(tabId, await pages.check(tabId), signal)) throw notAsked();
    return result;
  }

  return {
    ...pages,
    async check(tabId) {
      const access = await pages.check(tabId);
      try {
        const isAsked = await mustAsk(tabId, access, AbortSignal.timeout(LOOK_MS));
        return isAsked && access.type === 'granted' ? { type: 'sensitive', url: access.url } : access;
      } catch (error) {
        if (error instanceof PageError) return { type: 'impossible', error };
        throw error;
      }
    },
    read: (tabId, signal, options) => unlessSensitive(tabId, signal, pages.read(tabId, signal, options)),
    facts: (tabId, signal) => unlessSensitive(tabId, signal, pages.facts(tabId, signal)),
    forms: (tabId, signal, options) => unlessSensitive(tabId, signal, pages.forms(tabId, signal, options)),
    pageTools: (tabId, signal, options) => unlessSensitive(tabId, signal, pages.pageTools(tabId, signal, options)),
    transcript: (tabId, signal) => unlessSensitive(tabId, signal, pages.transcript(tabId, signal)),
  };
}

/** How long to wait for a page to report its fields, in milliseconds. */
const LOOK_MS = 20_000;

function notAsked(): PageError {
  return new PageError(
    'not-sent',
    'The page has a field for a password or payment data. Call the tool again: the user is asked then.',
  );
}

/**
 * Whether a page has a field for a password, a payment card or another secret, so that it is only sent to a hosted
 * model after the user approved it. Throws PageError if that cannot be determined.
 */
export async function hasSensitiveFields(
  page: Pick<PageAccess, 'hasSensitiveField'>,
  tabId: number,
  signal: AbortSignal,
  options: { isLoaded?: boolean } = {},
): Promise<boolean> {
  try {
    return await page.hasSensitiveField(tabId, signal, options);
  } catch (error) {
    // A browser's own viewer, such as Firefox's for PDFs, has no forms.
    if (error instanceof PageError && error.code === 'browser-page') return false;
    throw error;
  }
}
