import type { HostKind } from './host-kind.ts';

/**
 * What the person should know of an address that is accepted. `confirm`: it is not what was typed, or not what it looks
 * like, so it is shown and waits for a yes.
 */
export type AddressWarning = {
  code:
    | 'scheme-added'
    | 'host-read-otherwise'
    | 'look-alike'
    | 'trailing-dot'
    | 'path-changed'
    | 'clear-text'
    | 'no-key';
  message: string;
  confirm: boolean;
};

/** `typed`: the trimmed text; `url`: what it was read as; `kind`: of its host. Cases: security/endpoint-urls.json. */
export function addressWarnings(typed: string, url: URL, kind: HostKind): AddressWarning[] {
  const { hostname, origin, protocol } = url;
  const typedHost = hostAsTyped(typed);
  const warnings: AddressWarning[] = [];
  const warn = (code: AddressWarning['code'], message: string, confirm = true) =>
    warnings.push({ code, message, confirm });
  if (!typed.includes('://') && kind === 'public') {
    warn('scheme-added', `https:// was put before the address: ${origin}. Is this the server you mean?`);
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warn('look-alike', `The name has letters of another alphabet; its real name is ${hostname}. Is this the server?`);
  } else if (typedHost !== hostname) {
    warn('host-read-otherwise', `The address leads to ${hostname}. Is this the server you mean?`);
  }
  if (hostname.endsWith('.')) {
    warn('trailing-dot', `${hostname} ends in a dot, which makes it another server than without. Remove the dot.`);
  }
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(typed)) {
    warn('path-changed', `The address leads to ${origin}${url.pathname}. Is this what you mean?`);
  }
  if (protocol === 'http:' && kind === 'private') {
    const message = 'Everything travels in the clear over http://: others in this network can read it.';
    warn('clear-text', message, false);
  }
  if (protocol === 'http:' && kind === 'public') {
    const message = `${hostname} is reached over http://, in the clear. It will never be sent a key; use https:// if it has one.`;
    warn('no-key', message, false);
  }
  return warnings;
}

/** The host between scheme and port, path or end, in lower case but otherwise as it was typed. */
function hostAsTyped(typed: string): string {
  const rest = typed.replace(/^[a-z][a-z0-9+.-]*:\/+/i, '');
  return (/^(\[[^\]]*\]|[^/:?#]*)/.exec(rest)?.[1] ?? '').toLowerCase();
}
