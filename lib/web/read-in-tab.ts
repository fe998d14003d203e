import {
  type PageAccess,
  PageError,
  type PageSnapshot,
  type TabOpening,
  type TabRequest,
  WebError,
} from '../contracts/index.ts';
import { sleep } from '../control-flow/index.ts';
import { isPrivateAddress } from '../security/index.ts';
import { checkedAddress, createNotAllowedError, isSameOriginOrSecure } from './fetch-page.ts';

/** A page with scripts and less text than this shows its text only in a browser. */
const LITTLE_TEXT = { characters: 150, words: 20 };
/**
 * A password form on a page with fewer words than this is a login page. The limit is higher if a redirect led to the
 * page.
 */
const LOGIN_WORDS = { asked: 40, redirected: 150 };

/** A tag is looked through to the next one at most: a page may consist of beginnings of tags. */
const PASSWORD_FIELD = /<input\b[^<>]*\btype\s*=\s*["']?password\b/i;

/** A page that was loaded without cookies: its HTML, its readable text, and the requested and final addresses. */
type LoadedPage = { html: string; text: string; requested: string; url: string };

/** The tab to open if this page can only be read in a tab. Null if it was readable. */
export function findTabReason({ html, text, requested, url }: LoadedPage): TabOpening | null {
  const words = text.split(/\s+/).filter(Boolean).length;
  const asksForPassword = PASSWORD_FIELD.test(html);
  const isRedirected = getPath(requested) !== getPath(url);
  // With cookies, the requested page does not lead to the form.
  if (asksForPassword && words < (isRedirected ? LOGIN_WORDS.redirected : LOGIN_WORDS.asked))
    return { url: requested, cause: 'login' };
  const isLittle = text.length < LITTLE_TEXT.characters && words < LITTLE_TEXT.words && /<script\b/i.test(html);
  return words === 0 || isLittle ? { url, cause: 'scripts' } : null;
}

/** Compares only paths, since sites redirect between their host names without requiring a login. */
function getPath(address: string): string {
  return URL.parse(address)?.pathname.replace(/\/$/, '') ?? '';
}

/** Background tabs. */
export interface BackgroundTabs {
  /** Opens a tab in the window of tab `besideTabId`, or of the user's last click. Resolves to its id. */
  open(url: string, besideTabId: number | null): Promise<number>;
  /** `url` is '' while the browser hides it. Null once the tab was closed. */
  state(tabId: number): Promise<{ url: string; isLoaded: boolean } | null>;
  /** Closes the tab, unless the user has brought it to the front. */
  close(tabId: number): Promise<void>;
}

/** All in milliseconds. */
const TIMES = {
  poll: 200,
  /** A page that is still loading after this time is read in its current state (quirk: never-idle). */
  loading: 15_000,
  /** How long a tab may show another site, since a sign-in leads through several. */
  elsewhere: 4_000,
  /** A text that has not changed for this long is complete. */
  unchanged: 1_000,
  /** A text that is short, or keeps changing, is used after this time. Scripts in such a tab run once a second. */
  settling: 6_000,
  /** Maximum time that a tab is open. */
  all: 30_000,
};
/** A text shorter than this may be a loading message. In characters. */
const SHORT = 150;

type Options = {
  tabs: BackgroundTabs;
  read: PageAccess['read'];
  /** Whether the browser allows reading pages at this address. */
  isAllowed: (url: string) => Promise<boolean>;
  signal: AbortSignal;
  times?: typeof TIMES;
};

/**
 * Opens the address that the user allowed in a tab, with their cookies. Reads the page once its text is complete, and
 * closes the tab, even if that fails or `signal` is aborted. If the final origin of the tab is not among the allowed
 * ones, nothing is read.
 */
export async function readInTab(request: TabRequest, options: Options): Promise<PageSnapshot> {
  const { tabs, isAllowed, signal } = options;
  const url = checkedAddress(request.address, request.typed);
  if (!(await isAllowed(url.href))) throw createNotAllowedError();
  signal.throwIfAborted();
  const tabId = await tabs.open(url.href, request.tabId);
  try {
    return await readWhenComplete(tabId, request, options);
  } finally {
    await tabs.close(tabId);
  }
}

async function readWhenComplete(
  tabId: number,
  request: TabRequest,
  { tabs, read, signal, times = TIMES }: Options,
): Promise<PageSnapshot> {
  const openedAt = performance.now();
  let awaySince: number | null = null;
  let shownAt: number | null = null;
  let page: { reading: PageSnapshot; since: number } | null = null;
  for (;;) {
    await sleep(times.poll, signal);
    const state = await tabs.state(tabId);
    if (state === null) throw new WebError('tab-unread', 'The tab was closed before the page was read.');
    const now = performance.now();
    const isLate = now - openedAt > times.loading;
    if (now - openedAt > times.all || (isLate && isBlank(state.url)))
      throw new WebError('page-slow', 'The page did not load in a tab in time.');
    if (isBlank(state.url) || !(state.isLoaded || isLate)) continue;
    const reading = mayRead(state.url, request) ? await tryToRead(tabId, read, signal) : null;
    if (!mayRead(reading?.url ?? state.url, request)) {
      [page, shownAt] = [null, null];
      awaySince ??= now;
      if (now - awaySince > times.elsewhere) throw elsewhere();
      continue;
    }
    awaySince = null;
    shownAt ??= now;
    if (reading !== null && reading.snapshot !== page?.reading.snapshot) page = { reading, since: now };
    const length = page === null ? 0 : countCharacters(page.reading);
    if (page !== null && length > SHORT && now - page.since > times.unchanged) return page.reading;
    if (now - shownAt < times.settling) continue;
    if (page !== null && length > 0) return page.reading;
    throw new WebError('tab-unread', 'The page shows no text that can be read, also in a tab.');
  }
}

/** Null if the page cannot be read now, since it may be navigating. */
async function tryToRead(tabId: number, read: PageAccess['read'], signal: AbortSignal): Promise<PageSnapshot | null> {
  try {
    return await read(tabId, signal);
  } catch (error) {
    if (error instanceof PageError) return null;
    throw error;
  }
}

function countCharacters({ blocks }: PageSnapshot): number {
  return blocks.reduce((sum, { markdown }) => sum + markdown.trim().length, 0);
}

/** Whether this is the address that a tab shows before its page. */
function isBlank(url: string): boolean {
  return url === 'about:blank';
}

/**
 * Whether an address has an origin that the user allowed. In the local network, only the origin that was allowed for
 * the tab counts.
 */
function mayRead(address: string, { address: approved, origins }: TabRequest): boolean {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  if (isPrivateAddress(url) && url.origin !== URL.parse(approved)?.origin) return false;
  return origins.some((origin) => isSameOriginOrSecure(url, origin));
}

function elsewhere(): WebError {
  return new WebError(
    'tab-elsewhere',
    'The tab ended on another site, which the user did not allow, and was not read. Where that asks for a login, the user has to sign in there in a tab of their own. open_page asks them for another address.',
  );
}
