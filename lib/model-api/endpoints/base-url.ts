import { type AddressError, type AddressWarning, type HostKind, hostKind } from '../../contracts/index.ts';
import { hostedPreset } from '../presets/presets.ts';

/**
 * A server's normalized address. `stored`: the text to keep, which parses to the same result. `takesKey`: false if a
 * key would be sent unencrypted over the internet; such an endpoint never gets one. `warnings` are shown before it is
 * used.
 */
export type BaseUrl = {
  url: string;
  stored: string;
  origin: string;
  hostKind: HostKind;
  takesKey: boolean;
  warnings: readonly AddressWarning[];
};

/** Longer text is not an address (security cases, endpoint-urls). In characters. */
const MAX_LENGTH = 2048;

/**
 * Parses a base URL as a user types or pastes it. Corrects spaces, a missing scheme for this machine, a trailing slash,
 * a missing or doubled `/v1`, and a pasted `/chat/completions`, to whose path no `/v1` is added. Rejects, with the
 * reason, addresses that could leak a key.
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
  const originalHost = url.hostname;
  // 0.0.0.0 is an address to listen on; browsers refuse to connect to it.
  if (originalHost === '0.0.0.0') url.hostname = '127.0.0.1';
  const kind = hostKind(url.hostname);
  const base = `${url.origin}${basePath(url)}`;
  return {
    url: base,
    stored: hasVersion(base) ? base : `${base}${CHAT_PATH}`,
    origin: url.origin,
    hostKind: kind,
    takesKey: url.protocol === 'https:' || kind !== 'public',
    warnings: addressWarnings(trimmed, url, kind),
  };
}

const CHAT_PATH = '/chat/completions';

/** The path that contains `/chat/completions`. For a known service, the host is enough. */
function basePath({ hostname, pathname }: URL): string {
  const path = pathname
    .replace(/\/+$/, '')
    .replace(/\/(chat\/completions|completions|models|responses|messages)$/, '')
    .replace(/(\/v\d+)\1+$/, '$1');
  const preset = hostedPreset(hostname);
  if (preset !== null) {
    const presetPath = new URL(preset.baseUrl).pathname.replace(/\/$/, '');
    if (path === '' || path === '/v1' || path === presetPath) return presetPath;
  }
  // A complete address shows where the path ends: some servers have no version in it.
  return hasVersion(path) || pathname.replace(/\/+$/, '').endsWith(CHAT_PATH) ? path : `${path}/v1`;
}

function hasVersion(path: string): boolean {
  return /\/v\d+[a-z]*\d*(\/|$)/.test(path) || hostedPreset(URL.parse(path)?.hostname ?? '') !== null;
}

/**
 * The same address without `/v1` at its end, to be stored if a server may offer its interface there; otherwise null.
 */
export function withoutVersion(url: string): string | null {
  const [, base] = /^(.*)\/v1$/.exec(url) ?? [];
  return base === undefined || hasVersion(base) ? null : `${base}${CHAT_PATH}`;
}

/** Only local servers have no scheme; `api.example.com/v1` becomes https. */
function addScheme(text: string): string | null {
  const host = /^(\[[^\]]+\]|[^/:?#]+)(:\d+)?([/?#]|$)/.exec(text)?.[1];
  if (host === undefined) return null;
  const near = URL.parse(`http://${host}`);
  if (near === null) return null;
  if (near.hostname === '0.0.0.0' || hostKind(near.hostname) !== 'public') return `http://${text}`;
  // A single word is more likely a typo than a server.
  return near.hostname.includes('.') ? `https://${text}` : null;
}

/** Checks lengths of names and labels by DNS (RFC 1035, 2.3.4). */
function isHostName(hostname: string): boolean {
  if (hostname === '' || hostname.length > 254) return false;
  return hostname.split('.').every((label) => label.length <= 63);
}

function isMetadataHost(hostname: string): boolean {
  return ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal'].includes(hostname.replace(/\.$/, ''));
}

/** Control, bidirectional and zero-width characters, including percent-encoded ones, and backslashes. */
function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\\\s]/u.test(text) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(text);
}

/**
 * `typedText` is the trimmed text, `url` its interpretation, `kind` that of its host. Cases:
 * security/endpoint-urls.json.
 */
function addressWarnings(typedText: string, url: URL, kind: HostKind): AddressWarning[] {
  const { hostname, origin, protocol } = url;
  const typedHost = hostAsTyped(typedText);
  const warnings: AddressWarning[] = [];
  if (!typedText.includes('://') && kind === 'public') {
    warnings.push({ code: 'scheme-added', address: origin, confirm: true });
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warnings.push({ code: 'look-alike', host: hostname, confirm: true });
  } else if (typedHost !== hostname) {
    warnings.push({ code: 'host-read-otherwise', host: hostname, confirm: true });
  }
  if (hostname.endsWith('.')) warnings.push({ code: 'trailing-dot', host: hostname, confirm: true });
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(typedText)) {
    warnings.push({ code: 'path-changed', address: `${origin}${url.pathname}`, confirm: true });
  }
  if (protocol === 'http:' && kind === 'private') warnings.push({ code: 'clear-text', confirm: false });
  if (protocol === 'http:' && kind === 'public') warnings.push({ code: 'no-key', host: hostname, confirm: false });
  return warnings;
}

/** The host between scheme and port, path or end, in lower case but otherwise as typed. */
function hostAsTyped(typedText: string): string {
  const rest = typedText.replace(/^[a-z][a-z0-9+.-]*:\/+/i, '');
  return (/^(\[[^\]]*\]|[^/:?#]*)/.exec(rest)?.[1] ?? '').toLowerCase();
}
