import { browser } from 'wxt/browser';
import { type PageAccess, type PageAccessState, PageError, type PageReading } from '../protocol/page.ts';
import { matchPattern } from './permissions.ts';

/**
 * Pages through `scripting.executeScript`: the reader is injected when it is needed and leaves nothing behind. What may be
 * read is whatever the browser lets us inject into (the click on the toolbar button, or a site the person allowed).
 */
export function createPageAccess(): PageAccess {
  return {
    check: checkTab,
    async read(tabId, signal) {
      signal.throwIfAborted();
      const access = await checkTab(tabId);
      if (access.type === 'impossible') throw access.error;
      if (access.type === 'needed') throw noAccess(access.site);
      return inject<PageReading>(tabId, () =>
        browser.scripting.executeScript({ target: { tabId }, files: ['/page-reader.js'] }),
      );
    },
    async list() {
      const tabs = await browser.tabs.query({});
      return tabs.flatMap(({ id, title, url, active }) =>
        id === undefined || url === undefined || matchPattern(url) === null
          ? []
          : [{ tabId: id, title: title ?? '', url, active }],
      );
    },
  };
}

type Probe = { title: string; url: string; contentType: string };

/** Tries the smallest injection: only that tells for sure, since addresses are hidden from us without access. */
async function checkTab(tabId: number): Promise<PageAccessState> {
  try {
    const probe = await inject<Probe>(tabId, () =>
      browser.scripting.executeScript({
        target: { tabId },
        func: () => ({ title: document.title, url: location.href, contentType: document.contentType }),
      }),
    );
    if (probe.contentType === 'application/pdf') {
      const message = 'This tab shows a PDF, which Sidenote cannot read yet. Copy the text you mean into the chat.';
      return { type: 'impossible', error: new PageError('not-readable', message) };
    }
    return { type: 'granted', title: probe.title, url: probe.url };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    if (error.code !== 'no-access') return { type: 'impossible', error };
    const tab = await browser.tabs.get(tabId);
    const pattern = tab.url === undefined ? null : matchPattern(tab.url);
    const site = tab.url === undefined ? '' : (URL.parse(tab.url)?.host ?? '');
    return { type: 'needed', origins: pattern === null ? [] : [pattern], site };
  }
}

type InjectionResult = { result?: unknown; error?: unknown };

async function inject<Result>(tabId: number, run: () => Promise<InjectionResult[]>): Promise<Result> {
  try {
    const [first] = await run();
    // Firefox reports what the injected code threw here; Chrome rejects.
    if (first?.error) throw first.error;
    if (first?.result === undefined || first.result === null) throw new Error('The page gave no answer.');
    return first.result as Result;
  } catch (error) {
    throw await explain(tabId, error);
  }
}

/** Browsers say in prose why they refuse; this reads it. Wordings: Chromium 156 and Firefox 153. */
async function explain(tabId: number, error: unknown): Promise<PageError> {
  const said = error instanceof Error ? error.message : String(error);
  const tab = await browser.tabs.get(tabId).catch(() => null);
  const options = { cause: error };
  if (tab === null || /no tab with id|invalid tab/i.test(said)) {
    return new PageError(
      'tab-gone',
      'The tab this chat is about was closed. Ask again beside the page you mean.',
      options,
    );
  }
  if (tab.url?.startsWith('file:')) {
    const message =
      'Files on this computer can only be read once “Allow access to file URLs” is on in the extension’s details.';
    return new PageError('not-readable', message, options);
  }
  if (
    /chrome:\/\/|about:|extensions gallery|cannot be scripted|chrome-extension:|moz-extension:|devtools:/i.test(said)
  ) {
    const message = 'Browsers do not let extensions read their own pages or stores. Ask beside an ordinary web page.';
    return new PageError('browser-page', message, options);
  }
  if (/error page/i.test(said)) {
    return new PageError('not-readable', 'This page did not load, so there is nothing to read. Reload it.', options);
  }
  if (/permission|cannot access/i.test(said)) {
    const host = tab.url === undefined ? '' : (URL.parse(tab.url)?.host ?? '');
    if (tab.url !== undefined && matchPattern(tab.url) === null) {
      const message = 'Browsers do not let extensions read this kind of page. Ask beside an ordinary web page.';
      return new PageError('browser-page', message, options);
    }
    return noAccess(host, options);
  }
  return new PageError('not-readable', `The page could not be read: ${said}`, options);
}

function noAccess(site: string, options?: ErrorOptions): PageError {
  const page = site === '' ? 'this page' : site;
  return new PageError(
    'no-access',
    `Sidenote is not allowed to read ${page}. Allow it, or ask without the page.`,
    options,
  );
}
