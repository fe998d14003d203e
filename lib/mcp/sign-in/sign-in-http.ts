import { hostKind, type SignInErrorCode } from '../../contracts/index.ts';
import { isPrivateAddress } from '../../security/index.ts';

/** Dependencies of discovery, registration and token requests. */
export type SignInHttp = {
  fetch: typeof globalThis.fetch;
  /** Whether the browser lets the extension connect to this address. */
  hasAccess: (url: string) => Promise<boolean>;
  signal: AbortSignal;
};

/** Maximum size of a reply in bytes. Metadata of real servers has 2 to 10 kB. */
const MAX_REPLY_BYTES = 256_000;
const TIMEOUT_MS = 30_000;

/**
 * Validates an address that a server names: it must be encrypted, or on this machine, and not on a more private network
 * than the server itself. A public server therefore cannot direct requests into the local network or to this machine. A
 * public name that resolves to such an address does not help it, since the machine there has no certificate for the
 * name.
 */
export function namedEndpoint(address: unknown, ...namedBy: readonly URL[]): URL {
  const url = typeof address === 'string' && address.length <= 2_048 ? URL.parse(address) : null;
  if (url === null || url.username !== '' || url.password !== '') throw new SignInError('sign-in-address');
  const isEncrypted = url.protocol === 'https:' || (url.protocol === 'http:' && distance(url) === 0);
  if (!isEncrypted || namedBy.some((each) => distance(url) < distance(each))) throw new SignInError('sign-in-address');
  return url;
}

/** How close a server is to the user: on this machine, in the local network, or on the internet. */
function distance(url: URL): 0 | 1 | 2 {
  if (hostKind(url.hostname) === 'loopback') return 0;
  return isPrivateAddress(url) ? 1 : 2;
}

/** Rejects with SignInPermissionError if the browser does not allow connections to all of these addresses. */
export async function requireAccess(http: SignInHttp, urls: readonly URL[]): Promise<void> {
  const origins = [...new Set(urls.map(({ origin }) => origin))];
  const accessResults = await Promise.all(origins.map((origin) => http.hasAccess(origin)));
  const missing = origins.filter((_, at) => !accessResults[at]);
  if (missing.length > 0) throw new SignInPermissionError(missing);
}

/**
 * `fetch` for metadata, registration and tokens, with limited size and time, and without cookies. Follows no redirects,
 * since a redirected token request would reveal its code or refresh token to another server. Rejects with SignInError
 * or the signal's reason.
 */
export function signInFetch(http: SignInHttp): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const url = String(input);
    await requireAccess(http, [new URL(url)]);
    const signal = AbortSignal.any([http.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    try {
      const response = await http.fetch(url, {
        ...init,
        signal,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
      });
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel();
        throw new SignInError('sign-in-redirect');
      }
      const { status, headers } = response;
      const type = headers.get('content-type');
      const body = await limitedBody(response);
      return new Response(body.length === 0 ? null : body, { status, headers: type ? { 'content-type': type } : {} });
    } catch (error) {
      http.signal.throwIfAborted();
      throw error instanceof SignInError ? error : new SignInError('sign-in-unreachable', { cause: error });
    }
  };
}

async function limitedBody(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done || value === undefined) break;
    bytes += value.byteLength;
    if (bytes > MAX_REPLY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      throw new SignInError('sign-in-metadata');
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

/** Why a sign-in failed. Contains no text from a server. */
export class SignInError extends Error {
  readonly code: SignInErrorCode;

  constructor(code: SignInErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'SignInError';
    this.code = code;
  }
}

/** The browser has to be allowed to connect to these servers first. */
export class SignInPermissionError extends Error {
  readonly urls: readonly string[];

  constructor(urls: readonly string[]) {
    super('The browser may not connect to the authorization server.');
    this.name = 'SignInPermissionError';
    this.urls = urls;
  }
}
