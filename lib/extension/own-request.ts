import { type Browser, browser } from 'wxt/browser';

/** What the browser reports about a request. Firefox names its originator in `originUrl`, Chrome in `initiator`. */
type Details = {
  requestId: string;
  url: string;
  tabId: number;
  initiator?: string;
  originUrl?: string;
};

/** The response to a request, as far as the browser reports it. */
export type NotedResponse = {
  responseHeaders?: Browser.webRequest.HttpHeader[];
  ip?: string;
  proxyInfo?: unknown;
};

/** How long after its arrival the browser may take to report a response, in milliseconds. */
const LATE_MS = 2_000;

/**
 * Records the response to the next request of this extension for `url`. A page may request the same address at the same
 * time, with the user's cookies, and be redirected elsewhere. So only a request that comes from this extension and from
 * outside all tabs counts, by its id. Null if the user has not granted this permission, which is requested together
 * with the sites. Resolves once requests are recorded: Chrome registers listeners in another process, which has done so
 * when it answers a later call (quirk: listeners-register-late).
 */
export async function watchOwnRequest(url: string): Promise<OwnRequest | null> {
  const { webRequest } = browser as Partial<typeof browser>;
  if (webRequest?.onHeadersReceived === undefined) return null;
  const watch = new OwnRequest(url);
  await browser.runtime.getPlatformInfo();
  return watch;
}

class OwnRequest {
  readonly #ids = new Set<string>();
  readonly #responses = new Map<string, NotedResponse>();
  readonly #seen = Promise.withResolvers<void>();

  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
    const urls = [`${new URL(url).protocol}//${new URL(url).hostname}/*`];
    const filter = { urls, types: ['xmlhttprequest' as const] };
    browser.webRequest.onBeforeRequest.addListener(this.#onRequest, filter);
    browser.webRequest.onHeadersReceived.addListener(this.#onHeaders, filter, ['responseHeaders']);
  }

  /** The response. Null if none was reported, or if it is unclear which one belongs to the extension's request. */
  async response(): Promise<NotedResponse | null> {
    await Promise.race([this.#seen.promise, new Promise((resolve) => setTimeout(resolve, LATE_MS))]);
    const [id] = this.#ids;
    return this.#ids.size === 1 && id !== undefined ? (this.#responses.get(id) ?? null) : null;
  }

  /** Whether more than one request could be the extension's. */
  get isAmbiguous(): boolean {
    return this.#ids.size > 1;
  }

  stop(): void {
    browser.webRequest.onBeforeRequest.removeListener(this.#onRequest);
    browser.webRequest.onHeadersReceived.removeListener(this.#onHeaders);
  }

  readonly #onRequest = (details: Details): undefined => {
    if (details.url === this.#url && isOurs(details)) this.#ids.add(details.requestId);
  };

  readonly #onHeaders = (details: Details & NotedResponse): undefined => {
    if (!this.#ids.has(details.requestId) || details.url !== this.#url) return;
    this.#responses.set(details.requestId, details);
    this.#seen.resolve();
  };
}

/** The tab id of requests that come from outside all tabs (`TAB_ID_NONE`). */
const NO_TAB = -1;

function isOurs({ tabId, initiator, originUrl }: Details): boolean {
  const origin = (address: string | undefined) => /^[a-z-]+:\/\/[^/]+/i.exec(address ?? '')?.[0];
  const own = origin(browser.runtime.getURL('/' as never));
  return tabId === NO_TAB && own !== undefined && origin(initiator ?? originUrl) === own;
}
