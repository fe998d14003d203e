import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageError, type PageSnapshot, type TabRequest, WebError } from '../contracts/index.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import { type BackgroundTabs, findTabReason, readInTab } from './read-in-tab.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const TIMES = { poll: 1, loading: 80, elsewhere: 120, unchanged: 15, settling: 80, all: 400 };
const TEXT = 'High water is at 14:20 today. '.repeat(8);

type Shown = { url: string; text?: string | PageError; isLoaded?: boolean };

/**
 * A browser whose tab shows these states one after the other. Each is shown for this many reads, and the last one
 * forever.
 */
function browserWith(...shown: (Shown & { times?: number })[]) {
  const [first, ...rest] = shown.flatMap(({ times = 1, ...each }) => Array.from({ length: times }, () => each));
  let current: Shown | null = first ?? null;
  const opened: { url: string; besideTabId: number | null }[] = [];
  const closed: number[] = [];
  let reads = 0;
  const tabs: BackgroundTabs = {
    async open(url, besideTabId) {
      opened.push({ url, besideTabId });
      return 7;
    },
    async state() {
      const state = current && { url: current.url, isLoaded: current.isLoaded ?? true };
      return state;
    },
    close: async (tabId) => void closed.push(tabId),
  };
  const read = async (): Promise<PageSnapshot> => {
    reads += 1;
    const { url = '', text = TEXT } = current ?? {};
    if (rest.length > 0) current = rest.shift() ?? null;
    if (typeof text !== 'string') throw text;
    return { ...buildReading('x', text), url, snapshot: `${url} ${text}` };
  };
  return {
    opened,
    closed,
    reads: () => reads,
    tabs,
    read,
    closeByUser: () => {
      current = null;
    },
  };
}

const REQUEST: TabRequest = {
  url: 'https://site.test/a',
  address: 'https://site.test/a',
  threadId: 't',
  typed: new Set(),
  origins: ['https://site.test'],
  tabId: 3,
};

function open(
  browser: ReturnType<typeof browserWith>,
  request: Partial<TabRequest> = {},
  { signal = new AbortController().signal, isAllowed = true } = {},
) {
  const { tabs, read } = browser;
  return untilDone(
    readInTab({ ...REQUEST, ...request }, { tabs, read, isAllowed: async () => isAllowed, signal, times: TIMES }),
  );
}

/** Lets time pass until the work is done. */
async function untilDone<Result>(work: Promise<Result>): Promise<Result> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  while (!isDone) await vi.advanceTimersByTimeAsync(1);
  return work;
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: unknown) => (error instanceof WebError ? error.code : String(error)),
  );
const textIn = ({ blocks }: PageSnapshot) => blocks.map(({ markdown }) => markdown).join('\n');
const page = (text: string | PageError = TEXT, url = 'https://site.test/a') => ({ url, text });

describe('a page is read in a tab', () => {
  test('next to the tab of the question, which is closed afterwards', async () => {
    const browser = browserWith(page());
    expect(textIn(await open(browser))).toContain('High water');
    expect(browser.opened).toEqual([{ url: 'https://site.test/a', besideTabId: 3 }]);
    expect(browser.closed).toEqual([7]);
  });

  test('once its scripts have written the text', async () => {
    const browser = browserWith({ ...page(''), times: 5 }, { ...page('Loading…'), times: 5 }, page());
    expect(textIn(await open(browser))).toContain('High water');
  });

  test('unchanged if its text is short', async () => {
    expect(textIn(await open(browserWith(page('It is noon.'))))).toContain('It is noon.');
  });

  test('unchanged if its text changes all the time', async () => {
    const clock = Array.from({ length: 500 }, (_, second) => page(`${TEXT} ${second}`));
    expect(textIn(await open(browserWith(...clock)))).toContain('High water');
  });

  test('unchanged if it never finishes loading', async () => {
    expect(textIn(await open(browserWith({ ...page(), isLoaded: false })))).toContain('High water');
  });

  test('if signing in leads over another site and back', async () => {
    const browser = browserWith({ ...page('', 'https://site.test/go'), times: 2 }, page());
    const state = browser.tabs.state;
    let looks = 0;
    browser.tabs.state = async (tabId) => (++looks < 4 ? { url: 'https://sso.test/', isLoaded: true } : state(tabId));
    expect(textIn(await open(browser))).toContain('High water');
  });

  test('at the encrypted address of its host, and on a site that the user has allowed for the chat', async () => {
    const http = { address: 'http://site.test/a', origins: ['http://site.test'] };
    expect(await code(open(browserWith(page(TEXT, 'https://site.test/a')), http))).toBe('read');
    const allowed = { origins: ['https://site.test', 'https://www.site.test'] };
    expect(await code(open(browserWith(page(TEXT, 'https://www.site.test/a')), allowed))).toBe('read');
  });

  test('in the local network if the user typed its address', async () => {
    const address = 'http://192.168.1.1/';
    const typed = { address, origins: ['http://192.168.1.1'], typed: new Set([address]) };
    expect(await code(open(browserWith(page(TEXT, 'http://192.168.1.1/login')), typed))).toBe('read');
  });
});

describe('a tab that ends elsewhere', () => {
  test.each([
    ['another site', 'https://bank.test/'],
    ['a name below', 'https://a.site.test/'],
    ['another port', 'https://site.test:8443/'],
    ['an address that the browser hides', ''],
    ['a page of the browser', 'chrome-error://chromewebdata/'],
  ])('on %s is closed unread', async (_, url) => {
    const browser = browserWith(page(TEXT, url));
    expect(await code(open(browser))).toBe('tab-elsewhere');
    expect(browser.reads()).toBe(0);
    expect(browser.closed).toEqual([7]);
  });

  test('while it is being read gives nothing of it', async () => {
    const browser = browserWith(page());
    browser.read = async () => ({ ...buildReading('bank', TEXT), url: 'https://bank.test/' });
    const error = await open(browser).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'tab-elsewhere', message: expect.not.stringContaining('bank.test') });
  });

  test('in the local network is closed unread, also if a rule names that', async () => {
    const browser = browserWith(page(TEXT, 'http://192.168.1.1/'));
    const origins = ['https://site.test', 'http://192.168.1.1'];
    expect(await code(open(browser, { origins }))).toBe('tab-elsewhere');
    expect(browser.reads()).toBe(0);
  });
});

describe('no tab is opened', () => {
  test.each([
    ['private-address', { address: 'http://192.168.1.1/' }],
    ['page-refused', { address: 'file:///etc/passwd' }],
    ['page-refused', { address: 'https://user:pw@site.test/' }],
  ] as const)('but %s is said of an address that may not be opened', async (expected, request) => {
    const browser = browserWith(page());
    expect(await code(open(browser, request))).toBe(expected);
    expect(browser.opened).toEqual([]);
  });

  test('if the browser would not let it be read', async () => {
    const browser = browserWith(page());
    expect(await code(open(browser, {}, { isAllowed: false }))).toBe('site-not-allowed');
    expect(browser.opened).toEqual([]);
  });

  test('if the run was stopped before', async () => {
    const browser = browserWith(page());
    await expect(open(browser, {}, { signal: AbortSignal.abort('stopped') })).rejects.toBe('stopped');
    expect(browser.opened).toEqual([]);
  });
});

describe('the tab is closed', () => {
  test('if the run is stopped', async () => {
    const browser = browserWith({ ...page(''), times: 1000 });
    const stop = new AbortController();
    const work = open(browser, {}, { signal: stop.signal });
    setTimeout(() => stop.abort('stopped'), 20);
    await expect(work).rejects.toBe('stopped');
    expect(browser.closed).toEqual([7]);
  });

  test('if it shows no text, cannot be read, does not load, or leads from one address to the next', async () => {
    const failing = [
      browserWith(page('')),
      browserWith(page(new PageError('not-loaded', 'An error page.'))),
      browserWith({ url: 'about:blank' }),
    ];
    const codes = await Promise.all(failing.map((browser) => code(open(browser))));
    expect(codes).toEqual(['tab-unread', 'tab-unread', 'page-slow']);
    expect(failing.map(({ closed }) => closed)).toEqual([[7], [7], [7]]);
    const bouncing = browserWith(page());
    let looks = 0;
    bouncing.tabs.state = async () => ({
      url: ++looks % 2 === 0 ? 'https://other.test/' : `https://site.test/${looks}`,
      isLoaded: true,
    });
    bouncing.read = async () => ({ ...buildReading('x', TEXT), url: 'https://site.test/a', snapshot: `${looks}` });
    expect(await code(open(bouncing))).toBe('page-slow');
  });

  test('by the user, which ends the call', async () => {
    const browser = browserWith({ ...page(''), times: 1000 });
    setTimeout(browser.closeByUser, 20);
    const error = await open(browser).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'tab-unread' });
  });

  test('before a failure of the reader is passed on', async () => {
    const browser = browserWith(page());
    browser.read = () => Promise.reject(new TypeError('A fault.'));
    await expect(open(browser)).rejects.toThrow('A fault.');
    expect(browser.closed).toEqual([7]);
  });
});

const PAGE = 'https://site.test/page';
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');
const needed = (html: string, text: string, url = PAGE) => findTabReason({ html, text, requested: PAGE, url });
const FORM = '<form><input name="user"><input type="password"></form>';

describe('a page needs a tab', () => {
  test.each([
    ['nothing but a script', '<div id="root"></div><script src="app.js"></script>', ''],
    ['a few words and scripts', '<p>Loading</p><SCRIPT>start()</SCRIPT>', 'Loading the app, one moment please'],
    ['no text at all', '<img src="a.png">', ' \n '],
  ])('for its text if it has %s', (_, html, text) => {
    expect(needed(html, text)).toEqual({ url: PAGE, cause: 'scripts' });
  });

  test('at the address where redirects ended', () => {
    expect(needed('<script></script>', '', 'https://www.site.test/page')).toEqual({
      url: 'https://www.site.test/page',
      cause: 'scripts',
    });
  });

  test.each([
    ['a form for a password', FORM, words(39), PAGE],
    ['such a form without quotes', '<input class=x type=password>', 'Sign in', PAGE],
    ['such a form with a long notice if it redirects', FORM, words(149), 'https://sso.test/login?to=page'],
  ])('for its login if it shows %s, at the address that was asked for', (_, html, text, url) => {
    expect(needed(html, text, url)).toEqual({ url: PAGE, cause: 'login' });
  });
});

describe('a page was read', () => {
  test.each([
    ['with a paragraph, whatever scripts it has', '<script></script>', words(20), PAGE],
    ['with a few words and no scripts', '<p>High water is at noon.</p>', 'High water is at noon.', PAGE],
    ['with an article beside a form for a password', FORM, words(40), PAGE],
    ['with an article beside such a form, at another name of its site', FORM, words(40), 'https://www.site.test/page/'],
    ['with an article beside such a form, behind a redirect', FORM, words(150), 'https://site.test/page/title'],
    ['with words about passwords', '<p>&lt;input type="password"&gt;</p>', words(10), PAGE],
  ])('%s', (_, html, text, url) => {
    expect(needed(html, text, url)).toBeNull();
  });
});
