import { type Browser, browser } from 'wxt/browser';

/**
 * Removes the Origin header for these servers (`scheme://host:port`), only from requests of the extension, since local
 * servers refuse them like those of a foreign page (quirk: endpoint-origin). A rule for all pages would remove the
 * protection against such pages. Rules last until the browser is closed. Rules for other servers are removed.
 */
export async function hideOriginFrom(origins: readonly string[]): Promise<void> {
  const present = await browser.declarativeNetRequest.getSessionRules();
  const newRules = [...new Set(origins)].map((origin, index) => hidingRule(origin, index + 1));
  const isSame =
    present.length === newRules.length && newRules.every((rule) => present.some((each) => isFor(each, rule)));
  if (isSame) return;
  await browser.declarativeNetRequest.updateSessionRules({
    removeRuleIds: present.map((rule) => rule.id),
    addRules: newRules,
  });
}

type Rule = Browser.declarativeNetRequest.Rule;

function hidingRule(origin: string, id: number): Rule {
  return {
    id,
    action: { type: 'modifyHeaders', requestHeaders: [{ header: 'origin', operation: 'remove' }] },
    condition: {
      initiatorDomains: [new URL(browser.runtime.getURL('/')).hostname],
      resourceTypes: ['xmlhttprequest'],
      urlFilter: `|${origin}/`,
    },
  };
}

function isFor(rule: Rule, other: Rule): boolean {
  return rule.condition.urlFilter === other.condition.urlFilter;
}
