import type { AddressWarning, HostKind } from '../../contracts/index.ts';

/** `typed`: the trimmed text; `url`: what it was read as; `kind`: of its host. Cases: security/endpoint-urls.json. */
export function addressWarnings(typed: string, url: URL, kind: HostKind): AddressWarning[] {
  const { hostname, origin, protocol } = url;
  const typedHost = hostAsTyped(typed);
  const warnings: AddressWarning[] = [];
  if (!typed.includes('://') && kind === 'public') {
    warnings.push({ code: 'scheme-added', address: origin, confirm: true });
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warnings.push({ code: 'look-alike', host: hostname, confirm: true });
  } else if (typedHost !== hostname) {
    warnings.push({ code: 'host-read-otherwise', host: hostname, confirm: true });
  }
  if (hostname.endsWith('.')) warnings.push({ code: 'trailing-dot', host: hostname, confirm: true });
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(typed)) {
    warnings.push({ code: 'path-changed', address: `${origin}${url.pathname}`, confirm: true });
  }
  if (protocol === 'http:' && kind === 'private') warnings.push({ code: 'clear-text', confirm: false });
  if (protocol === 'http:' && kind === 'public') warnings.push({ code: 'no-key', host: hostname, confirm: false });
  return warnings;
}

/** The host between scheme and port, path or end, in lower case but otherwise as it was typed. */
function hostAsTyped(typed: string): string {
  const rest = typed.replace(/^[a-z][a-z0-9+.-]*:\/+/i, '');
  return (/^(\[[^\]]*\]|[^/:?#]*)/.exec(rest)?.[1] ?? '').toLowerCase();
}
