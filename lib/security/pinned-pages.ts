import {
  type AssistantMessage,
  foundTabs,
  isJsonObject,
  listToolCalls,
  type PageAccess,
  type PageAccessState,
  PageError,
  type PageSnapshot,
  type TabInfo,
  type Tool,
  type ToolCall,
} from '../contracts/index.ts';
import { isPrivateAddress, parseOrigin, policySite, withoutFragment } from './addresses.ts';

/**
 * Returns the sites that a run may read: those of its tab and the added tabs at the time of the question, except sites
 * that need approval or are never sent, and those approved since.
 */
export function allowedSites(run: AssistantMessage): ReadonlySet<string> {
  const { askSites = [], neverSites = [] } = run.contextPolicy ?? {};
  const withheld = new Set([...askSites, ...neverSites]);
  const beside = run.page === null ? null : parseOrigin(run.page.url);
  const tabOrigins = run.tabs.map(({ url }) => parseOrigin(url));
  const grantedOrigins = run.steps.flatMap(listToolCalls).map((call) => call.granted?.origin);
  const approved = run.contexts.map((part) =>
    part.state === 'approved' ? part.origin : part.state === 'available' ? part.approvedOrigin : null,
  );
  const contextOrigins = [beside, ...tabOrigins].filter(
    (origin) => origin !== null && !withheld.has(policySite(origin) ?? ''),
  );
  return new Set([...contextOrigins, ...grantedOrigins, ...approved].filter((origin) => typeof origin === 'string'));
}

/**
 * Returns the sites of individual tabs, by tab, that a run may also read because a search in all tabs found something
 * there.
 */
export function sitesOfFoundTabs(run: AssistantMessage): ReadonlyMap<number, string | null> {
  const tabsWithMatches = run.steps.flatMap(listToolCalls).flatMap(foundTabs);
  return new Map(tabsWithMatches.map(({ tabId, url }) => [tabId, parseOrigin(url)]));
}

/**
 * The documents that calls of a run load because a page links to them. `approved`: those that the user approved, by
 * their addresses. `asked`: how many times the calls without an approval load one, or may load one. Parts of a document
 * that are read consecutively count as one load. Going back to an earlier document counts as another load, because the
 * page can count the requests for each. `current`: the address that a running call is assumed to load, because it names
 * the same link as the previous one. Null if that is unknown.
 */
export type LinkedDocuments = { approved: ReadonlySet<string>; asked: number; current: string | null };

const NO_DOCUMENTS: LinkedDocuments = { approved: new Set(), asked: 0, current: null };

/** How many times a run loads linked documents without asking. */
const MAX_UNASKED_DOCUMENTS = 5;

/** Whether calls of a tool may load documents that a page links to. */
export function loadsLinkedDocuments({ effects }: Tool): boolean {
  return effects?.egress?.includes('document') === true;
}

export function linkedDocuments(run: AssistantMessage, tools: readonly Tool[]): LinkedDocuments {
  const calls = run.steps.flatMap(listToolCalls);
  const requests = calls.map((call) => call.granted?.request);
  const approved = new Set(requests.flatMap((request) => (request?.type === 'page-access' && request.document) || []));
  const loading = new Set(tools.filter(loadsLinkedDocuments).map(({ name }) => name));
  const loads = calls
    .filter((call) => loading.has(call.toolName) && call.granted === undefined)
    .flatMap((call) => documentLoad(call) ?? []);
  const isStart = (load: DocumentLoad, index: number) => !isSameLoad(load, loads[index - 1]);
  // The calls at the end that count as one load. The last of them may be running.
  const last = loads.slice(Math.max(0, loads.findLastIndex(isStart)));
  const current = last.at(-1)?.url === null ? last.findLast(({ url }) => url !== null) : undefined;
  return { approved, asked: loads.filter(isStart).length, current: current?.url ?? null };
}

/** A call that loads a document: the address that it has loaded, and how it names the link. */
type DocumentLoad = { url: string | null; link: string; hasFailed: boolean };

/** Null for a call that does not name a link, or that repeats the result of another. */
function documentLoad(call: ToolCall): DocumentLoad | null {
  if (!('input' in call) || !isJsonObject(call.input)) return null;
  const link = String(call.input.link ?? '')
    .trim()
    .toLowerCase();
  const { url = null, repeatedOf } = (call.state === 'output-available' ? call.output.details : undefined) ?? {};
  if (link === '' || repeatedOf !== undefined) return null;
  return { link, url: typeof url === 'string' ? url : null, hasFailed: call.state === 'output-error' };
}

/** A page can change where a link leads, so the name of the link only counts until the address is known. */
function isSameLoad(load: DocumentLoad, before: DocumentLoad | undefined): boolean {
  if (before === undefined || load.hasFailed || before.hasFailed) return false;
  return load.url === null || before.url === null ? load.link === before.link : load.url === before.url;
}

/** Pages that the user withholds from the model, which a run must not read even if permissions exist. */
export type WithheldPages = { all: boolean; sites: ReadonlySet<string>; tabIds: ReadonlySet<number> };

const NOTHING_WITHHELD: WithheldPages = { all: false, sites: new Set(), tabIds: new Set() };

export function withheldPages(run: AssistantMessage): WithheldPages {
  const skipped = run.contexts.flatMap((part) =>
    part.state === 'skipped' && part.source.type === 'tab' ? [part.source.tabId] : [],
  );
  return {
    all: run.contextPolicy?.mode === 'never',
    sites: new Set(run.contextPolicy?.neverSites),
    tabIds: new Set(skipped),
  };
}

/**
 * What a run may read: its sites, single tabs while they show the site in `siteByTab`, and documents, except what is
 * withheld.
 */
export type PinnedSites = {
  sites: ReadonlySet<string>;
  siteByTab?: ReadonlyMap<number, string | null>;
  documents?: LinkedDocuments;
  withheld?: WithheldPages;
};

/** Returns what the next call of a run may read. */
export function pinnedSites(run: AssistantMessage, tools: readonly Tool[]): PinnedSites {
  return {
    sites: allowedSites(run),
    siteByTab: sitesOfFoundTabs(run),
    documents: linkedDocuments(run, tools),
    withheld: withheldPages(run),
  };
}

/**
 * Restricts page access to what one run may read, regardless of what the browser would allow. Documents that the user
 * did not approve are loaded at most five times, without cookies, because a page learns from its requests which of its
 * links were chosen. A tab that has navigated elsewhere, or any tab of another site, needs the user's approval. A tab
 * that navigates while it is read returns nothing. A withheld page is not read, and a search in all tabs drops its
 * results from there.
 */
export function pinnedPages(pages: PageAccess, pinned: PinnedSites): PageAccess {
  const rules = new PageRules(pages, pinned);
  return {
    list: () => listTabs(pages, rules),
    openPages: (...request) => searchPages(pages, rules, request),
    check: (tabId) => checkTab(pages, rules, tabId),
    read: (...request) => readPage(pages, rules, request),
    policyFor: (url) => pages.policyFor(url),
    facts: (tabId, signal) => rules.within(tabId, () => pages.facts(tabId, signal)),
    forms: (tabId, signal) =>
      rules.within(tabId, () => pages.forms(tabId, signal, { mayReadFrame: (url) => rules.isOfRun(url) })),
    async fillForm(form, signal) {
      await rules.expectAllowed(form.proposal.tabId);
      return pages.fillForm(form, signal);
    },
    mayHaveTools: (tabId, signal) => rules.within(tabId, () => pages.mayHaveTools(tabId, signal)),
    pageTools: (tabId, signal) =>
      rules.within(tabId, () => pages.pageTools(tabId, signal, { mayReadFrame: (url) => rules.isOfRun(url) })),
    async callPageTool(call, signal) {
      await rules.expectAllowed(call.proposal.tabId);
      return pages.callPageTool(call, signal);
    },
    hasSensitiveField: (tabId, signal, options) =>
      rules.within(tabId, () => pages.hasSensitiveField(tabId, signal, options)),
    transcript: (tabId, signal) => rules.within(tabId, () => pages.transcript(tabId, signal)),
    async mayFetch(tabId, url) {
      await rules.expectLoadable(tabId, url);
      const isFree = rules.isOfRun(url) && !rules.isTooMany(url);
      return isFree && (await rules.within(tabId, () => pages.mayFetch(tabId, url)));
    },
    readPdf: (...request) => readPdf(pages, rules, request),
    async pdfFile(source, signal) {
      if (!rules.isAllowed(source.tabId, source.url)) throw moved();
      return rules.within(source.tabId, () => pages.pdfFile(source, signal));
    },
    capture: (tabId, signal) => rules.within(tabId, () => pages.capture(tabId, signal)),
  };
}

class PageRules {
  readonly #pages: PageAccess;
  readonly #pinned: Required<PinnedSites>;

  constructor(pages: PageAccess, pinned: PinnedSites) {
    this.#pages = pages;
    this.#pinned = { siteByTab: new Map(), documents: NO_DOCUMENTS, withheld: NOTHING_WITHHELD, ...pinned };
  }

  isOfRun(url: string): boolean {
    return this.#pinned.sites.has(parseOrigin(url) ?? '');
  }

  isAllowed(tabId: number, url: string): boolean {
    const { siteByTab } = this.#pinned;
    return this.isOfRun(url) || (siteByTab.get(tabId) ?? '') === parseOrigin(url);
  }

  /** Whether no page is sent at all. */
  get withholdsAll(): boolean {
    return this.#pinned.withheld.all;
  }

  isWithheld(tabId: number, url: string | null): boolean {
    const { tabIds, sites } = this.#pinned.withheld;
    return (
      this.withholdsAll || tabIds.has(tabId) || (url !== null && sites.has(policySite(url) ?? '') && !this.isOfRun(url))
    );
  }

  /**
   * Whether the user never sends this page. A site that was allowed for this run afterwards belongs to the run, but not
   * what it shows of another site, such as an archived page.
   */
  async isNever(url: string | null): Promise<boolean> {
    if (url === null || (await this.#pages.policyFor(url)) !== 'never') return false;
    return !this.isOfRun(url) || (await this.#pages.policyFor(policySite(url) ?? '')) !== 'never';
  }

  /** Titles and addresses of sites that the user wants to be asked about are withheld like their texts. */
  async isListed({ tabId, url }: TabInfo): Promise<boolean> {
    if (this.isWithheld(tabId, url) || (await this.isNever(url))) return false;
    return this.isOfRun(url) || (await this.#pages.policyFor(url)) === 'send';
  }

  isApproved(documentUrl: string): boolean {
    return this.#pinned.documents.approved.has(documentUrl);
  }

  /** Whether loading this document would exceed the number of documents that a run loads without asking. */
  isTooMany(documentUrl: string): boolean {
    const { current, asked } = this.#pinned.documents;
    const hasMoved = current !== null && current !== documentUrl;
    return asked + (hasMoved ? 1 : 0) > MAX_UNASKED_DOCUMENTS;
  }

  /**
   * Throws if the tab can be read but shows another site. If it cannot be read at all, the operation itself reports
   * why.
   */
  async expectAllowed(tabId: number): Promise<void> {
    const access = await this.#pages.check(tabId);
    const url = 'url' in access ? access.url : null;
    if (this.isWithheld(tabId, url) || (await this.isNever(url))) throw notSent();
    if (access.type === 'granted' && !this.isAllowed(tabId, access.url)) throw moved();
  }

  /**
   * Throws for a document that is never sent, and for one on this computer or the local network, unless a page there
   * links to it, because other pages may link to it for its effects.
   */
  async expectLoadable(tabId: number, url: string): Promise<void> {
    if (await this.isNever(url)) throw notSent();
    if (!leadsInward(url)) return;
    const access = await this.#pages.check(tabId);
    if (access.type !== 'granted' || !leadsInward(access.url)) throw isInward();
  }

  /** Checks the site before and after the work. A result from a tab that navigated in between is discarded. */
  async within<Result>(tabId: number, work: () => Promise<Result>): Promise<Result> {
    await this.expectAllowed(tabId);
    const result = await work();
    await this.expectAllowed(tabId);
    return result;
  }
}

async function listTabs(pages: PageAccess, rules: PageRules): Promise<TabInfo[]> {
  const tabs = rules.withholdsAll ? [] : await pages.list();
  // Queries of addresses contain tokens and search terms, so they are removed. A tab is identified by its id.
  const shownTab = (tab: TabInfo): TabInfo =>
    rules.isOfRun(tab.url) ? tab : { ...tab, url: tab.url.replace(/[?#].*$/s, '') };
  const visibleTabs = await Promise.all(tabs.map(async (tab) => ((await rules.isListed(tab)) ? [shownTab(tab)] : [])));
  return visibleTabs.flat();
}

async function searchPages(
  pages: PageAccess,
  rules: PageRules,
  [query, signal, onPage]: Parameters<PageAccess['openPages']>,
): ReturnType<PageAccess['openPages']> {
  if (rules.withholdsAll) return { pages: [], searched: 0, leftOut: 0 };
  const search = await pages.openPages(query, signal, (page) => {
    if (!rules.isWithheld(page.tabId, page.url)) onPage?.(page);
  });
  const visiblePages = search.pages.filter(({ tabId, url }) => !rules.isWithheld(tabId, url));
  const withheldCount = search.pages.length - visiblePages.length;
  return { pages: visiblePages, searched: search.searched - withheldCount, leftOut: search.leftOut + withheldCount };
}

async function checkTab(pages: PageAccess, rules: PageRules, tabId: number): Promise<PageAccessState> {
  const access = await pages.check(tabId);
  const url = 'url' in access ? access.url : null;
  if (rules.isWithheld(tabId, url) || (await rules.isNever(url))) return { type: 'impossible', error: notSent() };
  return access.type === 'granted' && !rules.isAllowed(tabId, access.url) ? { type: 'needed' } : access;
}

async function readPage(
  pages: PageAccess,
  rules: PageRules,
  [tabId, signal, { onPdfPage } = {}]: Parameters<PageAccess['read']>,
): Promise<PageSnapshot> {
  await rules.expectAllowed(tabId);
  const reading = await pages.read(tabId, signal, {
    onPdfPage: (page) => {
      if (!rules.isWithheld(tabId, page.url) && rules.isAllowed(tabId, page.url)) onPdfPage?.(page);
    },
    mayReadFrame: (url) => rules.isOfRun(url),
  });
  if (rules.isWithheld(tabId, reading.url) || (await rules.isNever(reading.url))) throw notSent();
  if (rules.isAllowed(tabId, reading.url)) return reading;
  throw moved();
}

async function readPdf(
  pages: PageAccess,
  rules: PageRules,
  [source, signal, onPdfPage]: Parameters<PageAccess['readPdf']>,
): Promise<PageSnapshot> {
  const access = await pages.check(source.tabId);
  const isOpen = access.type === 'granted' && withoutFragment(access.url) === withoutFragment(source.url);
  const isApproved = rules.isApproved(source.url);
  // The link may now lead to a different document from the approved one.
  if (!rules.isAllowed(source.tabId, source.url) && !isApproved) throw moved();
  if (!isOpen) await rules.expectLoadable(source.tabId, source.url);
  // A linked address may have an effect for a signed-in user, such as logging out or voting, so cookies are only sent
  // for documents that the user saw.
  const withSession = isOpen || isApproved;
  if (!withSession && rules.isTooMany(source.url)) throw tooManyLinks();
  return rules.within(source.tabId, () => pages.readPdf({ ...source, withSession }, signal, onPdfPage));
}

function tooManyLinks(): PageError {
  return new PageError(
    'not-fetched',
    'This answer has loaded five documents already. Ask the user to open this one in a tab.',
  );
}

function leadsInward(url: string): boolean {
  const address = URL.parse(url);
  return address !== null && isPrivateAddress(address);
}

function isInward(): PageError {
  return new PageError(
    'not-fetched',
    'This address leads to this computer or the local network, and a page elsewhere names it. It is not loaded.',
  );
}

function moved(): PageError {
  return new PageError('other-site', 'The tab has moved to another site, which was not read. Ask again beside it.');
}

function notSent(): PageError {
  return new PageError('not-sent', 'The user does not want this page to be read. Answer without it.');
}
