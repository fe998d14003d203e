import '../testing/fake-browser.ts';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { authorizationBrowser, webAuthFlow } from './mcp-ports.ts';
import {
  awaitClick,
  browserShortcuts,
  closeStandIns,
  hasPanelBeside,
  isTabInAddressCurrent,
  openPanelOnClick,
  openStandIn,
  panelPlace,
  tabInAddress,
} from './panel.ts';
import { hasBrowserPermission, requestBrowserPermission } from './permissions.ts';

const TAB = { id: 7, windowId: 3, url: 'https://tides.test/' };
const sidebarAction = { open: vi.fn(async () => undefined), close: vi.fn(async () => undefined) };
const onClick = vi.fn();
let click: (tab: object) => void;
/** The tab that the sidebar of each window has stored as readable. */
let readable: Record<number, string | undefined>;

beforeEach(() => {
  vi.clearAllMocks();
  readable = {};
  vi.stubEnv('FIREFOX', 'true');
  const onClicked = {
    addListener(listener: typeof click) {
      click = listener;
    },
  };
  Object.assign(browser, {
    sidebarAction,
    action: { onClicked },
    extension: {
      getViews: ({ windowId }: { windowId: number }) =>
        windowId in readable ? [{ document: { documentElement: { dataset: { shownTab: readable[windowId] } } } }] : [],
    },
  });
  vi.spyOn(browser.tabs, 'query').mockResolvedValue([] as never);
  openPanelOnClick(onClick);
  return () => vi.unstubAllEnvs();
});

test('a click opens the sidebar and shares the page, with its address', () => {
  click(TAB);
  expect(sidebarAction.open).toHaveBeenCalledOnce();
  expect(onClick).toHaveBeenCalledWith(7, 'https://tides.test/');
});

test('a second click, with nothing left to share, closes the sidebar of Firefox', () => {
  readable = { 3: '7' };
  click(TAB);
  expect(sidebarAction.close).toHaveBeenCalledOnce();
  expect(sidebarAction.open).not.toHaveBeenCalled();
  expect(onClick).not.toHaveBeenCalled();
});

test('a click that was requested, for a picture of the page, closes nothing, and the next one does', () => {
  readable = { 3: '7' };
  awaitClick(7);
  click(TAB);
  expect(sidebarAction.close).not.toHaveBeenCalled();
  expect(onClick).toHaveBeenCalledOnce();
  click(TAB);
  expect(sidebarAction.close).toHaveBeenCalledOnce();
});

test.each([
  ['a page that is not shared yet', { 3: undefined }],
  ['another tab than the sidebar shows', { 3: '8' }],
  ['a sidebar that is open in another window', { 4: '7' }],
])('a click shares, and closes nothing, with %s', (_what, views) => {
  readable = views;
  click(TAB);
  expect(sidebarAction.close).not.toHaveBeenCalled();
  expect(onClick).toHaveBeenCalledOnce();
});

/** Makes `address` that of this page. */
function openAt(address: string | undefined): void {
  vi.stubGlobal('location', new URL(address ?? 'moz-extension://0/sidepanel.html'));
  onTestFinished(() => void vi.unstubAllGlobals());
}

describe('a panel that the address bar opened in a tab', () => {
  let created: string[];
  beforeEach(() => {
    fakeBrowser.reset();
    created = [];
    vi.spyOn(browser.tabs, 'query').mockResolvedValue([] as never);
    vi.spyOn(browser.tabs, 'create').mockImplementation((async ({ url }: { url: string }) =>
      created.push(url)) as never);
  });

  test('is closed by the sidebar, and by no other panel', async () => {
    const removed = vi.spyOn(browser.tabs, 'remove').mockResolvedValue(undefined as never);
    await openStandIn(7);
    vi.mocked(browser.tabs.query).mockResolvedValue([
      { id: 20, url: created[0] },
      { id: 21, url: created[0]?.replace('&standIn', '') },
    ] as never);
    openAt(created[0]);
    await closeStandIns();
    openAt('moz-extension://0/sidepanel.html?view=page');
    await closeStandIns();
    expect(removed).not.toHaveBeenCalled();
    openAt('moz-extension://0/sidepanel.html');
    await closeStandIns();
    expect(removed).toHaveBeenCalledWith([20]);
  });

  test('is about the tab in its address only until the browser restarts, since tabs get new ids then', async () => {
    await openStandIn(7);
    openAt(created[0]);
    expect(tabInAddress()).toBe(7);
    expect(await isTabInAddressCurrent()).toBe(true);
    fakeBrowser.reset();
    expect(await isTabInAddressCurrent()).toBe(false);
    await openStandIn(7);
    expect(await isTabInAddressCurrent()).toBe(false);
  });

  test.each([
    ['sidepanel.html', 'beside-page'],
    ['sidepanel.html?view=page', 'other-tab'],
    ['sidepanel.html?tabId=7&session=0&standIn', 'other-tab'],
  ])('is not beside the page: %s', (address, place) => {
    openAt(`moz-extension://0/${address}`);
    expect(panelPlace()).toBe(place);
  });
});

describe('a browser without the interfaces that Android lacks', () => {
  beforeEach(() => void Object.assign(browser, { sidebarAction: undefined, commands: undefined, identity: undefined }));

  test('opens the panel in a tab about the page, and shows that tab again at the next click', async () => {
    const created = vi.spyOn(browser.tabs, 'create').mockResolvedValue({} as never);
    const updated = vi.spyOn(browser.tabs, 'update').mockResolvedValue({} as never);
    const closed = vi.spyOn(browser.tabs, 'remove').mockResolvedValue(undefined as never);
    click(TAB);
    await vi.waitFor(() => expect(created.mock.lastCall?.[0]?.url).toContain('/sidepanel.html?tabId=7'));
    expect(onClick).toHaveBeenCalledWith(7, 'https://tides.test/');
    vi.mocked(browser.tabs.query).mockResolvedValue([{ id: 20, url: created.mock.lastCall?.[0]?.url }] as never);
    click(TAB);
    await vi.waitFor(() => expect(updated).toHaveBeenCalledWith(20, { active: true }));
    expect(created).toHaveBeenCalledOnce();
    expect(closed).not.toHaveBeenCalled();
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  test('has no panel next to pages, lists no shortcuts, and offers no sign-in', async () => {
    expect(hasPanelBeside()).toBe(false);
    expect(await browserShortcuts()).toEqual([]);
    expect(authorizationBrowser.redirectUri).toBe('');
    expect(await webAuthFlow('https://a.test/')).toEqual({ error: 'cancelled' });
  });

  test('refuses permissions that it does not know', async () => {
    const unknown = async () => Promise.reject(new Error('Value must be one of …'));
    Object.assign(browser.permissions, { contains: unknown, request: unknown });
    expect(await hasBrowserPermission('bookmarks')).toBe(false);
    expect(await requestBrowserPermission('history')).toBe(false);
  });
});
