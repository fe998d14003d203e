import { browser } from 'wxt/browser';

/** A tab that is not shared hides its address, so no single site can be asked for. */
const ALL_SITES = { origins: ['http://*/*', 'https://*/*'] };

/** The match pattern for a server or site; patterns have no port. Null for addresses no permission covers. */
export function matchPattern(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  return `${parsed.protocol}//${parsed.hostname}/*`;
}

export async function hasHostPermission(url: string): Promise<boolean> {
  const pattern = matchPattern(url);
  return pattern !== null && (await browser.permissions.contains({ origins: [pattern] }));
}

/**
 * Asks the browser for access to the host of an address. Call it directly in a click handler, before any await: browsers
 * refuse it elsewhere. Resolves to whether access was granted.
 */
export function requestHostPermission(url: string): Promise<boolean> {
  const pattern = matchPattern(url);
  return pattern === null ? Promise.resolve(false) : browser.permissions.request({ origins: [pattern] });
}

/** As `requestHostPermission`, for all sites. */
export function requestAllSites(): Promise<boolean> {
  return browser.permissions.request(ALL_SITES);
}

export function hasAllSites(): Promise<boolean> {
  return browser.permissions.contains(ALL_SITES);
}

/** Calls back after the person granted or withdrew anything. Returns the function that ends it. */
export function onPermissionChange(callback: () => void): () => void {
  const { onAdded, onRemoved } = browser.permissions;
  onAdded.addListener(callback);
  onRemoved.addListener(callback);
  return () => {
    onAdded.removeListener(callback);
    onRemoved.removeListener(callback);
  };
}
