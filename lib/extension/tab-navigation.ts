import { type Browser, browser } from 'wxt/browser';

/** Calls back when a tab begins to show another page, or is closed. Returns the function that ends it. */
export function onTabNavigation(tabId: number, callback: () => void): () => void {
  const onUpdated = (id: number, change: Browser.tabs.OnUpdatedInfo) => {
    if (id === tabId && change.status === 'loading') callback();
  };
  const onRemoved = (id: number) => {
    if (id === tabId) callback();
  };
  browser.tabs.onUpdated.addListener(onUpdated);
  browser.tabs.onRemoved.addListener(onRemoved);
  return () => {
    browser.tabs.onUpdated.removeListener(onUpdated);
    browser.tabs.onRemoved.removeListener(onRemoved);
  };
}
