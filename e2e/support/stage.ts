import type { Browser, Page } from 'puppeteer-core';
import type { ModelInterface } from '../../lib/contracts/endpoint.ts';
import type { PageContextMode } from '../../lib/contracts/page-context.ts';
import type { BrowserName } from '../../scripts/browsers.ts';
import { clickFirefoxAction, closeFirefoxSidebar, stopFirefoxBackground } from '../../scripts/firefox-chrome.ts';
import { isOurWorkerInfo, type Launched, launch, openExtensionPage, openSidePanel } from '../../scripts/launch.ts';
import { UNREPORTED_NAVIGATION_MS } from '../../scripts/limits.ts';
import { servePage } from '../../scripts/serve-article.ts';
import { waitUntil } from '../../scripts/wait-until.ts';
import { fillField } from './fill-field.ts';
import { FirefoxSidebar } from './firefox-sidebar.ts';
import { Panel } from './panel.ts';
import { openSettingsSection, type SettingsHash } from './settings-section.ts';
import { giveBack, takeBrowser } from './shared-browser.ts';

/**
 * Chromium is tested with a build that has access to loopback, since it cannot answer permission dialogs when headless.
 */
export const EXTENSION_DIR: Record<BrowserName, string> = {
  chromium: '.output/chrome-mv3-e2e',
  firefox: '.output/firefox-mv3',
};
const WITH_TEST_TOOLS: Record<BrowserName, string> = { ...EXTENSION_DIR, firefox: '.output/firefox-mv3-e2e' };

/** Folder for downloads, ignored by git. Each worker process has its own. */
export const DOWNLOADS: Record<BrowserName, string> = {
  chromium: `out/downloads/chromium-${process.pid}`,
  firefox: `out/downloads/firefox-${process.pid}`,
};

/** The size of Chrome's side panel. */
const PANEL_SIZE = { width: 360, height: 720 };

/** A browser with the extension, and a page to ask about. */
export type Stage = Launched & {
  /** The sample article, on 127.0.0.1. */
  articleUrl: string;
  /** Opens a page in a tab. `inWindow`: in a separate window, in which it is drawn while another page is active. */
  openPage(url: string, options?: { inWindow?: boolean }): Promise<{ page: Page; tabId: number }>;
  /**
   * Opens the panel about a tab. In Firefox, this is the sidebar beside it. In Chromium, it is a separate tab, since
   * opening the side panel needs a click on the toolbar button, which shares the page. `inTab`: a separate tab in both,
   * for a panel that is not the only one in its window.
   */
  openPanel(tabId: number | null, options?: { inTab?: boolean }): Promise<Panel>;
  /** Replaces a panel in which a test has failed with one that shows a new chat. */
  renewPanel(panel: Panel): Promise<Panel>;
  /** The real side panel beside a page. Chromium only. */
  openSidePanel(page: Page): Promise<Panel>;
  /**
   * Configures an endpoint in the options page like a user, with its API type if necessary, and waits for its models.
   */
  addEndpoint(baseUrl: string, spoken?: ModelInterface): Promise<void>;
  /** The settings page, always open. */
  settings: Page;
  /** Chooses an option in a labeled list of the settings. */
  choose(label: string, option: string, section?: SettingsHash): Promise<void>;
  shot(page: Page, name: string): Promise<void>;
  /** Clicks the toolbar button while `page` is active. */
  clickToolbarButton(page: Page): Promise<void>;
  /** Stops the background without warning, like browsers do. Resolves to whether there was one to stop. */
  killWorker(): Promise<boolean>;
  close(): Promise<void>;
};

/** `pageContext`: overrides the shipped setting, for tests of tools that read pages. */
type StageOptions = OwnBrowser & { testTools?: boolean; ownBrowser?: boolean; pageContext?: PageContextMode };

/** The browsers of all stages that are open in this process. */
export const openBrowsers = new Set<Browser>();

/** A stage with any of these options has its own browser. See `LaunchOptions`. */
type OwnBrowser = {
  detachable?: boolean;
  profile?: string;
  proxyPort?: number;
  lookUpLog?: string;
  acceptsAnyCertificate?: boolean;
  language?: string;
  executable?: string;
  chromiumArguments?: readonly string[];
  home?: string;
  /** Another package than the built one, and preferences of Firefox. */
  extensionDir?: string;
  preferences?: Record<string, unknown>;
};

/**
 * Stages without special needs share one browser per worker process, in which the extension is reinstalled for each
 * stage. `ownBrowser`: for tests that change the browser itself. `testTools`: with the tools of
 * `entrypoints/background/test-hooks.ts`.
 */
export async function setStage(name: BrowserName, options: StageOptions = {}): Promise<Stage> {
  const article = await servePage();
  const { launched, release } = await takeOrLaunch(name, options);
  const { browser } = launched;
  openBrowsers.add(browser);
  // A page of the extension that stays open, to query the extension API about tabs.
  const desk = await openExtensionPage(launched, 'options.html');
  if (options.pageContext !== undefined) await storeSetting(desk, 'pageContextMode', options.pageContext);

  async function killWorker(): Promise<boolean> {
    return name === 'firefox' ? stopFirefoxBackground(browser) : killChromiumWorker(browser);
  }
  const beforeCommand = async () => {
    if (process.env.KILL_BEFORE_COMMANDS) await killWorker();
  };

  async function openPanel(tabId: number | null, { inTab = false } = {}): Promise<Panel> {
    if (name === 'firefox' && !inTab) {
      const sidebar = new FirefoxSidebar(browser, tabId);
      if (await sidebar.isOpen()) await sidebar.close();
      return new Panel(await sidebar.open(), beforeCommand, tabId);
    }
    const page = await openExtensionPage(launched, `sidepanel.html${tabId === null ? '' : `?tabId=${tabId}`}`);
    await page.setViewport(PANEL_SIZE);
    return new Panel(page, beforeCommand, tabId);
  }

  /** Runs work in the settings, and then activates the previous tab again, since a sidebar is about the active tab. */
  async function inSettings(work: () => Promise<void>): Promise<void> {
    if (name !== 'firefox') return work();
    const front = await frontTab(desk);
    await work();
    if (front !== undefined) await showTab(desk, front);
  }

  return {
    ...launched,
    articleUrl: article.url,
    openPage: (url, { inWindow = false } = {}) => openPage(desk, url, inWindow),
    openPanel,
    async renewPanel(panel) {
      await panel.page.close().catch(() => undefined);
      const renewed = await openPanel(panel.tabId);
      await renewed.click('New chat');
      return renewed;
    },
    openSidePanel: async (page) => new Panel(await openSidePanel(launched, page), beforeCommand),
    addEndpoint: (baseUrl, spoken) => inSettings(() => addEndpoint(desk, baseUrl, spoken)),
    settings: desk,
    choose: (label, option, section) => inSettings(() => chooseIn(desk, label, option, section)),
    shot: (page, file) => new Panel(page).shot(file),
    async clickToolbarButton(page) {
      await page.bringToFront();
      if (name === 'firefox') return clickFirefoxButton(browser);
      const extension = (await browser.extensions()).get(new URL(launched.extensionUrl('')).host);
      await extension?.triggerAction(page);
    },
    killWorker,
    async close() {
      openBrowsers.delete(browser);
      await release();
      await article.close();
    },
  };
}

/** A browser with the extension: the shared one of this process if nothing else is needed, otherwise a new one. */
async function takeOrLaunch(
  name: BrowserName,
  { testTools = false, ownBrowser = false, pageContext: _, ...own }: StageOptions,
): Promise<{ launched: Launched; release: () => Promise<void> }> {
  const options = {
    extensionDir: (testTools ? WITH_TEST_TOOLS : EXTENSION_DIR)[name],
    headless: true,
    downloadDir: DOWNLOADS[name],
    // Firefox can be configured to grant every permission prompt, so the shipped build is tested there.
    preferences: { 'extensions.webextOptionalPermissionPrompts': false },
  };
  // A script ends its browser itself.
  const isShared = process.env.VITEST !== undefined && !ownBrowser && Object.keys(own).length === 0;
  const shared = isShared ? await takeBrowser(name, options) : null;
  if (shared !== null) return { launched: shared, release: async () => giveBack(shared) };
  const preferences = { ...options.preferences, ...own.preferences };
  const launched = await launch(name, { ...options, ...own, preferences });
  return { launched, release: () => launched.browser.close() };
}

async function openPage(desk: Page, url: string, inWindow: boolean): Promise<{ page: Page; tabId: number }> {
  const before = await tabIds(desk);
  const page = await desk.browser().newPage(inWindow ? { type: 'window' } : undefined);
  // Firefox never reports the end of a navigation to one of its own pages.
  await (url.startsWith('about:')
    ? page.goto(url, { timeout: UNREPORTED_NAVIGATION_MS }).catch(() => undefined)
    : page.goto(url));
  const tabId = (await tabIds(desk)).find((id) => !before.includes(id));
  if (tabId === undefined) throw new Error('The new tab has no id.');
  return { page, tabId };
}

async function addEndpoint(desk: Page, baseUrl: string, spoken?: ModelInterface): Promise<void> {
  await openSettingsSection(desk, 'endpoints');
  const form = '//form[.//button[normalize-space()="Add endpoint"]]';
  await fillField(desk, `::-p-xpath(${form}//input[@required])`, baseUrl);
  if (spoken !== undefined) {
    const types = `${form}//select[@id=//label[normalize-space()="API type"]/@for][option[@value="${spoken}"]]`;
    await (await desk.waitForSelector(`::-p-xpath(${types})`))?.select(spoken);
  }
  await desk.locator('::-p-xpath(//button[normalize-space()="Add endpoint"])').click();
  await desk.waitForSelector(
    `::-p-xpath(//section[.//code[starts-with(normalize-space(), "${baseUrl}")]]//select[option])`,
  );
  // The form is emptied after the endpoint is shown. Text typed before that would be lost.
  await desk.waitForSelector('.endpoint-form input[required]:placeholder-shown');
}

async function clickFirefoxButton(browser: Browser): Promise<void> {
  const hasSidebar = await new FirefoxSidebar(browser).isOpen();
  await clickFirefoxAction(browser);
  // A panel in a tab replaces the open one, which would otherwise take its requests.
  if (!hasSidebar) await closeFirefoxSidebar(browser);
}

type StorageApi = { storage: { local: { set(values: object): Promise<void> } } };

/** Deletes the database from outside, like a user who clears site data. */
export function deleteDatabase(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('sidenote');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );
}

/** Stores a setting like the settings page. If a browser has both names for the API, either will do. */
export async function storeSetting(page: Page, key: string, value: unknown): Promise<void> {
  await page.evaluate(
    (name, stored) => {
      const { browser, chrome } = globalThis as unknown as { browser?: StorageApi; chrome?: StorageApi };
      return (browser ?? chrome)?.storage.local.set({ [name]: stored });
    },
    key,
    value,
  );
}

/**
 * Ends the worker without attaching to it (quirk: worker-held-for-debugger). Resolves once it is gone, or to false if
 * there was none.
 */
async function killChromiumWorker(browser: Browser): Promise<boolean> {
  const session = await browser.target().createCDPSession();
  const find = async () => (await session.send('Target.getTargets')).targetInfos.find(isOurWorkerInfo);
  try {
    const worker = await find();
    if (worker === undefined) return false;
    await session.send('Target.closeTarget', { targetId: worker.targetId });
    return await waitUntil(
      async () => (await find())?.targetId !== worker.targetId,
      'The worker is still running long after it was ended.',
    );
  } finally {
    await session.detach();
  }
}

async function chooseIn(page: Page, label: string, option: string, section?: SettingsHash): Promise<void> {
  await page.bringToFront();
  if (section !== undefined) await openSettingsSection(page, section);
  const select = await page.waitForSelector(
    `::-p-xpath(//select[@id=//label[normalize-space()="${label}"]/@for][.//option[normalize-space()="${option}"]])`,
  );
  const value = await select?.evaluate(
    (element, wanted) =>
      [...(element as HTMLSelectElement).options].find((each) => each.textContent === wanted)?.value ?? '',
    option,
  );
  await select?.select(value ?? '');
}

async function frontTab(desk: Page): Promise<number | undefined> {
  return desk.evaluate(async () => {
    const { tabs } =
      (globalThis as unknown as { browser?: BrowserApi; chrome: BrowserApi }).browser ?? globalThis.chrome;
    return (await tabs.query({ active: true, lastFocusedWindow: true }))[0]?.id;
  });
}

async function showTab(desk: Page, tabId: number): Promise<void> {
  await desk.evaluate((id) => {
    const { tabs } =
      (globalThis as unknown as { browser?: BrowserApi; chrome: BrowserApi }).browser ?? globalThis.chrome;
    return tabs.update(id, { active: true });
  }, tabId);
}

function tabIds(desk: Page): Promise<number[]> {
  return desk.evaluate(async () => {
    const { tabs } =
      (globalThis as unknown as { browser?: BrowserApi; chrome: BrowserApi }).browser ?? globalThis.chrome;
    return (await tabs.query({})).map((tab) => tab.id);
  });
}

type BrowserApi = {
  tabs: {
    query(filter: object): Promise<{ id: number }[]>;
    update(tabId: number, properties: object): Promise<unknown>;
  };
};
declare global {
  var chrome: BrowserApi;
}
