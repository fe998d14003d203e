import { browser } from 'wxt/browser';

/** Why a sign-in page gave nothing back. `cancelled`: the user closed it. */
export type WebAuthError = 'cancelled' | 'not-loaded';

/** An address that the browser takes back from a sign-in page, at any path. */
export function webAuthRedirectUrl(path?: string): string {
  return browser.identity.getRedirectURL(path);
}

/**
 * Opens a sign-in page in a window of its own and resolves to the address that it redirected to, which begins with
 * `webAuthRedirectUrl()`. What the address holds is unchecked.
 */
export async function webAuthFlow(url: string): Promise<{ redirect: string } | { error: WebAuthError }> {
  try {
    const redirect = await browser.identity.launchWebAuthFlow({ url, interactive: true });
    return redirect === undefined ? { error: 'cancelled' } : { redirect };
  } catch (error) {
    return { error: NOT_LOADED.test(String(error)) ? 'not-loaded' : 'cancelled' };
  }
}

/** Chrome: "Authorization page could not be loaded."; Firefox: "Invalid request". All else is a closed window. */
const NOT_LOADED = /could not be loaded|invalid request/i;
