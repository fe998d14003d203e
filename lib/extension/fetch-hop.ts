import { WebError } from '../contracts/index.ts';
import { createTurns } from '../control-flow/index.ts';
import type { FetchHop } from '../web/index.ts';
import { watchOwnRequest } from './own-request.ts';
import { sendFor } from './send.ts';

/** Requests for one address run one after the other, so that the browser's reports about them cannot be mixed up. */
const turns = createTurns();

/**
 * One request for a page, without cookies and referrer, that follows no redirect. `fetch` does not reveal a redirect's
 * target (Fetch, "opaque-redirect filtered response"), but the browser's events for the extension's requests do.
 */
export const fetchHop: FetchHop = (url, signal) => turns(url, () => requestHop(url, signal));

async function requestHop(url: string, signal: AbortSignal): ReturnType<FetchHop> {
  signal.throwIfAborted();
  const watch = await watchOwnRequest(url);
  try {
    const response = await sendFor('page')(url, {
      redirect: 'manual',
      headers: { accept: 'text/html,application/xhtml+xml,application/pdf,text/plain;q=0.9,*/*;q=0.5' },
      signal,
    });
    if (response.type !== 'opaqueredirect') return { response, ip: await readServerIp(watch) };
    const noted = (await watch?.response()) ?? null;
    const location = noted?.responseHeaders?.find(({ name }) => name.toLowerCase() === 'location')?.value;
    if (location !== undefined) return { location, ip: await readServerIp(watch) };
    throw new WebError('redirect-refused', 'The page redirects, and the browser does not say where to.');
  } finally {
    watch?.stop();
  }
}

/**
 * The address that answered. Only Firefox reports whether it is that of a proxy, which may be in the local network. In
 * Chrome this is unknown.
 */
async function readServerIp(watch: Awaited<ReturnType<typeof watchOwnRequest>>): Promise<string | null> {
  if (!import.meta.env.FIREFOX || watch === null) return null;
  const noted = await watch.response();
  if (watch.isAmbiguous) throw new WebError('redirect-refused', 'The browser does not say who answered.');
  return noted === null || noted.proxyInfo ? null : (noted.ip ?? null);
}
