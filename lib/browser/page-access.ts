import { browser } from 'wxt/browser';
import { type PageAccess, type PageAccessState, PageError, type PageReading } from '../protocol/page.ts';
import { hasAllSites, matchPattern } from './permissions.ts';

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
      if (access.type === 'needed') throw noAccess();
      signal.throwIfAborted();
      const reading = inject<PageReading>(tabId, () =>
        browser.scripting.executeScript({ target: { tabId }, files: ['/page-reader.js'] }),
      );
      return unlessAborted(reading, signal);
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

/** Stops waiting when the signal falls; what was waited for goes on, and its end is nobody's concern. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
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
    if (probe.contentType === 'application/pdf') return { type: 'impossible', error: pdf() };
    return { type: 'granted', title: probe.title, url: probe.url };
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    return error.code === 'no-access' ? { type: 'needed' } : { type: 'impossible', error };
  }
}

type InjectionResult = { result?: unknown; error?: unknown };

/** Firefox runs nothing in its own pages, and reports no error. */
const NO_ANSWER = 'The page gave no answer.';

async function inject<Result>(tabId: number, run: () => Promise<InjectionResult[]>): Promise<Result> {
  try {
    const [first] = await run();
    // Firefox reports what the injected code threw here; Chrome rejects.
    if (first?.error) throw first.error;
    if (first?.result === undefined || first.result === null) throw new Error(NO_ANSWER);
    return first.result as Result;
  } catch (error) {
    throw await explain(tabId, error);
  }
}

/** Browsers say in prose why they refuse; this reads it. Wordings: Chromium 156 and Firefox 153. */
async function explain(tabId: number, error: unknown): Promise<PageError> {
  const said = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (tab === null || /no tab with id|invalid tab/i.test(said)) {
    return new PageError(
      'tab-gone',
      'The tab this chat is about was closed. Ask again beside the page you mean.',
      options,
    );
  }
  if (/error page/i.test(said)) {
    return new PageError('not-readable', 'This page did not load, so there is nothing to read. Reload it.', options);
  }
  if (tab.url?.startsWith('file:')) {
    const message =
      'Files on this computer can only be read once “Allow access to file URLs” is on in the extension’s details.';
    return new PageError('not-readable', message, options);
  }
  if (tab.url !== undefined && /\.pdf($|[?#])/i.test(tab.url)) return pdf(options);
  const isForbidden = /chrome:\/\/|about:|extensions gallery|cannot be scripted|extension:|devtools:/i.test(said);
  if (!isForbidden && said !== NO_ANSWER && !/permission|cannot access/i.test(said)) {
    return new PageError('not-readable', `The page could not be read: ${said}`, options);
  }
  // Where we see a tab's address, or may see all sites, a refusal is not for want of permission.
  if (isForbidden || tab.url !== undefined || (await hasAllSites())) {
    const message = 'Browsers do not let extensions read this kind of page. Ask beside an ordinary web page.';
    return new PageError('browser-page', message, options);
  }
  return noAccess(options);
}

function pdf(options?: ErrorOptions): PageError {
  const message = 'This tab shows a PDF, which Sidenote cannot read yet. Copy the text you mean into the chat.';
  return new PageError('not-readable', message, options);
}

function noAccess(options?: ErrorOptions): PageError {
  return new PageError('no-access', 'Sidenote may not read this page. Share it, or ask without it.', options);
}
