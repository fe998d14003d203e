import { type Browser, browser } from 'wxt/browser';

/** Firefox's sidebar API, which the shared types lack. */
type SidebarAction = { open(): Promise<void> };

/**
 * Opens the panel on a click on the toolbar button (or its shortcut). Unlike the browser's own "open panel on click", this also
 * grants access to the tab; `onClick` receives it.
 */
export function openPanelOnClick(onClick: (tabId: number) => void): void {
  browser.action.onClicked.addListener((tab) => {
    // No await before opening, since the browser requires a user gesture.
    void openPanel(tab);
    if (tab.id !== undefined) onClick(tab.id);
  });
}

/** Opens the panel in a tab's window. Browsers allow it only during a user gesture. */
export function openPanel(tab: Browser.tabs.Tab): Promise<void> {
  if (import.meta.env.FIREFOX) {
    return (browser as unknown as { sidebarAction: SidebarAction }).sidebarAction.open();
  }
  return browser.sidePanel.open({ windowId: tab.windowId });
}

/** The panel's page in a tab of its own. */
const FULL_PAGE = '/sidepanel.html?view=page';

/** Whether this page is the panel in a tab of its own, which has no page beside it. */
export function isFullPage(): boolean {
  return new URLSearchParams(location.search).get('view') === 'page';
}

/** Opens the panel's chat in a tab of its own. */
export async function openFullPage(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(FULL_PAGE) });
}

/** Opens the settings at a section, by the fragment of its address. */
export async function openSettings(section: string): Promise<void> {
  if (section === '') return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${section}` as '/options.html') });
}
