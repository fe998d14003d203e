import { browser } from 'wxt/browser';

/** The cookies of normal tabs in Firefox, which are also those of the extension's own requests. */
const DEFAULT_STORE = 'firefox-default';

/**
 * The id of the cookies that a tab uses: in Firefox, each container has its own. Firefox reveals it without the permission
 * `cookies`; browsers without containers do not, so it is '' for them.
 */
export async function getCookieStoreId(tabId: number): Promise<string> {
  const tab = (await browser.tabs.get(tabId).catch(() => null)) as { cookieStoreId?: string } | null;
  return tab?.cookieStoreId ?? '';
}

/** Whether requests of the extension carry these cookies. */
export function isOwnCookieStore(store: string): boolean {
  return store === '' || store === DEFAULT_STORE;
}
