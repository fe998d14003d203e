import { type Browser, browser } from 'wxt/browser';

/** Firefox's sidebar, which the shared types do not know. */
type SidebarAction = { open(): Promise<void> };

/**
 * Opens the panel on a click on the toolbar button (or its shortcut). The click, unlike the browser's own "open panel on
 * click", also lets us read that tab; `onClick` hears of it.
 */
export function openPanelOnClick(onClick: (tabId: number) => void): void {
  browser.action.onClicked.addListener((tab) => {
    // No await before opening: the browser would no longer see the click.
    void openPanel(tab);
    if (tab.id !== undefined) onClick(tab.id);
  });
}

/** Opens the panel in a tab's window; browsers allow it only while they see the user's click or key. */
export function openPanel(tab: Browser.tabs.Tab): Promise<void> {
  if (import.meta.env.FIREFOX) {
    return (browser as unknown as { sidebarAction: SidebarAction }).sidebarAction.open();
  }
  return browser.sidePanel.open({ windowId: tab.windowId });
}

/** The panel's page as a tab of its own. */
const FULL_PAGE = '/sidepanel.html?view=page';

/** Whether this page is the panel opened in a tab of its own, which is beside nothing. */
export function isFullPage(): boolean {
  return new URLSearchParams(location.search).get('view') === 'page';
}

/** Opens the chat that the panel shows in a tab of its own. */
export async function openFullPage(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(FULL_PAGE) });
}
