import type { HTTPRequest, Page } from 'puppeteer-core';
import type { HookReply, HookRequest } from '../lib/worker/reading-hook.ts';
import type { BrowserName } from './browsers.ts';
import { type Launched, launch, openExtensionPage } from './launch.ts';
import { type PageServer, startPageServer } from './page-server.ts';
import { loadPage, type PageBytes, type SavedPage } from './saved-pages.ts';

/** Scripts of a saved page would lack their site, and the time at which it was saved. */
const NO_SCRIPTS = { 'content-security-policy': "script-src 'none'" };
/** Milliseconds. */
const LIMITS = { settle: 1000, load: 30_000, read: 60_000, close: 10_000 };

/** The extension in a browser, with one tab for saved pages. */
export class Reader {
  readonly #name: BrowserName;
  /** Serves pages whose scripts run. */
  readonly #server: PageServer | null;
  #session: Session | null = null;

  private constructor(name: BrowserName, server: PageServer | null) {
    this.#name = name;
    this.#server = server;
  }

  /** With `live`, scripts run, and pages have two origins on loopback. Without it, all network requests are blocked. */
  static async open(name: BrowserName, { live = false } = {}): Promise<Reader> {
    return new Reader(name, live ? await startPageServer() : null);
  }

  /**
   * Opens a page. Without `live`, uses its own address if known. Throws if it does not open within 30 s. `bytes`: the
   * page's bytes, if they were already loaded.
   */
  async show(saved: SavedPage, { ownAddress = true, bytes = loadPage(saved) } = {}): Promise<Page> {
    if (this.#server) {
      const page = await this.visit(this.#server.show(saved.name, bytes.body));
      await new Promise((resolve) => setTimeout(resolve, Math.max(50, saved.wait ?? LIMITS.settle)));
      return page;
    }
    const session = await this.#open();
    const address = (ownAddress && bytes.url) || `http://127.0.0.1/${encodeURIComponent(saved.name)}.html`;
    await this.#limited(session.go(address, bytes), LIMITS.load);
    return session.page;
  }

  /** Opens an address in the tab for pages. Only for readers that are `live`. */
  async visit(address: string): Promise<Page> {
    const { page } = await this.#open();
    await this.#limited(page.goto(address, { waitUntil: 'load', timeout: 0 }), LIMITS.load);
    return page;
  }

  /** Makes the extension read the open page. Throws if that takes more than a minute. */
  async ask(request: Omit<HookRequest, 'tabId'> = {}): Promise<HookReply> {
    const session = await this.#open();
    return this.#limited(session.ask(request), LIMITS.read);
  }

  async close(): Promise<void> {
    await this.#drop();
    await this.#server?.close();
  }

  /** A browser that did not answer in time is not used again. */
  async #limited<Value>(work: Promise<Value>, ms: number): Promise<Value> {
    try {
      return await within(work, ms);
    } catch (error) {
      await this.#drop();
      throw error;
    }
  }

  async #open(): Promise<Session> {
    this.#session ??= await Session.open(this.#name, this.#server === null);
    return this.#session;
  }

  async #drop(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    await session?.close();
  }
}

class Session {
  readonly page: Page;
  readonly #launched: Launched;
  readonly #desk: Page;
  readonly #tabId: number;
  /** The response for the tab's next navigation. Null after it was used. */
  #next: PageBytes | null = null;

  private constructor(launched: Launched, desk: Page, page: Page, tabId: number) {
    this.#launched = launched;
    this.#desk = desk;
    this.page = page;
    this.#tabId = tabId;
  }

  static async open(name: BrowserName, isOffline: boolean): Promise<Session> {
    const launched = await launch(name, {
      extensionDir: `.output/${name === 'chromium' ? 'chrome' : 'firefox'}-mv3-read`,
      headless: true,
    });
    const desk = await openExtensionPage(launched, 'options.html');
    const before = await tabIds(desk);
    const page = await launched.browser.newPage();
    const tabId = (await tabIds(desk)).find((id) => !before.includes(id));
    if (tabId === undefined) throw new Error('The new tab has no id.');
    const session = new Session(launched, desk, page, tabId);
    page.on('dialog', (dialog) => {
      const answer = dialog.type() === 'beforeunload' ? dialog.accept() : dialog.dismiss();
      answer.catch(() => undefined);
    });
    if (isOffline) {
      await page.setRequestInterception(true);
      page.on('request', (request) => void session.#answer(request).catch(() => undefined));
    }
    return session;
  }

  /** Answers the navigation to `address` with `bytes`, and blocks all other requests of the page. */
  async go(address: string, bytes: PageBytes): Promise<void> {
    this.#next = bytes;
    await this.page.goto(address, { waitUntil: 'domcontentloaded', timeout: 0 });
  }

  async #answer(request: HTTPRequest): Promise<void> {
    const bytes = this.#next;
    if (bytes && request.isNavigationRequest() && request.frame() === this.page.mainFrame()) {
      this.#next = null;
      const { body, contentType } = bytes;
      return request.respond({ status: 200, headers: { ...NO_SCRIPTS, 'content-type': contentType }, body });
    }
    // Navigations by the page are answered with 204, so that it stays open.
    return request.isNavigationRequest() ? request.respond({ status: 204 }) : request.abort();
  }

  ask(request: Omit<HookRequest, 'tabId'>): Promise<HookReply> {
    return this.#desk.evaluate(
      (sent) => {
        const { runtime } =
          (globalThis as unknown as { browser?: ExtensionApi; chrome: ExtensionApi }).browser ??
          (globalThis as unknown as { chrome: ExtensionApi }).chrome;
        const port = runtime.connect({ name: 'reading-hook' });
        return new Promise<HookReply>((resolve, reject) => {
          port.onDisconnect.addListener(() => reject(new Error('The worker went away.')));
          port.onMessage.addListener((reply) => {
            port.disconnect();
            resolve(reply);
          });
          port.postMessage(sent);
        });
      },
      { ...request, tabId: this.#tabId },
    );
  }

  async close(): Promise<void> {
    const { browser } = this.#launched;
    await within(browser.close(), LIMITS.close).catch(() => browser.process()?.kill('SIGKILL'));
  }
}

function tabIds(desk: Page): Promise<number[]> {
  return desk.evaluate(async () => {
    const { tabs } =
      (globalThis as unknown as { browser?: ExtensionApi; chrome: ExtensionApi }).browser ??
      (globalThis as unknown as { chrome: ExtensionApi }).chrome;
    return (await tabs.query({})).map((tab) => tab.id);
  });
}

type Listeners<Argument> = { addListener(listener: (argument: Argument) => void): void };
type ExtensionApi = {
  tabs: { query(filter: object): Promise<{ id: number }[]> };
  runtime: {
    connect(options: { name: string }): {
      onMessage: Listeners<HookReply>;
      onDisconnect: Listeners<unknown>;
      postMessage(message: unknown): void;
      disconnect(): void;
    };
  };
};

/** Throws if the work is not done in time. The work goes on. */
export async function within<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`Not done after ${ms / 1000} s.`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
