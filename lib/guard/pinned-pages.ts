import { type PageAccess, PageError } from '../protocol/page.ts';
import { type AssistantMessage, toolCallsOf } from '../protocol/thread.ts';
import { originOf } from './origin.ts';

/** The sites a run may read: what its tab and the added ones showed when the person asked, and those allowed since. */
export function allowedSites(run: AssistantMessage): ReadonlySet<string> {
  const beside = run.page === null ? null : originOf(run.page.url);
  const added = run.tabs.map(({ url }) => originOf(url));
  const granted = run.steps.flatMap(toolCallsOf).map((call) => call.granted?.origin);
  const approved = run.contexts.map((part) =>
    part.state === 'approved' ? part.origin : part.state === 'available' ? part.approvedOrigin : null,
  );
  return new Set([beside, ...added, ...granted, ...approved].filter((origin) => typeof origin === 'string'));
}

/**
 * Pages as one run may read them: only of `sites`, whatever the browser would allow. A tab that has moved elsewhere, and any
 * tab of another site, needs the person first; one that moves while it is read gives nothing.
 */
export function pinnedPages(pages: PageAccess, sites: ReadonlySet<string>): PageAccess {
  const isAllowed = (url: string) => sites.has(originOf(url) ?? '');

  /** Throws where the tab can be read, but shows another site. Why it cannot be read at all, the work itself says. */
  async function expectAllowed(tabId: number): Promise<void> {
    const access = await pages.check(tabId);
    if (access.type === 'granted' && !isAllowed(access.url)) throw moved();
  }

  /** Before and after: what was got while the tab moved is nobody's. */
  async function within<Result>(tabId: number, work: () => Promise<Result>): Promise<Result> {
    await expectAllowed(tabId);
    const result = await work();
    await expectAllowed(tabId);
    return result;
  }

  return {
    list: () => pages.list(),
    async check(tabId) {
      const access = await pages.check(tabId);
      return access.type === 'granted' && !isAllowed(access.url) ? { type: 'needed' } : access;
    },
    async read(tabId, signal) {
      const reading = await pages.read(tabId, signal);
      if (isAllowed(reading.url)) return reading;
      throw moved();
    },
    facts: (tabId, signal) => within(tabId, () => pages.facts(tabId, signal)),
    transcript: (tabId, signal) => within(tabId, () => pages.transcript(tabId, signal)),
    mayFetch: async (tabId, url) => isAllowed(url) && (await within(tabId, () => pages.mayFetch(tabId, url))),
    readPdf: (source, signal) => within(source.tabId, () => pages.readPdf(source, signal)),
    capture: (tabId, signal) => within(tabId, () => pages.capture(tabId, signal)),
  };
}

function moved(): PageError {
  return new PageError('other-site', 'The tab has moved to another site, which was not read. Ask again beside it.');
}
