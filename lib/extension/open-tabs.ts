import { type Browser, browser } from 'wxt/browser';
import type { TabInfo } from '../contracts/index.ts';
import { isInReaderView } from './inject.ts';
import { hasHostPermission, matchPattern } from './permissions.ts';
import { sharedSites } from './stored-state.ts';

/** Open tabs with web pages that the browser reveals, and the number of tabs that it hides. */
export type OpenTabs = { tabs: TabInfo[]; hidden: number };

export async function openTabs(): Promise<OpenTabs> {
  const all = await browser.tabs.query({});
  const tabs = all.flatMap(({ id, title, url, active }) =>
    id === undefined || url === undefined || matchPattern(url) === null
      ? []
      : [{ tabId: id, title: title ?? '', url, active }],
  );
  return { tabs, hidden: all.filter(({ url }) => url === undefined).length };
}

/** Whether the browser hides what a tab shows, because no permission covers its page. */
export async function isTabHidden(tabId: number): Promise<boolean> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab !== null && tab.url === undefined;
}

/** Maximum number of tabs that `findOpeners` returns. */
const MAX_OPENERS = 5;

/** The tabs from whose links a tab was opened, the nearest first, as far as they are still open. */
export async function findOpeners(tabId: number): Promise<number[]> {
  const openers: number[] = [];
  let opener = await findOpener(tabId);
  while (opener !== null && openers.length < MAX_OPENERS) {
    openers.push(opener);
    opener = await findOpener(opener);
  }
  return openers;
}

async function findOpener(tabId: number): Promise<number | null> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab?.openerTabId ?? null;
}

/** How long after a click the access that it grants may take effect, in milliseconds. */
const LATE_ACCESS_MS = 500;

/** Calls back whenever tabs, or access to them, may have changed. Returns the unsubscribe function. */
export function onTabsChange(callback: () => void): () => void {
  const events = [
    browser.tabs.onActivated,
    browser.tabs.onUpdated,
    browser.tabs.onRemoved,
    browser.permissions.onAdded,
    browser.permissions.onRemoved,
  ];
  for (const event of events) event.addListener(callback);
  // A click on the toolbar button grants access to a tab without an event. So the background records the click, and the
  // tabs are read again then, a little later (quirk: active-tab-late), and when the panel gets the focus.
  let late: ReturnType<typeof setTimeout> | undefined;
  const stopClicks = sharedSites.watch(() => {
    callback();
    clearTimeout(late);
    late = setTimeout(callback, LATE_ACCESS_MS);
  });
  window.addEventListener('focus', callback);
  return () => {
    stopClicks();
    clearTimeout(late);
    for (const event of events) event.removeListener(callback);
    window.removeEventListener('focus', callback);
  };
}

/** Calls back with the id of every closed tab. Returns the unsubscribe function. */
export function onTabClosed(callback: (tabId: number) => void): () => void {
  browser.tabs.onRemoved.addListener(callback);
  return () => browser.tabs.onRemoved.removeListener(callback);
}

/** Calls back once a tab is closed, also if it already was. Returns the unsubscribe function. */
export function whenTabCloses(tabId: number, callback: () => void): () => void {
  let isOver = false;
  const close = () => {
    if (!isOver) callback();
    isOver = true;
  };
  const stop = onTabClosed((closedTabId) => closedTabId === tabId && close());
  browser.tabs.get(tabId).catch(close);
  return () => {
    isOver = true;
    stop();
  };
}

/** Brings a tab and its window to the front. */
export async function showTab(tabId: number): Promise<void> {
  const { windowId } = await browser.tabs.get(tabId);
  await browser.tabs.update(tabId, { active: true });
  // Android has one window.
  await (browser as Partial<typeof browser>).windows?.update(windowId, { focused: true });
}

/** Returns the closed tabs among these. */
export async function closedTabs<Tab extends { tabId: number }>(tabs: readonly Tab[]): Promise<Tab[]> {
  const open = new Set((await browser.tabs.query({})).map(({ id }) => id));
  return tabs.filter(({ tabId }) => !open.has(tabId));
}

/** Calls back when a tab navigates or is closed. Returns the unsubscribe function. */
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

/** Firefox's function for Reader View, which the shared types lack. */
type ReaderView = { toggleReaderMode(tabId: number): Promise<void> };

/**
 * Calls back with whether a tab shows an article in Firefox's Reader View, which no extension can read: now, and
 * whenever it may have changed. Returns the unsubscribe function.
 */
export function watchReaderView(tabId: number, onAnswer: (isShown: boolean) => void): () => void {
  let isOver = false;
  const look = async () => {
    const isShown = await showsReaderView(tabId);
    if (!isOver) onAnswer(isShown);
  };
  const stop = onTabsChange(() => void look());
  void look();
  return () => {
    isOver = true;
    stop();
  };
}

async function showsReaderView(tabId: number): Promise<boolean> {
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return tab !== null && isInReaderView(tab);
}

/** How long the page behind Reader View may take to appear, in milliseconds. */
const LEAVING_MS = 10_000;

/**
 * Leaves Reader View. Once the page has loaded, resolves to whether the user always allows its site. If the tab shows
 * no article in Reader View any more, it does nothing else, since the browser's function would enter Reader View.
 */
export async function leaveReaderView(tabId: number): Promise<boolean> {
  if (await showsReaderView(tabId)) await toggleReaderView(tabId);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  return hasHostPermission(tab?.url ?? '');
}

/** Resolves once the page has loaded. */
async function toggleReaderView(tabId: number): Promise<void> {
  const pageLoad = Promise.withResolvers<void>();
  const onUpdated = (id: number, change: Browser.tabs.OnUpdatedInfo) => {
    if (id === tabId && change.status === 'complete') pageLoad.resolve();
  };
  const timer = setTimeout(pageLoad.resolve, LEAVING_MS);
  browser.tabs.onUpdated.addListener(onUpdated);
  try {
    await (browser.tabs as unknown as ReaderView).toggleReaderMode(tabId);
    await pageLoad.promise;
  } finally {
    clearTimeout(timer);
    browser.tabs.onUpdated.removeListener(onUpdated);
  }
}

/**
 * The language of a tab's page according to the browser, such as `de`. Null if the browser is not sure or does not
 * support this.
 */
export async function detectTabLanguage(tabId: number): Promise<string | null> {
  const detect: typeof browser.tabs.detectLanguage | undefined = browser.tabs.detectLanguage;
  const tag = await detect?.(tabId).catch(() => '');
  return tag === undefined || tag === '' || tag === 'und' ? null : tag;
}
