import { browser } from 'wxt/browser';
import type { BrowserPermission } from '../contracts/index.ts';
import { hasPanelBeside } from './panel.ts';

const ALL_SITES = { origins: ['http://*/*', 'https://*/*'] };

/** The match pattern for a server or site. Patterns have no port. Null for addresses that no permission covers. */
export function matchPattern(url: string): string | null {
  const parsedUrl = URL.parse(url);
  if (parsedUrl === null || (parsedUrl.protocol !== 'http:' && parsedUrl.protocol !== 'https:')) return null;
  return `${parsedUrl.protocol}//${parsedUrl.hostname}/*`;
}

/**
 * Sites that no extension may read, regardless of permissions: Mozilla's (Firefox's
 * `extensions.webextensions.restrictedDomains`), and Google's store.
 */
const RESTRICTED =
  /^(?:support\.mozilla\.org|sync\.services\.mozilla\.com|chromewebstore\.google\.com|(?:[\w.-]+\.)?(?:addons|accounts|cdn)\.(?:mozilla\.org|firefox\.com|mozilla\.net))$/;

/** Whether pages of this host cannot be read with any permission. */
export function isRestrictedHost(hostname: string): boolean {
  return RESTRICTED.test(hostname);
}

export async function hasHostPermission(url: string): Promise<boolean> {
  const pattern = matchPattern(url);
  return pattern !== null && (await browser.permissions.contains({ origins: [pattern] }));
}

/**
 * Asks the browser for access to the host of an address. Call it directly in a click handler, before any await:
 * browsers refuse it elsewhere. Resolves to whether access was granted.
 */
export function requestHostPermission(url: string): Promise<boolean> {
  const pattern = matchPattern(url);
  return pattern === null ? Promise.resolve(false) : browser.permissions.request({ origins: [pattern] });
}

/** Like `requestHostPermission`, for several hosts in one prompt. */
export function requestHostPermissions(urls: readonly string[]): Promise<boolean> {
  const origins = urls.map(matchPattern).filter((pattern) => pattern !== null);
  return browser.permissions.request({ origins });
}

/** Asks for access to all sites. Call it directly in a click handler, before any await. */
export function requestAllSites(): Promise<boolean> {
  return browser.permissions.request(ALL_SITES);
}

/** All sites, and access to the targets of their redirects. */
const OPENING_PAGES = { ...ALL_SITES, permissions: ['webRequest' as const] };

/** Asks for the permissions to open pages on the web. Call it directly in a click handler, before any await. */
export function requestOpeningPages(): Promise<boolean> {
  return browser.permissions.request(OPENING_PAGES);
}

export function hasOpeningPages(): Promise<boolean> {
  return browser.permissions.contains(OPENING_PAGES);
}

/**
 * The data that Firefox tells users is sent if they grant a permission, by Firefox's names. Other browsers have no
 * equivalent.
 */
const DATA_COLLECTION: Record<BrowserPermission, string> = { bookmarks: 'bookmarksInfo', history: 'browsingActivity' };

/** Asks for access to bookmarks or the history. Call it directly in a click handler, before any await. */
export function requestBrowserPermission(permission: BrowserPermission): Promise<boolean> {
  const declared = import.meta.env.BROWSER === 'firefox' ? { data_collection: [DATA_COLLECTION[permission]] } : {};
  return refusedIfUnknown(browser.permissions.request({ permissions: [permission], ...declared }));
}

/** Firefox for Android has neither permission, and rejects requests for them. */
function refusedIfUnknown(answer: Promise<boolean>): Promise<boolean> {
  return answer.catch((error: unknown) => {
    if (hasPanelBeside()) throw error;
    return false;
  });
}

/**
 * Requests the permission to search with the browser's engine. Chrome grants it on a click without a prompt, and in
 * Firefox the permission cannot be optional. Call it directly in a click handler, before any await.
 */
export function requestBrowserSearch(): Promise<boolean> {
  if (import.meta.env.BROWSER === 'firefox') return Promise.resolve(true);
  return browser.permissions.request({ permissions: ['search'] });
}

export function hasBrowserPermission(permission: BrowserPermission): Promise<boolean> {
  return refusedIfUnknown(browser.permissions.contains({ permissions: [permission] }));
}

export function withdrawBrowserPermission(permission: BrowserPermission): Promise<boolean> {
  return browser.permissions.remove({ permissions: [permission] });
}

/** Chrome 133 and newer, which the shared types do not know yet. */
type HostAccess = {
  addHostAccessRequest?(request: { tabId: number }): Promise<void>;
  removeHostAccessRequest?(request: { tabId: number }): Promise<void>;
};

/**
 * Makes the browser offer, in its toolbar, access to a tab whose address it hides, if supported. Returns a function
 * that withdraws the offer.
 */
export function offerHostAccess(tabId: number): () => void {
  const { addHostAccessRequest, removeHostAccessRequest } = browser.permissions as HostAccess;
  // The tab may be closed already.
  const quietly = (work: Promise<void> | undefined) => void work?.catch(() => undefined);
  quietly(addHostAccessRequest?.({ tabId }));
  return () => quietly(removeHostAccessRequest?.({ tabId }));
}

/** The sites the user has allowed permanently, as match patterns. */
export async function allowedHosts(): Promise<string[]> {
  return ((await browser.permissions.getAll()).origins ?? []).toSorted();
}

export function withdrawHost(pattern: string): Promise<boolean> {
  return browser.permissions.remove({ origins: [pattern] });
}

export function hasAllSites(): Promise<boolean> {
  return browser.permissions.contains(ALL_SITES);
}

/** Calls back after the user allowed a site. */
export function onHostAllowed(callback: () => void): void {
  browser.permissions.onAdded.addListener(callback);
}

/** Calls back after the user granted or withdrew a permission. Returns the unsubscribe function. */
export function onPermissionChange(callback: () => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  onAdded.addListener(callback);
  onRemoved.addListener(callback);
  return () => {
    onAdded.removeListener(callback);
    onRemoved.removeListener(callback);
  };
}
