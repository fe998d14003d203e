import { type Browser, browser } from 'wxt/browser';
import { PageError } from '../contracts/index.ts';
import { hasAllSites } from './permissions.ts';

export type InjectionResult<Result = unknown> = { frameId: number; result?: Result; error?: unknown };

/**
 * A browser's error message without the addresses in it, which are page text: an error is not handled as text that was
 * read.
 */
export function browserWords(message: string): string {
  return message.replace(/["'“‘]?[a-z][a-z\d+.-]*:\/\/\S*/gi, '…').slice(0, 200);
}

/** Firefox runs nothing in its own pages and reports no error. Each frame's result is missing. */
const NO_ANSWER = 'The page gave no answer.';

/**
 * The results of an injection in the frames that answered, the top frame first. Throws PageError if the top frame did
 * not answer.
 */
export async function injectAll<Result>(
  tabId: number,
  run: () => Promise<(InjectionResult | undefined)[]>,
): Promise<{ frameId: number; result: Result }[]> {
  try {
    const results = (await run()).filter((each) => each !== undefined);
    const first = results.find(({ frameId }) => frameId === 0) ?? results[0];
    // Firefox reports exceptions of the injected code here. Chrome rejects.
    if (first?.error) throw first.error;
    if (first?.result === undefined || first.result === null) throw new Error(NO_ANSWER);
    const others = results.filter((each) => each !== first && each.result !== undefined && each.result !== null);
    return [first, ...others].map(({ frameId, result }) => ({ frameId, result: result as Result }));
  } catch (error) {
    throw await explain(tabId, error);
  }
}

/** Result of an injection in the top frame. Throws PageError. */
export async function inject<Result>(tabId: number, run: () => Promise<InjectionResult[]>): Promise<Result> {
  const [first] = await injectAll<Result>(tabId, run);
  return first?.result as Result;
}

/** Maps the browsers' error messages to error codes. Wordings: Chromium 156 and Firefox 153. */
async function explain(tabId: number, error: unknown): Promise<PageError> {
  const message = error instanceof Error ? error.message : String(error);
  const options = { cause: error };
  const tab = await browser.tabs.get(tabId).catch(() => null);
  if (tab === null || /no tab with id|invalid tab/i.test(message)) {
    return new PageError(
      'tab-gone',
      'The tab this chat is about was closed. Ask again beside the page you mean.',
      options,
    );
  }
  if (/error page/i.test(message) || showsErrorPage(tab)) {
    return new PageError('not-loaded', 'This page did not load, so there is nothing to read. Reload it.', options);
  }
  if (tab.discarded) {
    return new PageError('asleep', 'This tab is asleep. Go to it once, so that it loads, and ask again.', options);
  }
  if (isInReaderView(tab)) {
    const errorText = 'This page is in Reader View, which no extension can read. The user can leave Reader View.';
    return new PageError('reader-view', errorText, options);
  }
  if (/^(?:file|blob|data):/.test(tab.url ?? '') && import.meta.env.FIREFOX) {
    const errorText = 'Firefox lets no extension read this file. The user can attach it to a question.';
    return new PageError('file-unread', errorText, options);
  }
  if (tab.url?.startsWith('file:')) {
    const errorText =
      'Files on this computer can only be read once “Allow access to file URLs” is on in the extension’s details.';
    return new PageError('files-off', errorText, options);
  }
  const isForbidden = /chrome:\/\/|about:|extensions gallery|cannot be scripted|extension:|devtools:/i.test(message);
  if (!isForbidden && message !== NO_ANSWER && !/permission|cannot access/i.test(message)) {
    return new PageError('not-readable', `The page could not be read: ${browserWords(message)}`, options);
  }
  // If the tab's address is visible, the refusal is not caused by a missing permission.
  if (isForbidden || tab.url !== undefined) {
    const errorText = 'Browsers do not let extensions read this kind of page. Ask beside an ordinary web page.';
    return new PageError('browser-page', errorText, options);
  }
  // Firefox gives the same reason for its own pages. Asking for a click at each of them would be a nuisance.
  if (import.meta.env.FIREFOX && (await hasAllSites())) {
    const errorText =
      'The browser hides this page from extensions. It is one of its own, or a file, which the user can share with a click on the Sidenote button.';
    return new PageError('hidden-page', errorText, options);
  }
  return noAccess(options);
}

/** Firefox's error pages have their own icons, and keep the address that did not load. */
const ERROR_ICON = /^chrome:\/\/global\/skin\/icons\/(?:info|warning)\.svg$/;

/**
 * Whether a tab shows Firefox's page about an address that did not load. Its message for a refused script is a general
 * one.
 */
function showsErrorPage({ favIconUrl = '' }: Browser.tabs.Tab): boolean {
  return ERROR_ICON.test(favIconUrl);
}

/** Whether a tab shows an article in Firefox's Reader View, a page of the browser. */
export function isInReaderView(tab: Browser.tabs.Tab): boolean {
  return (tab as { isInReaderMode?: boolean }).isInReaderMode === true;
}

export function noAccess(options?: ErrorOptions): PageError {
  return new PageError('no-access', 'Sidenote may not read this page. Share it, or ask without it.', options);
}
