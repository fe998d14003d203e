import { browser } from 'wxt/browser';
import { storage } from 'wxt/utils/storage';

/** Private windows have their own database, and therefore their own keys. */
export function sessionKey(name: string) {
  return browser.extension.inIncognitoContext ? (`session:private-${name}` as const) : (`session:${name}` as const);
}

/**
 * Session storage of the browser, in memory, for pages and worker of the extension; cleared when the browser closes.
 */
export const browserSession = {
  get: (name: string) => storage.getItem<string>(sessionKey(name)),
  set: (name: string, value: string | null) => storage.setItem(sessionKey(name), value),
};
