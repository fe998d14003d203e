import * as z from 'zod';

export const AddressErrorCode = z.enum([
  'missing',
  'too-long',
  'hidden-characters',
  'not-an-address',
  'scheme',
  'has-password',
  'has-query',
  'cloud-metadata',
]);

/** Why a text is not a valid or usable server address. */
export type AddressError = { code: z.infer<typeof AddressErrorCode> };

/**
 * A warning about a valid address. `confirm`: the address differs from what was typed, or resembles another one, so it
 * is shown and needs confirmation. `address` and `host` describe its target.
 */
export type AddressWarning = { confirm: boolean } & (
  | { code: 'scheme-added' | 'path-changed'; address: string }
  | { code: 'host-read-otherwise' | 'look-alike' | 'trailing-dot' | 'no-key'; host: string }
  | { code: 'clear-text' }
);

export const ApiKeyErrorCode = z.enum(['has-space', 'odd-characters', 'too-long']);

/** Why a text cannot be an API key. */
export type ApiKeyError = { code: z.infer<typeof ApiKeyErrorCode> };

/**
 * Location of a host: this machine, the local network, or the internet. It determines whether HTTP is allowed, and the
 * timeouts.
 */
export type HostKind = 'loopback' | 'private' | 'public';

/** Classifies a host name as `URL` returns it: in lower case, numbers as dotted addresses, IPv6 in brackets. */
export function hostKind(hostname: string): HostKind {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'loopback';
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname)) return 'loopback';
  if (/^(10\.\d+|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$/.test(hostname)) return 'private';
  if (/^\[(f[cd]|fe80:)/i.test(hostname) || hostname.endsWith('.local')) return 'private';
  return 'public';
}

/**
 * Returns a reason why a browser may silently fail to reach a running server. `maybe-upgraded`: it changes http:// to
 * https://, for names only (quirk: http-is-upgraded). `maybe-untrusted`: it does not trust the issuer of the
 * certificate.
 */
export function findConnectionRisk(address: string): 'maybe-upgraded' | 'maybe-untrusted' | null {
  const { protocol, hostname } = URL.parse(address) ?? { protocol: '', hostname: '' };
  if (protocol === 'https:') return 'maybe-untrusted';
  const isName = !/^\[|^\d+\.\d+\.\d+\.\d+$/.test(hostname) && hostKind(hostname) !== 'loopback';
  return protocol === 'http:' && isName ? 'maybe-upgraded' : null;
}

/**
 * Guesses the end of a host name that distinguishes one owner's hosts from another's: two labels, or three where names
 * are registered below `co.uk`, `ne.jp` and similar suffixes. It does not use the public suffix list.
 */
export function guessRegistrableDomain(hostname: string): string {
  const [site = hostname] = /[^.]+\.((com?|ac|org?|ne|go|gov|net|edu)\.[a-z]{2}|[^.]+)$/.exec(hostname) ?? [];
  return site;
}

/**
 * Returns why this cannot be a key, or null. The key is sent in a header, which allows printable ASCII (RFC 9110, 5.5).
 */
export function apiKeyError(text: string): ApiKeyError | null {
  if (/\s/.test(text)) return { code: 'has-space' };
  if (!/^[\x21-\x7e]*$/.test(text)) return { code: 'odd-characters' };
  return text.length > 8_000 ? { code: 'too-long' } : null;
}
