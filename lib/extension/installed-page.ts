import { type Browser, browser } from 'wxt/browser';

/**
 * Opens the page that says where the button is, once, when the user has installed the extension: not after updates, and not for an
 * add-on that Firefox loads only until it is closed. Call it when the worker starts.
 */
export function showPageOnInstall(): void {
  browser.runtime.onInstalled.addListener((details: { reason: string; temporary?: boolean }) => {
    if (details.reason !== 'install' || details.temporary === true) return;
    void browser.tabs.create({ url: browser.runtime.getURL('/installed.html') });
  });
}

/** The tab that this page is in. */
export function ownTab(): Promise<Browser.tabs.Tab | undefined> {
  return browser.tabs.getCurrent();
}
