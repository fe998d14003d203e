import { type Browser, browser } from 'wxt/browser';

/** Firefox's sidebar API, which the shared types lack. */
type SidebarAction = { open(): Promise<void> };

/**
 * Opens the panel on a click on the toolbar button (or its shortcut). Unlike the browser's own "open panel on click", this also
 * grants access to the tab; `onClick` receives it, with the address that the browser reveals since.
 */
export function openPanelOnClick(onClick: (tabId: number, url: string) => void): void {
  browser.action.onClicked.addListener((tab) => {
    // No await before opening, since the browser requires a user gesture.
    void openPanel(tab);
    if (tab.id !== undefined) onClick(tab.id, tab.url ?? '');
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

/** A command of the manifest and its keys as the browser writes them, such as `Alt+Shift+J`; '' for none. */
export type BrowserShortcut = { name: string; description: string; keys: string };

/** Firefox has a function for its page of shortcuts since version 137, which the shared types lack. */
type ShortcutSettings = { openShortcutSettings(): Promise<void> };

/** The shortcuts that the browser listens for, in every tab. */
export async function browserShortcuts(): Promise<BrowserShortcut[]> {
  const commands = await browser.commands.getAll();
  return commands.map(({ name = '', description = '', shortcut = '' }) => ({ name, description, keys: shortcut }));
}

/** Opens the browser's own page on which they are changed. */
export async function openBrowserShortcuts(): Promise<void> {
  if (import.meta.env.FIREFOX) return (browser.commands as unknown as ShortcutSettings).openShortcutSettings();
  // Edge and others take the address as theirs.
  await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
