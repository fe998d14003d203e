import { type AssistantMessage, type PageAccess, PageError, toolCallsOf } from '../contracts/index.ts';
import { originOf, policySite } from './origin.ts';

/**
 * The sites a run may read: what its tab and the added ones showed when the user asked, but for those the user wants to be
 * asked about or never sends; and those allowed since.
 */
export function allowedSites(run: AssistantMessage): ReadonlySet<string> {
  const { askSites = [], neverSites = [] } = run.contextPolicy ?? {};
  const withheld = new Set([...askSites, ...neverSites]);
  const beside = run.page === null ? null : originOf(run.page.url);
  const added = run.tabs.map(({ url }) => originOf(url));
  const granted = run.steps.flatMap(toolCallsOf).map((call) => call.granted?.origin);
  const approved = run.contexts.map((part) =>
    part.state === 'approved' ? part.origin : part.state === 'available' ? part.approvedOrigin : null,
  );
  const shown = [beside, ...added].filter((origin) => origin !== null && !withheld.has(policySite(origin) ?? ''));
  return new Set([...shown, ...granted, ...approved].filter((origin) => typeof origin === 'string'));
}

/** What a run must not read, whatever the browser and its tools would: what the user keeps from the model. */
export type WithheldPages = { all: boolean; sites: ReadonlySet<string>; tabIds: ReadonlySet<number> };

const NOTHING_WITHHELD: WithheldPages = { all: false, sites: new Set(), tabIds: new Set() };

export function withheldPages(run: AssistantMessage): WithheldPages {
  const skipped = run.contexts.flatMap((part) => (part.state === 'skipped' ? [part.tabId] : []));
  return {
    all: run.contextPolicy?.mode === 'never',
    sites: new Set(run.contextPolicy?.neverSites),
    tabIds: new Set(skipped),
  };
}

/**
 * Pages as one run may read them: only of `sites`, whatever the browser would allow. A tab that has moved elsewhere, and any
 * tab of another site, needs the user first; one that moves while it is read gives nothing, and one that is `withheld`
 * never does.
 */
export function pinnedPages(
  pages: PageAccess,
  sites: ReadonlySet<string>,
  withheld: WithheldPages = NOTHING_WITHHELD,
): PageAccess {
  const isAllowed = (url: string) => sites.has(originOf(url) ?? '');
  const isWithheld = (tabId: number, url: string | null) =>
    withheld.all ||
    withheld.tabIds.has(tabId) ||
    (url !== null && withheld.sites.has(policySite(url) ?? '') && !isAllowed(url));

  /** Throws where the tab can be read, but shows another site. Why it cannot be read at all, the work itself says. */
  async function expectAllowed(tabId: number): Promise<void> {
    const access = await pages.check(tabId);
    if (isWithheld(tabId, access.type === 'granted' ? access.url : null)) throw notSent();
    if (access.type === 'granted' && !isAllowed(access.url)) throw moved();
  }

  /** Checked before and after: a result from while the tab moved is discarded. */
  async function within<Result>(tabId: number, work: () => Promise<Result>): Promise<Result> {
    await expectAllowed(tabId);
    const result = await work();
    await expectAllowed(tabId);
    return result;
  }

  return {
    list: async () => {
      const tabs = withheld.all ? [] : await pages.list();
      return tabs.filter(({ tabId, url }) => !isWithheld(tabId, url));
    },
    async check(tabId) {
      const access = await pages.check(tabId);
      if (isWithheld(tabId, access.type === 'granted' ? access.url : null))
        return { type: 'impossible', error: notSent() };
      return access.type === 'granted' && !isAllowed(access.url) ? { type: 'needed' } : access;
    },
    async read(tabId, signal) {
      if (isWithheld(tabId, null)) throw notSent();
      const reading = await pages.read(tabId, signal);
      if (isWithheld(tabId, reading.url)) throw notSent();
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

function notSent(): PageError {
  return new PageError('not-sent', 'The user does not want this page to be read. Answer without it.');
}
