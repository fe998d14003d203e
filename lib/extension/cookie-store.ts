import { browser } from 'wxt/browser';

/** The cookies of normal tabs in Firefox, which the extension's own requests also use. */
const DEFAULT_STORE = 'firefox-default';

/**
 * The id of the cookie store of a tab: in Firefox, each container has its own. Firefox reveals it without the
 * permission `cookies`. Browsers without containers do not, so it is '' for them.
 */
export async function getCookieStoreId(tabId: number): Promise<string> {
  const tab = (await browser.tabs.get(tabId).catch(() => null)) as { cookieStoreId?: string } | null;
  return tab?.cookieStoreId ?? '';
}

/** Whether requests of the extension use this cookie store. */
export function isOwnCookieStore(store: string): boolean {
  return store === '' || store === DEFAULT_STORE;
}
