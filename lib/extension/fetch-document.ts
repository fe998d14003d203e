import { browser } from 'wxt/browser';
import { PageError } from '../contracts/index.ts';
import { fingerprint } from '../page-reader/document/index.ts';
import { browserWords, inject, noAccess } from './inject.ts';
import { hasHostPermission } from './permissions.ts';

/** A document as sent by the site. `print` identifies its version. */
export type FetchedDocument = { url: string; contentType: string; bytes: Uint8Array<ArrayBuffer>; print: string };

/** Larger documents are not kept in memory. Bytes. */
const maxBytes = 60_000_000;
const timeoutMs = 40_000;

/** Whether the document at `url` may be fetched now: with the user's permission for its site, or from a page of the same site. */
export async function mayFetch(tabId: number, url: string): Promise<boolean> {
  return (await hasHostPermission(url)) || isOfTab(tabId, url);
}

/**
 * Fetches a document with the user's session. The worker fetches it if the user has allowed the site, else the page in the tab
 * does for its own site. A site could redirect to another one that the user has allowed, whose text would then count as its own;
 * `isSiteTrusted`: it is known where its redirects lead. Throws PageError.
 */
export async function fetchDocument(tabId: number, url: string, isSiteTrusted = false): Promise<FetchedDocument> {
  if (await hasHostPermission(url)) return fetchHere(url, isSiteTrusted);
  if (await isOfTab(tabId, url)) return fetchInTab(tabId, url);
  throw noAccess();
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

async function fetchHere(url: string, isSiteTrusted: boolean): Promise<FetchedDocument> {
  const response = await fetch(url, { credentials: 'include', signal: AbortSignal.timeout(timeoutMs) }).catch(
    notLoaded,
  );
  const isElsewhere = response.redirected && URL.parse(response.url)?.origin !== URL.parse(url)?.origin;
  if (isElsewhere && !isSiteTrusted) throw notLoadedError('its site redirects to another site.');
  if (!response.ok) throw refused(response.status);
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
  const bytes = new Uint8Array(await response.arrayBuffer().catch(notLoaded));
  return documentOf(url, response.headers.get('content-type') ?? '', bytes);
}

type Sent = { status: number; contentType: string; base64: string } | { failed: string };

/**
 * Fetches in the tab. For a tab with a PDF, Chrome runs scripts in the PDF's own, empty document, to which its address is
 * same-origin.
 */
async function fetchInTab(tabId: number, url: string): Promise<FetchedDocument> {
  const sent = await inject<Sent>(tabId, () =>
    browser.scripting.executeScript({
      target: { tabId },
      args: [url, maxBytes, timeoutMs],
      func: async (address: string, most: number, ms: number): Promise<Sent> => {
        try {
          const response = await fetch(address, { credentials: 'include', signal: AbortSignal.timeout(ms) });
          const bytes = new Uint8Array(await response.arrayBuffer());
          if (bytes.length > most) return { failed: 'size' };
          let binary = '';
          for (let at = 0; at < bytes.length; at += 32_768) {
            binary += String.fromCharCode(...bytes.subarray(at, at + 32_768));
          }
          const contentType = response.headers.get('content-type') ?? '';
          return { status: response.status, contentType, base64: btoa(binary) };
        } catch (error) {
          return { failed: String(error) };
        }
      },
    }),
  );
  if ('failed' in sent) throw sent.failed === 'size' ? tooLarge() : notLoadedError(sent.failed);
  if (sent.status >= 400) throw refused(sent.status);
  return documentOf(
    url,
    sent.contentType,
    Uint8Array.from(atob(sent.base64), (unit) => unit.charCodeAt(0)),
  );
}

function documentOf(url: string, contentType: string, bytes: Uint8Array<ArrayBuffer>): FetchedDocument {
  if (bytes.length > maxBytes) throw tooLarge();
  const ends = [...bytes.subarray(0, 512), ...bytes.subarray(-4096)].join(' ');
  return { url, contentType: contentType.toLowerCase(), bytes, print: fingerprint(`${url} ${bytes.length} ${ends}`) };
}

function notLoaded(error: unknown): never {
  throw notLoadedError(String(error), { cause: error });
}

function notLoadedError(reason: string, options?: ErrorOptions): PageError {
  return new PageError('not-fetched', `The document could not be loaded: ${browserWords(reason)}`, options);
}

function refused(status: number): PageError {
  const hint = status === 401 || status === 403 ? ' Open it in a tab and sign in first.' : '';
  return new PageError('site-refused', `The site answered ${status} instead of the document.${hint}`);
}

function tooLarge(): PageError {
  return new PageError('too-large', 'The document is larger than 60 MB, which is more than Sidenote reads.');
}
