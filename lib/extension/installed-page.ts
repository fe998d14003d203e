import { type Browser, browser } from 'wxt/browser';

/**
 * Opens the page that shows where the toolbar button is, once, when the user has installed the extension. Not after
 * updates, and not for a temporary add-on in Firefox. Call it when the worker starts.
 */
export function showPageOnInstall(): void {
  browser.runtime.onInstalled.addListener((details: { reason: string; temporary?: boolean }) => {
    if (details.reason !== 'install' || details.temporary === true) return;
    void browser.tabs.create({ url: browser.runtime.getURL('/installed.html') });
  });
}

/** The tab that contains this page. */
export function getOwnTab(): Promise<Browser.tabs.Tab | undefined> {
  return browser.tabs.getCurrent();
}
