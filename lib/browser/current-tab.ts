import { type Browser, browser } from 'wxt/browser';
import { isFullPage } from './panel.ts';

/** The tab beside the panel. `title` and `url` are '' while the browser hides them from us. */
export type CurrentTab = { tabId: number; title: string; url: string };

/**
 * Follows the tab a question would be about: the one of `?tabId=N` where the address has it, the one that was looked at last
 * in this window where the panel is a full page, else the active one of the panel's window. Returns the function that ends it.
 */
export function watchCurrentTab(onTab: (tab: CurrentTab | null) => void): () => void {
  const fixed = Number(new URLSearchParams(location.search).get('tabId') ?? Number.NaN);
  const look = () => {
    const found = Number.isInteger(fixed) ? browser.tabs.get(fixed) : isFullPage() ? lastTab() : activeTab();
    found.then(
      (tab) => onTab(tab === undefined ? null : describe(tab)),
      () => onTab(null),
    );
  };
  const events = [
    browser.tabs.onActivated,
    browser.tabs.onUpdated,
    browser.tabs.onRemoved,
    browser.permissions.onAdded,
    browser.permissions.onRemoved,
  ];
  for (const event of events) event.addListener(look);
  // A click on the toolbar button gives access to the tab without any event: look again when the panel is looked at.
  window.addEventListener('focus', look);
  look();
  return () => {
    for (const event of events) event.removeListener(look);
    window.removeEventListener('focus', look);
  };
}

/** The window a page of ours is in. */
export async function currentWindowId(): Promise<number | undefined> {
  return (await browser.windows.getCurrent()).id;
}

/** Our own pages are beside nothing. */
function describe({ id, title = '', url = '' }: Browser.tabs.Tab): CurrentTab | null {
  return id === undefined || url.startsWith(browser.runtime.getURL('/')) ? null : { tabId: id, title, url };
}

/** The tab that was looked at last, but for our own pages. */
async function lastTab() {
  const tabs = await browser.tabs.query({ currentWindow: true });
  const others = tabs.filter((tab) => describe(tab) !== null);
  return others.toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))[0];
}

async function activeTab() {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab;
}
