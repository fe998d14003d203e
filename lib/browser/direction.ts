import { browser } from 'wxt/browser';

/** Draws this page in the direction of the browser's own language. */
export function followDirection(): void {
  document.documentElement.dir = browser.i18n.getMessage('@@bidi_dir') || 'ltr';
}
