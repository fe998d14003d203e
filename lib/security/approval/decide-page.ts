import type { AssistantMessage, ContextQuestion, PageAccess, SitePolicy, ThreadState } from '../../contracts/index.ts';
import { parseOrigin, policySite } from '../addresses.ts';
import { allowedSites } from '../pinned-pages.ts';
import { hasSensitiveFields, wasApprovedBefore } from '../sensitive-pages.ts';
import { strictestPolicy } from '../site-policies.ts';

/**
 * Whether the text of a page may be sent to a model. `withhold`: it may not, regardless of what the user would answer.
 */
export type PageDecision = { type: 'send' } | { type: 'withhold' } | { type: 'ask'; question: ContextQuestion };

/** A page whose text would be sent to a model, and what the decision depends on. */
export type PageToSend = {
  page: Pick<PageAccess, 'hasSensitiveField'>;
  tabId: number;
  url: string;
  /** The user's policy for its site. */
  policy: SitePolicy;
  /** The site that the user has approved for this, or null. */
  approvedOrigin: string | null;
  /** Whether the browser shows the document in its own viewer, which requires a permission for the site. */
  isInViewer: boolean;
  /** Why the user has not allowed reading this site. Null if they have. */
  notAllowed: 'no-access' | 'moved' | null;
  /** Whether the model is remote: neither on this machine nor in the local network. */
  isHosted: boolean;
  /** Whether a password or payment field needs no question, because the user has approved this page before. */
  mayHaveFields: boolean;
  signal: AbortSignal;
};

/**
 * Decides whether a page may be sent, or what the user is asked first. Throws PageError if its fields cannot be
 * determined.
 */
export async function decidePage(toSend: PageToSend): Promise<PageDecision> {
  const { page, tabId, policy, approvedOrigin, isInViewer, notAllowed, isHosted, mayHaveFields, signal } = toSend;
  const origin = parseOrigin(toSend.url);
  const ask = (reason: ContextQuestion['reason']): PageDecision => ({ type: 'ask', question: { reason, origin } });
  if (policy === 'never') return { type: 'withhold' };
  if (approvedOrigin !== null && approvedOrigin === origin) return { type: 'send' };
  if (isInViewer) return ask('viewer');
  if (policy === 'ask') return ask('site-asks');
  if (notAllowed !== null) return ask(notAllowed);
  if (!isHosted || mayHaveFields) return { type: 'send' };
  return (await hasSensitiveFields(page, tabId, signal)) ? ask('sensitive-fields') : { type: 'send' };
}

/** A tab whose page is sent with the question of a run. */
export type TabOfRun = {
  page: Pick<PageAccess, 'check' | 'hasSensitiveField' | 'policyFor'>;
  tabId: number;
  run: AssistantMessage;
  state: ThreadState;
  isHosted: boolean;
  signal: AbortSignal;
};

/** Like `decidePage`, for a tab that is sent with a question. Throws PageError if no extension may read it. */
export async function decideTabOfRun({ page, tabId, run, state, isHosted, signal }: TabOfRun): Promise<PageDecision> {
  const access = await page.check(tabId);
  if (access.type === 'impossible') throw access.error;
  if (access.type === 'needed') return { type: 'ask', question: { reason: 'no-access', origin: null } };
  const { url } = access;
  const site = policySite(url) ?? '';
  const { askSites = [], neverSites = [] } = run.contextPolicy ?? {};
  const policyAtStart = neverSites.includes(site) ? 'never' : askSites.includes(site) ? 'ask' : 'send';
  // The tab may now show another page of the same site, on which a page of a third site is shown.
  const policy = strictestPolicy([policyAtStart, await page.policyFor(url)]);
  const isAllowed = allowedSites(run).has(parseOrigin(url) ?? '');
  const notAllowed = isAllowed ? null : run.page === null ? 'no-access' : 'moved';
  const about = { page, tabId, url, policy, approvedOrigin: null, signal } as const;
  const mayHaveFields = wasApprovedBefore(state, url);
  return decidePage({ ...about, isInViewer: access.type === 'viewer', notAllowed, isHosted, mayHaveFields });
}

/**
 * Decides again after the page was read, because frames and fields are often added after a page has loaded. Returns
 * what the user is asked, or null.
 */
export async function askAfterReading(tab: Omit<TabOfRun, 'run'>): Promise<ContextQuestion | null> {
  const { page, tabId, state, isHosted, signal } = tab;
  const access = await page.check(tabId);
  if (access.type !== 'granted' || !isHosted || wasApprovedBefore(state, access.url)) return null;
  if (!(await hasSensitiveFields(page, tabId, signal, { isLoaded: true }))) return null;
  return { reason: 'sensitive-fields', origin: parseOrigin(access.url) };
}
