import { type PageAccess, PageError } from '../protocol/page.ts';
import { type AssistantMessage, toolCallsOf } from '../protocol/thread.ts';
import { originOf } from './origin.ts';

/** The sites a run may read: the one its tab showed when the person asked, and those the person allowed since. */
export function allowedSites(run: AssistantMessage): ReadonlySet<string> {
  const beside = run.page === null ? null : originOf(run.page.url);
  const granted = run.steps.flatMap(toolCallsOf).map((call) => call.granted?.origin);
  return new Set([beside, ...granted].filter((origin) => typeof origin === 'string'));
}

/**
 * Pages as one run may read them: only of `sites`, whatever the browser would allow. A tab that has moved elsewhere, and any
 * tab of another site, needs the person first; one that moves while it is read gives nothing.
 */
export function pinnedPages(pages: PageAccess, sites: ReadonlySet<string>): PageAccess {
  const isAllowed = (url: string) => sites.has(originOf(url) ?? '');
  return {
    list: () => pages.list(),
    async check(tabId) {
      const access = await pages.check(tabId);
      return access.type === 'granted' && !isAllowed(access.url) ? { type: 'needed' } : access;
    },
    async read(tabId, signal) {
      const reading = await pages.read(tabId, signal);
      if (isAllowed(reading.url)) return reading;
      throw new PageError('no-access', 'The tab has moved to another site, which was not read. Ask again beside it.');
    },
  };
}
