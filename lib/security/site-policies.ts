import type { ContextPolicy, ContextSettings, SitePolicy } from '../contracts/index.ts';
import { policySite } from './addresses.ts';

/** The user's policies of sites, by scheme and host. */
export type SitePolicies = Readonly<Record<string, SitePolicy>>;

/**
 * The policy for a page. A policy covers the whole site: also the other scheme, a dot after the host, `www.` and every host under it. Of
 * several, that of the nearest host counts, and of two for the same host the stricter one.
 */
export function policyFor(url: string, policies: SitePolicies): SitePolicy {
  const exact = policies[policySite(url) ?? ''];
  const host = bareHost(url);
  if (host === '') return exact ?? 'send';
  const covering = Object.entries(policies)
    .map(([site, policy]) => ({ host: bareHost(site), policy }))
    .filter((each) => each.host !== '' && isUnder(host, each.host))
    .sort((a, b) => b.host.length - a.host.length || STRICTNESS[b.policy] - STRICTNESS[a.policy]);
  return covering[0]?.policy ?? 'send';
}

const STRICTNESS: Record<SitePolicy, number> = { send: 0, ask: 1, never: 2 };

/** Whether two addresses are of one site: one host, or one host under the other. */
export function isSameSite(one: string, other: string): boolean {
  const [first, second] = [bareHost(one), bareHost(other)];
  return first !== '' && second !== '' && (isUnder(first, second) || isUnder(second, first));
}

function isUnder(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}

/** The host of an address without `www.` and a dot at its end; of `blob:` that of the page that made it; '' if there is none. */
function bareHost(url: string): string {
  const parsedUrl = URL.parse(url);
  if (parsedUrl?.protocol === 'blob:') return bareHost(parsedUrl.pathname);
  return (parsedUrl?.hostname ?? '').replace(/^www\./, '').replace(/\.+$/, '');
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
