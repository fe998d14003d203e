import { type Browser, browser } from 'wxt/browser';
import { browserSession } from './browser-session.ts';

/** Firefox's sidebar API, which the shared types lack. */
type SidebarAction = { open(): Promise<void>; close(): Promise<void> };

/**
 * Opens the panel on a click on the toolbar button (or its shortcut). Unlike the browser's own "open panel on click",
 * this also grants access to the tab. `onClick` receives the tab and its address, which the browser now reveals.
 */
export function openPanelOnClick(onClick: (tabId: number, url: string) => void): void {
  browser.action.onClicked.addListener((tab) => {
    // No await before opening or closing, since the browser requires a user gesture.
    if (isShownBeside(tab)) return void sidebarAction()?.close();
    void openPanel(tab);
    if (tab.id !== undefined) onClick(tab.id, tab.url ?? '');
  });
}

/** Opens the panel in a tab's window. Browsers allow it only during a user gesture. */
export function openPanel(tab: Browser.tabs.Tab): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId: tab.windowId });
  const sidebar = sidebarAction();
  // Firefox for Android has no sidebar. The panel there is a tab about the tab from which it was opened.
  return sidebar === undefined ? openStandIn(tab.id ?? browser.tabs.TAB_ID_NONE) : sidebar.open();
}

function sidebarAction(): SidebarAction | undefined {
  return (browser as { sidebarAction?: SidebarAction }).sidebarAction;
}

/**
 * Whether the browser shows the panel beside pages. Firefox for Android has no sidebar, no toolbar for extension
 * buttons, no context menus and no shortcuts. The panel there is a tab that is opened from the browser's menu.
 */
export function hasPanelBeside(): boolean {
  return !import.meta.env.FIREFOX || sidebarAction() !== undefined;
}

/**
 * Key under which a panel stores which tab it shows as readable, for the background, which cannot ask during a user
 * gesture.
 */
const SHOWN_TAB = 'shownTab';

/** Stores in this page which tab the panel can read; null for none. */
export function showAsReadable(tabId: number | null): void {
  if (tabId === null) delete document.documentElement.dataset[SHOWN_TAB];
  else document.documentElement.dataset[SHOWN_TAB] = String(tabId);
}

/** Tabs whose pages can be read, but for which the user was asked to click the button to allow a screenshot. */
const awaitedClicks = new Set<number>();

/** Makes the next click on the toolbar button in this tab leave the sidebar open. */
export function awaitClick(tabId: number): void {
  awaitedClicks.add(tabId);
}

/**
 * Whether Firefox's sidebar is open in the tab's window and can read the tab. A click then has nothing left to share,
 * so it closes the sidebar, as Firefox users expect. Chrome closes its side panel itself.
 */
function isShownBeside({ id, windowId }: Browser.tabs.Tab): boolean {
  if (!import.meta.env.FIREFOX || sidebarAction() === undefined) return false;
  if (id !== undefined && awaitedClicks.delete(id)) return false;
  const views = browser.extension.getViews({ type: 'sidebar' as 'popup', windowId }) as unknown as {
    document: Document;
  }[];
  return views.some((view) => view.document.documentElement.dataset[SHOWN_TAB] === String(id));
}

/** Marks a panel in a tab that replaces one that the browser does not open, for example from the address bar. */
const STAND_IN = '&standIn';

/** Shows the panel about a tab in a separate tab, existing or new, if the browser does not open the panel itself. */
export async function openStandIn(tabId: number): Promise<void> {
  const session = await readSessionId();
  const query = `?tabId=${tabId}&session=${session}${STAND_IN}`;
  const url = browser.runtime.getURL(`/sidepanel.html${query}` as '/sidepanel.html');
  const open = (await findStandIns()).find((tab) => tab.url === url);
  if (open?.id === undefined) await browser.tabs.create({ url });
  else await browser.tabs.update(open.id, { active: true });
}

/** Whether this page is a panel in a tab that covers the page it is about. */
export function isStandIn(): boolean {
  return location.search.endsWith(STAND_IN);
}

async function findStandIns(where: { currentWindow?: true } = {}): Promise<Browser.tabs.Tab[]> {
  const url = browser.runtime.getURL('/sidepanel.html?*' as '/sidepanel.html');
  return (await browser.tabs.query({ ...where, url })).filter((tab) => tab.url?.endsWith(STAND_IN));
}

/** Closes the panels in tabs of this window if this page is the panel beside its pages, which replaces them. */
export async function closeStandIns(): Promise<void> {
  if (location.search !== '') return;
  const tabIds = (await findStandIns({ currentWindow: true })).flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (tabIds.length > 0) await browser.tabs.remove(tabIds);
}

/** Key in the browser's session storage for an id of the browser session. */
const SESSION_ID = 'sessionId';

async function readSessionId(): Promise<string> {
  const storedId = await browserSession.get(SESSION_ID);
  if (storedId !== null) return storedId;
  const id = crypto.randomUUID();
  await browserSession.set(SESSION_ID, id);
  return id;
}

/** The id of the tab in the address of this page, or null if there is none. */
export function tabInAddress(): number | null {
  const tabId = new URLSearchParams(location.search).get('tabId');
  return tabId !== null && /^\d+$/.test(tabId) ? Number(tabId) : null;
}

/**
 * Whether the tab in the address is one of this browser session. Browsers restore tabs with their addresses, but give
 * each tab a new id, so the id in the address may now belong to another page.
 */
export async function isTabInAddressCurrent(): Promise<boolean> {
  const session = new URLSearchParams(location.search).get('session');
  return session === null || session === (await browserSession.get(SESSION_ID));
}

/** The address of the panel's page in a separate tab. */
const FULL_PAGE = '/sidepanel.html?view=page';

/** Whether this page is the panel in a separate tab, which has no page beside it. */
export function isFullPage(): boolean {
  return new URLSearchParams(location.search).get('view') === 'page';
}

/** The address of a chat in a separate tab. */
export function chatAddress(threadId: string): string {
  return `${FULL_PAGE}&chat=${encodeURIComponent(threadId)}`;
}

/** The chat in the address of this page, or null. */
export function chatInAddress(): string | null {
  return new URLSearchParams(location.search).get('chat');
}

/**
 * Where this panel is shown: beside the page it is about, in another tab although it could be beside the page, or in
 * another tab because the browser has no other place for it.
 */
export type PanelPlace = 'beside-page' | 'other-tab' | 'only-tab';

export function panelPlace(): PanelPlace {
  if (!hasPanelBeside()) return 'only-tab';
  return isStandIn() || isFullPage() ? 'other-tab' : 'beside-page';
}

/** Opens the panel's chat in a separate tab. */
export async function openFullPage(): Promise<void> {
  await browser.tabs.create({ url: browser.runtime.getURL(FULL_PAGE) });
}

/** Opens the settings at a section, by the fragment of its address. */
export async function openSettings(section: string): Promise<void> {
  if (section === '') return browser.runtime.openOptionsPage();
  await browser.tabs.create({ url: browser.runtime.getURL(`/options.html#${section}` as '/options.html') });
}

/** A command of the manifest and its keys in the browser's notation, such as `Alt+Shift+J`, or '' if it has none. */
export type BrowserShortcut = { name: string; description: string; keys: string };

/** Firefox's function that opens its shortcut settings, since version 137. The shared types lack it. */
type ShortcutSettings = { openShortcutSettings(): Promise<void> };

/** The shortcuts that the browser listens for, in every tab. */
export async function browserShortcuts(): Promise<BrowserShortcut[]> {
  const { commands } = browser as Partial<typeof browser>;
  return ((await commands?.getAll()) ?? []).map(({ name = '', description = '', shortcut = '' }) => ({
    name,
    description,
    keys: shortcut,
  }));
}

/** Opens the browser's own page for changing shortcuts. */
export async function openBrowserShortcuts(): Promise<void> {
  if (import.meta.env.FIREFOX) return (browser.commands as unknown as ShortcutSettings).openShortcutSettings();
  // Edge and others map this address to their own page.
  await browser.tabs.create({ url: 'chrome://extensions/shortcuts' });
}
