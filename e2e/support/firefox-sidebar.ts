import type { Browser, Page } from 'puppeteer-core';
import { clickFirefoxAction, evaluateInFirefox } from '../../scripts/firefox-chrome.ts';
import { waitUntil } from '../../scripts/wait-until.ts';
import { fillField } from './fill-field.ts';
import { waitForXPath } from './wait-for-xpath.ts';

/** Firefox's id of the extension's sidebar. */
const SIDEBAR = 'sidenote_sidenote-sidebar-action';

/** The driver's connection to Firefox, which its types hide. */
type Connection = {
  send(method: string, parameters: object): Promise<{ result: { contexts: { context: string }[] } }>;
  emit(event: string, parameters: object): void;
};

/** The element with the page in the sidebar of a window named `owner`, as an expression in Firefox. */
const FRAME = "owner.SidebarController.browser?.contentDocument?.getElementById('webext-panels-browser')";

/** The sidebar pages that the driver was notified of, by its ids. */
const attachedPages = new WeakMap<Browser, Map<string, Page>>();

/**
 * Adds sidebar pages to the pages that Firefox exposes to a driver, which omits them (bug 1755014). A click in one then
 * counts as a user's click, so the page may ask for permissions.
 */
const LIST_SIDEBARS = `(() => {
  const { TabManager } = ChromeUtils.importESModule('chrome://remote/content/shared/TabManager.sys.mjs');
  if (Object.hasOwn(TabManager, 'allTabs')) return;
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(TabManager), 'allTabs');
  const sidebars = () => [...Services.wm.getEnumerator('navigator:browser')].flatMap((owner) => {
    const frame = ${FRAME};
    return frame ? [{ linkedBrowser: frame }] : [];
  });
  Object.defineProperty(TabManager, 'allTabs', {
    configurable: true,
    get() { return [...get.call(this), ...sidebars()]; },
  });
})()`;

/** A tab by the extension's tab id, as an expression in Firefox. */
const tabWith = (tabId: number) =>
  `ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs').ExtensionParent.apiManager.global.tabTracker.getTab(${tabId})`;

/** The real sidebar of Firefox, in the window of a tab or in the first one. */
export class FirefoxSidebar {
  readonly #browser: Browser;
  readonly #tabId: number | null;
  /** Firefox's id of its window. The tab may have been closed since. */
  #windowId: Promise<unknown> | undefined;

  constructor(browser: Browser, tabId: number | null = null) {
    this.#browser = browser;
    this.#tabId = tabId;
  }

  /**
   * Opens it beside the tab, like the browser's menu of sidebars, which does not share the page. Resolves to its page.
   */
  async open(): Promise<Page> {
    await this.#selectTab();
    await this.#inWindow(`owner.SidebarController.isOpen || owner.SidebarController.show('${SIDEBAR}')`);
    return this.page();
  }

  /** Its page, once it is open and has rendered. The driver sees a new page each time it is opened. */
  async page(): Promise<Page> {
    await evaluateInFirefox(this.#browser, LIST_SIDEBARS);
    const id = await waitUntil(() => this.#findPage(), 'The sidebar shows no page of the extension.');
    const pages = attachedPages.get(this.#browser) ?? new Map<string, Page>();
    attachedPages.set(this.#browser, pages);
    const page = pages.get(id) ?? (await this.#attach(id));
    pages.set(id, page);
    await page.waitForSelector('#root > *');
    return page;
  }

  /** Presses the toolbar button in the current tab. */
  async pressButton(): Promise<void> {
    await clickFirefoxAction(this.#browser);
  }

  async isOpen(): Promise<boolean> {
    return (await this.#inWindow('owner.SidebarController.isOpen')) === true;
  }

  async close(): Promise<void> {
    await this.#inWindow('owner.SidebarController.hide()');
  }

  async setWidth(width: number): Promise<void> {
    await this.#inWindow(`(() => {
      const { style } = owner.document.getElementById('sidebar-box');
      style.width = '${width}px';
      style.minWidth = '0';
      style.maxWidth = 'none';
    })()`);
  }

  /** All text of its page. */
  async text(): Promise<string> {
    return (await this.page()).evaluate(() => document.body.innerText);
  }

  async waitForText(text: string): Promise<void> {
    const page = await this.page();
    await page.waitForFunction((words) => document.body.innerText.includes(words), { polling: 50 }, text);
  }

  /** Clicks the last button with this name or text. */
  async click(name: string): Promise<void> {
    const button = `(//*[self::button or self::a or self::summary][@aria-label="${name}" or normalize-space()="${name}"])[last()]`;
    await (await this.page()).locator(`::-p-xpath(${button})`).click();
  }

  /** Writes a question into the field and sends it. */
  async ask(text: string): Promise<void> {
    const page = await this.page();
    await fillField(page, 'textarea[aria-label="Message"]', text);
    await page.locator('button[aria-label="Send"]:not(:disabled)').click();
    await waitForXPath(page, `//*[@role="log"]//article[@aria-label="You"][contains(., "${text}")]`);
  }

  /** Answers the browser's permission prompt. */
  async answerPrompt(isAllowed: boolean): Promise<void> {
    const notification = `window.PopupNotifications.panel.querySelector('popupnotification[id="addon-webext-permissions-notification"]')`;
    const button = `${notification}?.${isAllowed ? 'button' : 'secondaryButton'}`;
    await waitUntil(
      async () =>
        (await evaluateInFirefox(
          this.#browser,
          `window.PopupNotifications.panel.state === 'open' && ${button} != null && !${button}.disabled`,
        )) === true,
      'The browser asks for no permission.',
    );
    // Firefox ignores answers in the first half second.
    await new Promise((resolve) => setTimeout(resolve, 700));
    await evaluateInFirefox(this.#browser, `${button}.click()`);
  }

  /** The value of an expression in Firefox, in which `owner` is the window of the sidebar. */
  async #inWindow(expression: string): Promise<unknown> {
    const tabWindow = this.#tabId === null ? 'window' : `${tabWith(this.#tabId)}.ownerDocument.defaultView`;
    this.#windowId ??= evaluateInFirefox(this.#browser, `${tabWindow}.browsingContext.id`);
    const owner = `BrowsingContext.get(${await this.#windowId}).window`;
    return evaluateInFirefox(
      this.#browser,
      `(async () => { const owner = ${owner}; return await (${expression}); })()`,
    );
  }

  async #selectTab(): Promise<void> {
    if (this.#tabId !== null) await this.#inWindow(`owner.gBrowser.selectedTab = ${tabWith(this.#tabId)}, null`);
  }

  /** Focuses the page, like F6. */
  async #focus(): Promise<void> {
    await this.#inWindow(`${FRAME}.focus()`);
  }

  /** The driver's id of the page, or null while there is none. */
  async #findPage(): Promise<string | null> {
    const id = await this.#inWindow(`(() => {
      const { NavigableManager } = ChromeUtils.importESModule('chrome://remote/content/shared/NavigableManager.sys.mjs');
      const frame = ${FRAME};
      if (!owner.SidebarController.isOpen || !frame?.currentURI?.spec.startsWith('moz-extension:')) return '';
      frame.permanentKey ??= {};
      return NavigableManager.getIdForBrowser(frame);
    })()`);
    return id === '' ? null : String(id);
  }

  /** Notifies the driver of the page, in the way that Firefox does for tabs. */
  async #attach(id: string): Promise<Page> {
    const { connection } = this.#browser as unknown as { connection: Connection };
    const { contexts } = (await connection.send('browsingContext.getTree', { maxDepth: 0 })).result;
    const info = contexts.find(({ context }) => context === id);
    if (info === undefined) throw new Error('Firefox does not list the page of the sidebar.');
    const pages = await this.#browser.pages();
    connection.emit('browsingContext.contextCreated', info);
    const page = (await this.#browser.pages()).find((each) => !pages.includes(each));
    if (page === undefined) throw new Error('The driver has no page of the sidebar.');
    return Object.assign(page, {
      bringToFront: async () => {
        await this.#selectTab();
        await this.#focus();
      },
      setViewport: async (size: { width: number } | null) => this.setWidth(size?.width ?? 0),
      close: async () => {
        await this.close();
        connection.emit('browsingContext.contextDestroyed', info);
      },
    });
  }
}

/** Whether the browser prompts the user for permissions or grants them without a prompt. */
export async function setPermissionPrompts(browser: Browser, isAsking: boolean): Promise<void> {
  const preference = 'extensions.webextOptionalPermissionPrompts';
  await evaluateInFirefox(browser, `Services.prefs.setBoolPref('${preference}', ${isAsking})`);
}
