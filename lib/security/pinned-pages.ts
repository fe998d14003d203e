import { type AssistantMessage, foundTabs, type PageAccess, PageError, toolCallsOf } from '../contracts/index.ts';
import { originOf, policySite } from './addresses.ts';

/**
 * The sites a run may read: those of its tab and the added ones when the user asked, except the ones that need approval or are
 * never sent; and those approved since.
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

/** The sites of single tabs that a run may read besides, since a search in all tabs found something there; by tab. */
export function sitesOfFoundTabs(run: AssistantMessage): ReadonlyMap<number, string | null> {
  const found = run.steps.flatMap(toolCallsOf).flatMap(foundTabs);
  return new Map(found.map(({ tabId, url }) => [tabId, originOf(url)]));
}

/** The documents that the user approved for calls of a run, by their addresses. */
export function approvedDocuments(run: AssistantMessage): ReadonlySet<string> {
  const requests = run.steps.flatMap(toolCallsOf).map((call) => call.granted?.request);
  return new Set(requests.flatMap((request) => (request?.type === 'page-access' && request.document) || []));
}

/** Pages that the user withholds from the model, which a run must not read whatever permissions exist. */
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
 * Restricts page access to the `sites` of one run, to single tabs while they show the site of `found`, and to linked `documents`,
 * whatever the browser would allow. A tab that has navigated elsewhere, or any tab of another site, needs the user's approval. A
 * tab that navigates while it is read returns nothing. A `withheld` page is not read; a search in all tabs drops what it has of it.
 */
export function pinnedPages(
  pages: PageAccess,
  sites: ReadonlySet<string>,
  withheld: WithheldPages = NOTHING_WITHHELD,
  found: ReadonlyMap<number, string | null> = new Map(),
  documents: ReadonlySet<string> = new Set(),
): PageAccess {
  const isOfRun = (url: string) => sites.has(originOf(url) ?? '');
  const isAllowed = (tabId: number, url: string) => isOfRun(url) || (found.get(tabId) ?? '') === originOf(url);
  const isWithheld = (tabId: number, url: string | null) =>
    withheld.all ||
    withheld.tabIds.has(tabId) ||
    (url !== null && withheld.sites.has(policySite(url) ?? '') && !isOfRun(url));

  /** Throws if the tab can be read but shows another site. If it cannot be read at all, the operation itself reports why. */
  async function expectAllowed(tabId: number): Promise<void> {
    const access = await pages.check(tabId);
    if (isWithheld(tabId, access.type === 'granted' ? access.url : null)) throw notSent();
    if (access.type === 'granted' && !isAllowed(tabId, access.url)) throw moved();
  }

  /** Checks the site before and after: a result from a tab that navigated in between is discarded. */
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
    async openPages(query, signal, onPage) {
      if (withheld.all) return { pages: [], searched: 0, leftOut: 0 };
      const {
        pages: open,
        searched,
        leftOut,
      } = await pages.openPages(query, signal, (page) => {
        if (!isWithheld(page.tabId, page.url)) onPage?.(page);
      });
      const shown = open.filter(({ tabId, url }) => !isWithheld(tabId, url));
      const removed = open.length - shown.length;
      return { pages: shown, searched: searched - removed, leftOut: leftOut + removed };
    },
    async check(tabId) {
      const access = await pages.check(tabId);
      if (isWithheld(tabId, access.type === 'granted' ? access.url : null))
        return { type: 'impossible', error: notSent() };
      return access.type === 'granted' && !isAllowed(tabId, access.url) ? { type: 'needed' } : access;
    },
    async read(tabId, signal, onPdfPage) {
      await expectAllowed(tabId);
      const reading = await pages.read(tabId, signal, (page) => {
        if (!isWithheld(tabId, page.url) && isAllowed(tabId, page.url)) onPdfPage?.(page);
      });
      if (isWithheld(tabId, reading.url)) throw notSent();
      if (isAllowed(tabId, reading.url)) return reading;
      throw moved();
    },
    facts: (tabId, signal) => within(tabId, () => pages.facts(tabId, signal)),
    transcript: (tabId, signal) => within(tabId, () => pages.transcript(tabId, signal)),
    mayFetch: async (tabId, url) => isOfRun(url) && (await within(tabId, () => pages.mayFetch(tabId, url))),
    readPdf: async (source, signal, onPdfPage) => {
      // A link may lead to another document by now than the one that was approved.
      if (!isAllowed(source.tabId, source.url) && !documents.has(source.url)) throw moved();
      return within(source.tabId, () => pages.readPdf(source, signal, onPdfPage));
    },
    pdfFile: async (source, signal) => {
      if (!isAllowed(source.tabId, source.url)) throw moved();
      return within(source.tabId, () => pages.pdfFile(source, signal));
    },
    capture: (tabId, signal) => within(tabId, () => pages.capture(tabId, signal)),
  };
}

function moved(): PageError {
  return new PageError('other-site', 'The tab has moved to another site, which was not read. Ask again beside it.');
}

function notSent(): PageError {
  return new PageError('not-sent', 'The user does not want this page to be read. Answer without it.');
}
