import { browser } from 'wxt/browser';
import { PageError } from '../contracts/index.ts';
import { isPdf } from '../page-reader/pdf/index.ts';
import { getCookieStoreId } from './cookie-store.ts';
import { type FetchedDocument, fetchDocument } from './fetch-document.ts';
import { inject } from './inject.ts';

/** How long a fetched document is kept, in milliseconds. */
const KEPT_MS = 120_000;

type Kept = { key: string; document: Promise<FetchedDocument>; until: number };
/** `onFetch` is called before the document is requested. */
type Source = { tabId: number; url: string; withSession?: boolean; onFetch?: () => Promise<void> };

/**
 * The last fetched PDF, whose parts are requested one after the other. It is dropped when its tab loads again or a run
 * starts, so that no answer is based on a version that the tab no longer shows.
 */
export class DocumentCache {
  #kept: Kept | null = null;
  #stopWatching: () => void = () => undefined;

  async get({ tabId, url, withSession = true, onFetch = async () => undefined }: Source): Promise<FetchedDocument> {
    // The same address may be another document for another account, or after its tab was reloaded.
    const key = JSON.stringify([tabId, await getCookieStoreId(tabId), await readLoadId(tabId), withSession, url]);
    if (this.#kept?.key === key && Date.now() < this.#kept.until) return this.#kept.document;
    this.forget();
    const document = onFetch().then(() => fetchDocument(tabId, url, withSession ? 'open-document' : 'document'));
    const entry = { key, document, until: Date.now() + KEPT_MS };
    this.#kept = entry;
    this.#stopWatching = onLoad(tabId, () => this.#forgetThis(entry));
    document.then(
      (fetchedDocument) => isPdfDocument(fetchedDocument) || this.#forgetThis(entry),
      () => this.#forgetThis(entry),
    );
    return document;
  }

  forget(): void {
    this.#stopWatching();
    this.#stopWatching = () => undefined;
    this.#kept = null;
  }

  #forgetThis(entry: Kept): void {
    if (this.#kept === entry) this.forget();
  }
}

export function isPdfDocument({ contentType, bytes }: FetchedDocument): boolean {
  return contentType.startsWith('application/pdf') || isPdf(bytes);
}

/** A value that differs for each load of a tab. '' for a viewer in which no script may run. */
async function readLoadId(tabId: number): Promise<string> {
  try {
    const target = { tabId };
    const func = () => String(performance.timeOrigin);
    return await inject<string>(tabId, () =>
      browser.scripting.executeScript({ target, func, injectImmediately: true }),
    );
  } catch (error) {
    if (error instanceof PageError) return '';
    throw error;
  }
}

/**
 * Calls back when the tab starts to load. Only needed in Firefox, where scripts in viewers cannot distinguish one load
 * from another. Chrome would start a stopped worker for every later event in any tab.
 */
function onLoad(tabId: number, callback: () => void): () => void {
  if (!import.meta.env.FIREFOX) return () => undefined;
  const listener = (id: number, change: { status?: string; url?: string }) => {
    if (id === tabId && (change.status === 'loading' || change.url !== undefined)) callback();
  };
  browser.tabs.onUpdated.addListener(listener);
  return () => browser.tabs.onUpdated.removeListener(listener);
}
