import { type OpenRequest, TabNeededError, WEB_LIMITS, WebError } from '../contracts/index.ts';
import { readAtMost } from '../control-flow/index.ts';
import { addressKey, isPrivateAddress, isPrivateIp } from '../security/index.ts';

/** A page as sent by its server. `url`: the address after redirects. */
export type FetchedPage = { url: string; contentType: string; bytes: Uint8Array<ArrayBuffer> };

/**
 * The result of one request that follows no redirect: the redirect target, or the response. `ip`: the address that
 * answered, if known.
 */
type Hop = ({ location: string } | { response: Response }) & { ip: string | null };

/** The part of a request that concerns the page itself. */
type PageRequest = Omit<OpenRequest, 'threadId' | 'tabId'>;

export type FetchHop = (url: string, signal: AbortSignal) => Promise<Hop>;

type Options = {
  fetchHop: FetchHop;
  /** Whether the browser allows loading from this address. */
  isAllowed: (url: string) => Promise<boolean>;
  signal: AbortSignal;
  limits?: { bytes: number; ms: number; redirects: number };
};

/**
 * Loads a page without cookies. Redirects are followed here: each address is checked like the first one before anything
 * is sent to it. Rejects with WebError, or with the signal's reason.
 */
export async function fetchPage(request: PageRequest, options: Options): Promise<FetchedPage> {
  const { signal, limits = WEB_LIMITS } = options;
  const timeout = AbortSignal.timeout(limits.ms);
  const both = AbortSignal.any([signal, timeout]);
  try {
    return await follow(request, options, both);
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted)
      throw new WebError('page-slow', `The page did not load within ${limits.ms / 1000} s.`, { cause: error });
    if (error instanceof WebError) throw error;
    throw new WebError('offline', 'The page could not be reached.', { cause: error });
  }
}

async function follow(request: PageRequest, options: Options, signal: AbortSignal): Promise<FetchedPage> {
  const { fetchHop, isAllowed, limits = WEB_LIMITS } = options;
  let url = checkedAddress(request.url, request.typed);
  for (let redirects = 0; ; redirects += 1) {
    if (!(await isAllowed(url.href))) throw createNotAllowedError();
    const hop = await fetchHop(url.href, signal);
    // A public name may resolve to an address in the local network. The request has already been sent, but nothing of
    // the response is used.
    if (hop.ip !== null && isPrivateIp(hop.ip) === true && !request.typed.has(addressKey(url))) throw isPrivate();
    if (!('location' in hop)) return await readPage(url, hop.response, limits.bytes);
    if (redirects >= limits.redirects)
      throw new WebError('redirect-refused', 'The page redirects too often to be opened.');
    url = checkedAddress(URL.parse(hop.location, url)?.href ?? '', request.typed);
    if (request.within !== null && !isSameOriginOrSecure(url, request.within))
      throw new WebError(
        'redirect-refused',
        // The message contains nothing from the page, not even its host, since an error does not count as text that was
        // read (untrusted-text.ts).
        'The page redirects to a site that the user has not allowed. open_page asks them for another address.',
      );
  }
}

/** Whether an address has this origin, or is on the same host over https. */
export function isSameOriginOrSecure(url: URL, origin: string): boolean {
  return url.origin === origin || (url.protocol === 'https:' && url.port === '' && `http://${url.host}` === origin);
}

/** Validates an address. Throws WebError, before anything is sent, if it must not be opened. */
export function checkedAddress(address: string, typedAddresses: ReadonlySet<string>): URL {
  const url = URL.parse(address);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isWeb) throw new WebError('page-refused', 'Only http and https addresses can be opened.');
  if (url.username !== '' || url.password !== '')
    throw new WebError('page-refused', 'Addresses with a user name or password are not opened.');
  if (isPrivateAddress(url) && !typedAddresses.has(addressKey(url))) throw isPrivate();
  // A fragment is for scripts of the page, and can contain data that a model wants to pass to them.
  url.hash = '';
  return url;
}

async function readPage(url: URL, response: Response, maxBytes: number): Promise<FetchedPage> {
  if (response.status === 401 || response.status === 403)
    throw new TabNeededError(
      { url: url.href, cause: 'login' },
      `The site answered ${response.status}: it may want a login, or no programs.`,
    );
  if (!response.ok) throw new WebError('page-refused', `The site answered ${response.status} instead of a page.`);
  const isTooLarge = Number(response.headers.get('content-length') ?? 0) > maxBytes;
  const bytes = isTooLarge ? null : await readAtMost(response, maxBytes);
  if (bytes === null)
    throw new WebError('page-too-large', `The page is larger than ${maxBytes / 1_000_000} MB and was not read.`);
  return { url: url.href, contentType: (response.headers.get('content-type') ?? '').toLowerCase(), bytes };
}

export function isPrivate(): WebError {
  return new WebError(
    'private-address',
    'This address leads to this computer or the local network. It is only opened where the user writes it in the chat.',
  );
}

export function createNotAllowedError(): WebError {
  return new WebError(
    'site-not-allowed',
    'The browser does not let Sidenote open pages of this site yet. The user can allow it in the settings, under Web search.',
  );
}
