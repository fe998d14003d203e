import { browser } from 'wxt/browser';
import { type Behalf, decodeBase64, PageError } from '../contracts/index.ts';
import { readAtMost } from '../control-flow/index.ts';
import { getCookieStoreId, isOwnCookieStore } from './cookie-store.ts';
import { browserWords, inject, noAccess } from './inject.ts';
import { hasHostPermission } from './permissions.ts';
import { sendFor, sendInTab } from './send.ts';

/**
 * A document as sent by the site. `print` identifies its version. `isWithoutSession`: it was fetched without the tab's
 * cookies.
 */
export type FetchedDocument = {
  url: string;
  contentType: string;
  bytes: Uint8Array<ArrayBuffer>;
  print: string;
  isWithoutSession?: boolean;
};

/** Larger documents are not kept in memory. Bytes. */
const MAX_BYTES = 60_000_000;
const TIMEOUT_MS = 40_000;

/**
 * Whether the document at `url` may be fetched now: with the user's permission for its site, or from a page of the same
 * site.
 */
export async function mayFetch(tabId: number, url: string): Promise<boolean> {
  return (await hasHostPermission(url)) || isOfTab(tabId, url);
}

/**
 * The document that the tab shows is fetched with the user's cookies, and so is its export. A document to which a page
 * links is not.
 */
type DocumentBehalf = Extract<Behalf, 'document' | 'open-document' | 'google-export'>;

/**
 * Fetches a document. The worker fetches it if the user has allowed the site; otherwise the page in the tab fetches it
 * from its own site. The worker has only the cookies of normal tabs. For a tab in a container, the page fetches what it
 * can, and the worker fetches the rest without cookies, so that no document of another account is read. Throws
 * PageError.
 */
export async function fetchDocument(tabId: number, url: string, behalf: DocumentBehalf): Promise<FetchedDocument> {
  const isAllowed = await hasHostPermission(url);
  const isForeign = behalf !== 'document' && !isOwnCookieStore(await getCookieStoreId(tabId));
  if (isAllowed && !isForeign) return fetchHere(url, behalf);
  if (await isOfTab(tabId, url)) {
    const document = fetchInTab(tabId, url, behalf);
    return isForeign && behalf === 'google-export' ? document.catch(unlessNotFetched) : document;
  }
  if (isAllowed) return fetchWithoutSession(url);
  throw noAccess();
}

/**
 * Throws PageError if the response is a web page, which asks the user to sign in, and not a document. Without cookies,
 * the same address may return another document.
 */
async function fetchWithoutSession(url: string): Promise<FetchedDocument> {
  const document = await fetchHere(url, 'document').catch((error: unknown) => {
    throw error instanceof PageError && error.code !== 'too-large' ? inContainer({ cause: error }) : error;
  });
  if (/^(?:text\/html|application\/xhtml)/.test(document.contentType)) throw inContainer();
  return { ...document, isWithoutSession: true };
}

/**
 * Google sends exports from another of its hosts, which a page may not be allowed to read. Outside of containers, the
 * worker fetches them.
 */
function unlessNotFetched(error: unknown): never {
  throw error instanceof PageError && error.code === 'not-fetched' ? inContainer({ cause: error }) : error;
}

async function isOfTab(tabId: number, url: string): Promise<boolean> {
  try {
    const target = { tabId };
    const origin = await inject<string>(tabId, () =>
      browser.scripting.executeScript({ target, func: () => location.origin }),
    );
    return URL.parse(url)?.origin === origin;
  } catch (error) {
    if (error instanceof PageError) return false;
    throw error;
  }
}

async function fetchHere(url: string, behalf: DocumentBehalf): Promise<FetchedDocument> {
  // The browser caches requests of the extension separately from those of tabs, so its copy may be older than the
  // tab's.
  const init: RequestInit = { cache: 'no-cache', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) };
  const response = await sendFor(behalf)(url, init).catch(notLoaded);
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirects();
  if (!response.ok) throw refused(response.status);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw tooLarge();
  const bytes = await readAtMost(response, MAX_BYTES).catch(notLoaded);
  if (bytes === null) throw tooLarge();
  return toFetchedDocument(url, response.headers.get('content-type') ?? '', bytes);
}

/**
 * Fetches in the tab. For a tab with a PDF, Chrome runs scripts in the PDF's own, empty document, to which its address
 * is same-origin.
 */
async function fetchInTab(tabId: number, url: string, behalf: DocumentBehalf): Promise<FetchedDocument> {
  const tabResponse = await sendInTab(tabId, behalf, { url, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS });
  if ('failed' in tabResponse) throw failure(tabResponse.failed);
  if (tabResponse.status >= 400) throw refused(tabResponse.status);
  return toFetchedDocument(url, tabResponse.contentType, decodeBase64(tabResponse.base64));
}

/** `print` covers every byte, since two documents of a site may differ in a single digit. */
async function toFetchedDocument(
  url: string,
  contentType: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<FetchedDocument> {
  if (bytes.length > MAX_BYTES) throw tooLarge();
  const print = new DataView(await crypto.subtle.digest('SHA-256', bytes)).getBigUint64(0).toString(36);
  return { url, contentType: contentType.toLowerCase(), bytes, print };
}

function failure(cause: string): PageError {
  if (cause === 'redirect') return redirects();
  return cause === 'size' ? tooLarge() : notLoadedError(cause);
}

function redirects(): PageError {
  return new PageError(
    'not-fetched',
    'The site sends the request on to another address, which is not followed. The user can open the document in a tab.',
  );
}

function notLoaded(error: unknown): never {
  throw notLoadedError(String(error), { cause: error });
}

function notLoadedError(reason: string, options?: ErrorOptions): PageError {
  return new PageError('not-fetched', `The document could not be loaded: ${browserWords(reason)}`, options);
}

function inContainer(options?: ErrorOptions): PageError {
  return new PageError(
    'in-container',
    'The document is open in a container tab, whose sign-in Sidenote cannot use. The user can download the file and attach it.',
    options,
  );
}

function refused(status: number): PageError {
  const hint = status === 401 || status === 403 ? ' Open it in a tab and sign in first.' : '';
  return new PageError('site-refused', `The site answered ${status} instead of the document.${hint}`);
}

function tooLarge(): PageError {
  return new PageError('too-large', 'The document is larger than 60 MB, which is more than Sidenote reads.');
}
