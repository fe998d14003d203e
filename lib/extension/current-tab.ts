import { type Browser, browser } from 'wxt/browser';
import { onTabClosed, onTabsChange } from './open-tabs.ts';
import { isFullPage, isTabInAddressCurrent, tabInAddress } from './panel.ts';

/** The tab beside the panel. `title` and `url` are '' while the browser hides them. */
export type CurrentTab = { tabId: number; title: string; url: string };

/**
 * Observes the tab that a question is about: the one in `?tabId=N` if the address has it, the last active one if the
 * panel is a full page or the browser has restarted since, else the active tab of the panel's window. Returns the
 * unsubscribe function.
 */
export function watchCurrentTab(onTab: (tab: CurrentTab | null) => void): () => void {
  const tabId = tabInAddress();
  if (tabId === null) return watch(isFullPage() ? lastTab : activeTab, onTab);
  let isOver = false;
  let stop = () => {
    isOver = true;
  };
  void isTabInAddressCurrent().then((isCurrent) => {
    if (!isOver) stop = isCurrent ? watchTab(tabId, onTab) : watch(lastTab, onTab);
  });
  return () => stop();
}

/**
 * Observes one tab across navigations. Calls back with null once it is closed. Browsers still list a tab while they
 * report its removal (quirk: closing-tab-listed), so the report takes precedence. Returns the unsubscribe function.
 */
export function watchTab(tabId: number, onTab: (tab: CurrentTab | null) => void): () => void {
  let isClosed = false;
  const stopClosed = onTabClosed((closedTabId) => {
    isClosed ||= closedTabId === tabId;
  });
  const stop = watch(async () => (isClosed ? undefined : browser.tabs.get(tabId)), onTab);
  return () => {
    stopClosed();
    stop();
  };
}

function watch(find: () => Promise<Browser.tabs.Tab | undefined>, onTab: (tab: CurrentTab | null) => void) {
  let lookups = 0;
  let isOver = false;
  const look = async () => {
    const lookup = ++lookups;
    const tab = await find().catch(() => undefined);
    // A later lookup may already have been answered.
    if (!isOver && lookup === lookups) onTab(tab === undefined ? null : describe(tab));
  };
  const stop = onTabsChange(() => void look());
  void look();
  return () => {
    isOver = true;
    stop();
  };
}

/** The window of this page, or of its tab if the browser has no API for windows, as on Android. */
export async function currentWindowId(): Promise<number | undefined> {
  const { windows } = browser as Partial<typeof browser>;
  return windows === undefined ? (await browser.tabs.getCurrent())?.windowId : (await windows.getCurrent()).id;
}

/** Pages of the extension are not a context for questions. */
function describe({ id, title = '', url = '' }: Browser.tabs.Tab): CurrentTab | null {
  return id === undefined || url.startsWith(browser.runtime.getURL('/')) ? null : { tabId: id, title, url };
}

/** The last active tab that is not a page of the extension. */
async function lastTab() {
  const tabs = await browser.tabs.query({ currentWindow: true });
  const others = tabs.filter((tab) => describe(tab) !== null);
  return others.toSorted((one, other) => (other.lastAccessed ?? 0) - (one.lastAccessed ?? 0))[0];
}

async function activeTab() {
  const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
  return tab;
}
