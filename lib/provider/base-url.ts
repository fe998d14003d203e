/** Where a host lies: on this machine, in this network, or out there. Decides on clear text and on patience. */
export type HostKind = 'loopback' | 'private' | 'public';

export type BaseUrl = { url: string; origin: string; hostKind: HostKind };

/**
 * Reads a base URL as a person types or pastes it: spaces, a missing scheme for this machine, a trailing slash, a missing
 * `/v1` and a pasted `/chat/completions` are forgiven. What could leak a key is refused, with the reason.
 */
export function parseBaseUrl(text: string): BaseUrl | { error: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { error: 'Enter the address of the server, for example http://127.0.0.1:11434/v1.' };
  if (hasHiddenCharacters(trimmed))
    return { error: 'The address contains hidden or unusual characters. Type it anew.' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : addScheme(trimmed);
  const url = withScheme === null ? null : URL.parse(withScheme);
  if (url === null || url.hostname === '' || url.port === '0') {
    return { error: 'This is not a web address. It should look like https://api.example.com/v1.' };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return { error: 'The address must start with https:// (or http:// for a server on this machine or network).' };
  }
  if (url.username !== '' || url.password !== '') {
    return { error: 'The address must not contain a user name or password. Put the key into its own field.' };
  }
  if (url.search !== '') {
    return { error: 'The address must not have a "?" part. Put the key into its own field.' };
  }
  if (isMetadataHost(url.hostname)) return { error: 'This address belongs to a cloud machine, not to a model server.' };
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|completions|models)$/, '');
  const versioned = /\/v\d+[a-z]*\d*(\/|$)/.test(`${path}/`) ? path : `${path}/v1`;
  return { url: `${url.origin}${versioned}`, origin: url.origin, hostKind: hostKind(url.hostname) };
}

/** Only servers near the person are known without a scheme; `api.example.com/v1` becomes https. */
function addScheme(text: string): string | null {
  const host = /^(\[[^\]]+\]|[^/:?#]+)(:\d+)?([/?#]|$)/.exec(text)?.[1];
  if (host === undefined) return null;
  const near = URL.parse(`http://${host}`);
  if (near === null) return null;
  return `${hostKind(near.hostname) === 'public' ? 'https' : 'http'}://${text}`;
}

export function hostKind(hostname: string): HostKind {
  if (hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]') return 'loopback';
  if (/^127\.\d+\.\d+\.\d+$/.test(hostname) || hostname === '0.0.0.0') return 'loopback';
  if (/^(10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.)\d/.test(hostname)) return 'private';
  if (/^\[(f[cd]|fe80:)/i.test(hostname) || hostname.endsWith('.local')) return 'private';
  return 'public';
}

function isMetadataHost(hostname: string): boolean {
  return ['169.254.169.254', '[fd00:ec2::254]', 'metadata.google.internal'].includes(hostname);
}

/** Control, bidirectional and zero-width characters, also percent-encoded ones, and back slashes. */
function hasHiddenCharacters(text: string): boolean {
  return /[\p{Cc}\p{Cf}\\\s]/u.test(text) || /%(0[0-9a-f]|1[0-9a-f]|7f)/i.test(text);
}
