import { storage } from 'wxt/utils/storage';

/** Kept in memory by the browser, for our pages and the worker only, and gone when it is closed. */
export const browserSession = {
  get: (name: string) => storage.getItem<string>(`session:${name}`),
  set: (name: string, value: string | null) => storage.setItem(`session:${name}`, value),
};
