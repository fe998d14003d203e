import type { ContextPolicy, ContextSettings, SitePolicy } from '../contracts/index.ts';
import { policySite } from './addresses.ts';

/** The user's policies for sites, by scheme and host. */
export type SitePolicies = Readonly<Record<string, SitePolicy>>;

/**
 * Returns the policy for a page. A policy covers the whole site: both schemes, a dot after the host, `www.`, and all
 * subdomains. If several apply, the one for the most specific host counts. If two are for the same host, the stricter
 * one counts.
 */
export function policyFor(url: string, policies: SitePolicies): SitePolicy {
  const policy = policyForAddress(url, policies);
  const shown = shownAddress(url);
  if (shown === null) return policy;
  const policyOfShown = policyForAddress(shown, policies);
  return STRICTNESS[policyOfShown] > STRICTNESS[policy] ? policyOfShown : policy;
}

function policyForAddress(url: string, policies: SitePolicies): SitePolicy {
  const exact = policies[policySite(url) ?? ''];
  const host = bareHost(url);
  if (host === '') return exact ?? 'send';
  const covering = Object.entries(policies)
    .map(([site, policy]) => ({ host: ruleHost(site), policy }))
    .filter((each) => each.host !== '' && isUnder(host, each.host))
    .sort((a, b) => b.host.length - a.host.length || STRICTNESS[b.policy] - STRICTNESS[a.policy]);
  return covering[0]?.policy ?? 'send';
}

const STRICTNESS: Record<SitePolicy, number> = { send: 0, ask: 1, never: 2 };

/** Whether two addresses belong to one site: they have the same host, or one host is a subdomain of the other. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [bareHost(one), bareHost(other)];
  return first !== '' && second !== '' && (isUnder(first, second) || isUnder(second, first));
}

function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/**
 * Returns the host that a policy is for. Settings name a site by scheme and host. A file may use the forms that people
 * write: `bank.test`, `bank.test:8443`, `*.bank.test`, `//bank.test/login`. If such a rule covered nothing, it would
 * protect nothing.
 */
function ruleHost(site: string): string {
  const text = site.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
  return bareHost(address.replace(/\/\/[*.]+/, '//'));
}

/** Addresses that show another address. They have no host, or a misleading one. */
const OUTER_SCHEME = /^(?:blob|view-source|filesystem):/i;

/**
 * Returns the host of an address without `www.` and a trailing dot. For `blob:`, it is the host of the page that
 * created it. '' if there is none.
 */
function bareHost(url: string): string {
  if (OUTER_SCHEME.test(url)) return bareHost(url.replace(OUTER_SCHEME, ''));
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./, '').replace(/\.+$/, '');
}

/**
 * Returns the address of the page that another address shows with its text: Google's translation of it, Firefox's
 * reader view of it. Null for all others.
 */
function shownAddress(url: string): string | null {
  const { protocol, pathname, search, hostname } = URL.parse(url) ?? {};
  if (protocol === 'about:' && pathname === 'reader') return new URLSearchParams(search).get('url');
  const [, translated] = /^([^.]+)\.translate\.goog$/.exec(hostname ?? '') ?? [];
  // A dash in the host of the page is doubled.
  return translated === undefined ? null : `https://${translated.replace(/-+/g, decodeDashes)}/`;
}

function decodeDashes(dashes: string): string {
  return '-'.repeat(dashes.length >> 1) + (dashes.length % 2 === 1 ? '.' : '');
}

/**
 * Returns the policy of a run for pages of these sites. It contains no other site, because chats are exported and the
 * list is private.
 */
export function buildContextPolicy(
  { mode, maxTokens, sites }: ContextSettings,
  sitesOfRun: readonly (string | null)[],
): ContextPolicy {
  const withPolicy = (policy: SitePolicy) =>
    [...new Set(sitesOfRun.filter((site) => site !== null && policyFor(site, sites) === policy))] as string[];
  return { mode, maxTokens, askSites: withPolicy('ask'), neverSites: withPolicy('never') };
}
