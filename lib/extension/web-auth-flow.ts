import { browser } from 'wxt/browser';
import { matchPattern } from './permissions.ts';

/** Why a sign-in page gave nothing back. `cancelled`: the user closed it. `not-allowed`: the permission `identity` is missing. */
export type WebAuthError = 'cancelled' | 'not-loaded' | 'not-allowed';

/**
 * Asks for what a sign-in takes: the permission `identity`, which Chrome grants without a question and Firefox has from the
 * manifest (it cannot be optional there), and access to the hosts of `urls`. Call it directly in a click handler, before any
 * await. Resolves to whether all was granted.
 */
export function requestWebAuth(urls: readonly string[]): Promise<boolean> {
  const origins = urls.flatMap((url) => matchPattern(url) ?? []);
  const isOptional = browser.runtime.getManifest().optional_permissions?.includes('identity') === true;
  return browser.permissions.request({ origins, ...(isOptional ? { permissions: ['identity'] } : {}) });
}

/** An address that the browser takes back from a sign-in page, at any path. Null without the permission `identity`. */
export function webAuthRedirectUrl(path: string): string | null {
  return browser.identity?.getRedirectURL(path) ?? null;
}

/**
 * Opens a sign-in page in a window of its own and resolves to the address that it redirected to, which begins with
 * `webAuthRedirectUrl('')`. What the address holds is unchecked.
 */
export async function webAuthFlow(url: string): Promise<{ redirect: string } | { error: WebAuthError }> {
  if (browser.identity === undefined) return { error: 'not-allowed' };
  try {
    const redirect = await browser.identity.launchWebAuthFlow({ url, interactive: true });
    return redirect === undefined ? { error: 'cancelled' } : { redirect };
  } catch (error) {
    return { error: NOT_LOADED.test(String(error)) ? 'not-loaded' : 'cancelled' };
  }
}

/** Chrome: "Authorization page could not be loaded."; Firefox: "Invalid request". All else is a closed window. */
const NOT_LOADED = /could not be loaded|invalid request/i;
