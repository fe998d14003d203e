import { browser } from 'wxt/browser';
import { storage } from 'wxt/utils/storage';

/** Private windows have a database of their own, and with it keys of their own. */
const key = (name: string) =>
  browser.extension.inIncognitoContext ? (`session:private-${name}` as const) : (`session:${name}` as const);

/** Kept in memory by the browser, for our pages and the worker only, and gone when it is closed. */
export const browserSession = {
  get: (name: string) => storage.getItem<string>(key(name)),
  set: (name: string, value: string | null) => storage.setItem(key(name), value),
};
