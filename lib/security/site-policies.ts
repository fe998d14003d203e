import type { ContextPolicy, ContextSettings, SitePolicy } from '../contracts/index.ts';
import { policySite } from './addresses.ts';

/** The user's policies for sites, by scheme and host. */
export type SitePolicies = Readonly<Record<string, SitePolicy>>;

/**
 * The policy for a page. A policy covers the whole site: both schemes, a dot after the host, `www.`, and all subdomains. If several
 * apply, the one for the most specific host counts; if two are for the same host, the stricter one.
 */
export function policyFor(url: string, policies: SitePolicies): SitePolicy {
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

/** Whether two addresses belong to one site: the same host, or one a subdomain of the other. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [bareHost(one), bareHost(other)];
  return first !== '' && second !== '' && (isUnder(first, second) || isUnder(second, first));
}

function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/**
 * The host that a policy is for. Settings name a site by scheme and host; a file may name it as people do: `bank.test`,
 * `bank.test:8443`, `*.bank.test`, `//bank.test/login`. A rule that covered nothing for that would protect nothing.
 */
function ruleHost(site: string): string {
  const text = site.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text.replace(/^\/\//, '')}`;
  return bareHost(address.replace(/\/\/[*.]+/, '//'));
}

/** Addresses that show another one: their own host is none, or the wrong one. */
const OUTER_SCHEME = /^(?:blob|view-source|filesystem):/i;

/** The host of an address without `www.` and a trailing dot; for `blob:`, that of the page that created it; '' if there is none. */
function bareHost(url: string): string {
  if (OUTER_SCHEME.test(url)) return bareHost(url.replace(OUTER_SCHEME, ''));
  return (URL.parse(url)?.hostname ?? '').replace(/^www\./, '').replace(/\.+$/, '');
}

/** The policy of a run for pages of these sites. It contains no other site, since chats are exported and the list is private. */
export function buildContextPolicy(
  { mode, maxTokens, sites }: ContextSettings,
  sitesOfRun: readonly (string | null)[],
): ContextPolicy {
  const withPolicy = (policy: SitePolicy) =>
    [...new Set(sitesOfRun.filter((site) => site !== null && policyFor(site, sites) === policy))] as string[];
  return { mode, maxTokens, askSites: withPolicy('ask'), neverSites: withPolicy('never') };
}
