import type { ContextPolicy, ContextSettings, SitePolicy } from '../contracts/index.ts';
import { policySite } from './addresses.ts';
import { shownAddresses } from './shown-addresses.ts';

/** The user's policies for sites, by scheme and host. */
export type SitePolicies = Readonly<Record<string, SitePolicy>>;

/**
 * Returns the policy for a page. A policy covers the whole site: both schemes, a dot after the host, `www.`, and all
 * subdomains. If several apply, the one for the most specific host counts. If two are for the same host, the stricter
 * one counts. The policy of a site also covers its pages where another site shows them, see `shownAddresses`.
 */
export function policyFor(url: string, policies: SitePolicies): SitePolicy {
  if (Object.keys(policies).length === 0) return 'send';
  return policyWithShown(url, { policies, byHost: rulesByHost(policies) }, MAX_NESTED);
}

/** The policies as they are stored, and by host, because an address may name many hosts. */
type Rules = { policies: SitePolicies; byHost: ReadonlyMap<string, SitePolicy> };

/** How many services that show pages may be nested: a translation of an archived page. */
const MAX_NESTED = 2;

/** The policy of an address, or of a page that it shows if that one is stricter. */
function policyWithShown(url: string, rules: Rules, depth: number): SitePolicy {
  const shown = depth === 0 ? [] : shownAddresses(url).map((address) => policyWithShown(address, rules, depth - 1));
  return strictestPolicy([policyForAddress(url, rules), ...shown]);
}

export function strictestPolicy(policies: readonly SitePolicy[]): SitePolicy {
  return policies.reduce((one, other) => (STRICTNESS[other] > STRICTNESS[one] ? other : one), 'send');
}

function policyForAddress(url: string, { policies, byHost }: Rules): SitePolicy {
  const host = bareHost(url);
  if (host === '') return policies[policySite(url) ?? ''] ?? 'send';
  for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1 || rest.length + 1)) {
    const policy = byHost.get(rest);
    if (policy !== undefined) return policy;
  }
  return 'send';
}

/** Of two policies for one host, the stricter one counts. */
function rulesByHost(policies: SitePolicies): Map<string, SitePolicy> {
  const rules = new Map<string, SitePolicy>();
  for (const [site, policy] of Object.entries(policies)) {
    const host = ruleHost(site);
    rules.set(host, strictestPolicy([rules.get(host) ?? 'send', policy]));
  }
  return rules;
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
 * Returns the policy of a run for the sites of these pages. It contains no other site, because chats are exported and
 * the list is private. Of a site that shows the pages of others, one page decides.
 */
export function buildContextPolicy(
  { mode, maxTokens, sites }: ContextSettings,
  urlsOfRun: readonly string[],
): ContextPolicy {
  const withPolicy = (policy: SitePolicy) => [
    ...new Set(urlsOfRun.filter((url) => policyFor(url, sites) === policy).flatMap((url) => policySite(url) ?? [])),
  ];
  return { mode, maxTokens, askSites: withPolicy('ask'), neverSites: withPolicy('never') };
}
