import { type AddressError, type AddressWarning, type HostKind, hostKind } from '../../contracts/index.ts';
import { hostedPreset } from '../presets/presets.ts';
import { addressWarnings } from './address-warnings.ts';

/**
 * A server's address as it is used. `takesKey`: false where a key would travel in the clear through the internet; such an
 * endpoint never gets one. `warnings`: what the user should see before trusting it.
 */
export type BaseUrl = {
  url: string;
  origin: string;
  hostKind: HostKind;
  takesKey: boolean;
  warnings: readonly AddressWarning[];
};

/** Longer addresses are no addresses (security cases, endpoint-urls). In characters. */
const MAX_LENGTH = 2048;

/**
 * Reads a base URL as a user types or pastes it: spaces, a missing scheme for this machine, a trailing slash, a missing or
 * doubled `/v1` and a pasted `/chat/completions` are forgiven. What could leak a key is refused, with the reason.
 */
export function parseBaseUrl(text: string): BaseUrl | { error: AddressError } {
  const trimmed = text.trim();
  if (trimmed === '') return { error: { code: 'missing' } };
  if (trimmed.length > MAX_LENGTH) return { error: { code: 'too-long' } };
  if (hasHiddenCharacters(trimmed)) return { error: { code: 'hidden-characters' } };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : addScheme(trimmed);
  const url = withScheme === null ? null : URL.parse(withScheme);
  if (url === null || url.port === '0' || !isHostName(url.hostname)) {
    return { error: { code: 'not-an-address' } };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { error: { code: 'scheme' } };
  }
  if (url.username !== '' || url.password !== '') {
    return { error: { code: 'has-password' } };
  }
  if (url.search !== '') {
    return { error: { code: 'has-query' } };
  }
  if (isMetadataHost(url.hostname)) return { error: { code: 'cloud-metadata' } };
  const asked = url.hostname;
  // Listening on every address is not an address to talk to; browsers refuse it.
  if (asked === '0.0.0.0') url.hostname = '127.0.0.1';
  const kind = hostKind(url.hostname);
  return {
    url: `${url.origin}${versionedPath(url)}`,
    origin: url.origin,
    hostKind: kind,
    takesKey: url.protocol === 'https:' || kind !== 'public',
    warnings: addressWarnings(trimmed, url, kind),
  };
}

/** The path below which `/chat/completions` lies. A known service is reached by its bare host too. */
function versionedPath({ hostname, pathname }: URL): string {
  const path = pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|responses|messages)$/, '')
    .replace(/(\/v\d+)\1+$/, '$1');
  const preset = hostedPreset(hostname);
  if (preset !== null) {
    const known = new URL(preset.baseUrl).pathname.replace(/\/$/, '');
    if (path === '' || path === '/v1' || path === known) return known;
  }
  return /\/v\d+[a-z]*\d*(\/|$)/.test(`${path}/`) ? path : `${path}/v1`;
}

/** Only servers near the user are known without a scheme; `api.example.com/v1` becomes https. */
function addScheme(text: string): string | null {
  const host = /^(\[[^\]]+\]|[^/:?#]+)(:\d+)?([/?#]|$)/.exec(text)?.[1];
  if (host === undefined) return null;
  const near = URL.parse(`http://${host}`);
  if (near === null) return null;
  if (near.hostname === '0.0.0.0' || hostKind(near.hostname) !== 'public') return `http://${text}`;
  // A single word is more likely a slip than a server.
  return near.hostname.includes('.') ? `https://${text}` : null;
}

/** Names and labels no longer than DNS has them (RFC 1035, 2.3.4). */
function isHostName(hostname: string): boolean {
  if (hostname === '' || hostname.length > 254) return false;
  return hostname.split('.').every((label) => label.length <= 63);
}

function isMetadataHost(hostname: string): boolean {
  return ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal'].includes(hostname.replace(/\.$/, ''));
}

/** Control, bidirectional and zero-width characters, also percent-encoded ones, and back slashes. */
function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\\\s]/u.test(text) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(text);
}
