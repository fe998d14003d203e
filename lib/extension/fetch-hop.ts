import { type Browser, browser } from 'wxt/browser';
import { WebError } from '../contracts/index.ts';
import type { FetchHop } from '../web/index.ts';

/** How long the browser may take to say where a redirect leads, in milliseconds, after it was seen. */
const LATE_MS = 2_000;

type Details = {
  url: string;
  statusCode: number;
  responseHeaders?: Browser.webRequest.HttpHeader[];
  ip?: string;
  proxyInfo?: unknown;
};

/**
 * One request for a page, without cookies and referrer, that follows no redirect. `fetch` does not say where one leads (Fetch,
 * "opaque-redirect filtered response"); the browser's own record of our requests does.
 */
export const fetchHop: FetchHop = async (url, signal) => {
  const seen = Promise.withResolvers<Details>();
  const onHeaders = (details: Details) => {
    if (details.url === url) seen.resolve(details);
    return undefined;
  };
  const isWatching = watchHeaders(onHeaders, url);
  try {
    const response = await fetch(url, {
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      headers: { accept: 'text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5' },
      signal,
    });
    if (response.type !== 'opaqueredirect') return { response, ip: isWatching ? await ipOf(seen.promise) : null };
    const details = isWatching ? await within(seen.promise) : null;
    const location = details?.responseHeaders?.find(({ name }) => name.toLowerCase() === 'location')?.value;
    if (location !== undefined) return { location };
    throw new WebError('redirect-refused', 'The page redirects, and the browser does not say where to.');
  } finally {
    if (isWatching) browser.webRequest.onHeadersReceived.removeListener(onHeaders);
  }
};

/** False if the user has not allowed it, which is asked for together with the sites. */
function watchHeaders(listener: (details: Details) => undefined, url: string): boolean {
  const { webRequest } = browser as Partial<typeof browser>;
  if (webRequest?.onHeadersReceived === undefined) return false;
  const urls = [`${new URL(url).protocol}//${new URL(url).hostname}/*`];
  webRequest.onHeadersReceived.addListener(listener, { urls, types: ['xmlhttprequest'] }, ['responseHeaders']);
  return true;
}

/** Who answered. Only Firefox says whether that was a proxy, which may well lie in the own network; in Chrome it is not known. */
async function ipOf(seen: Promise<Details>): Promise<string | null> {
  if (!import.meta.env.FIREFOX) return null;
  const details = await within(seen);
  return details === null || details.proxyInfo ? null : (details.ip ?? null);
}

function within(seen: Promise<Details>): Promise<Details | null> {
  return Promise.race([seen, new Promise<null>((resolve) => setTimeout(() => resolve(null), LATE_MS))]);
}
