import type { HostKind } from '../../contracts/index.ts';
import { t } from '../../i18n/index.ts';

/**
 * A warning about a valid address. `confirm`: it differs from what was typed, or looks like another, so it is shown and needs
 * confirmation.
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

/** `typed` is the trimmed text, `url` its interpretation, `kind` that of its host. Cases: security/endpoint-urls.json. */
export function addressWarnings(typed: string, url: URL, kind: HostKind): AddressWarning[] {
  const { hostname, origin, protocol } = url;
  const typedHost = hostAsTyped(typed);
  const warnings: AddressWarning[] = [];
  const warn = (code: AddressWarning['code'], message: string, confirm = true) =>
    warnings.push({ code, message, confirm });
  if (!typed.includes('://') && kind === 'public') {
    warn('scheme-added', t('schemeAdded', { address: origin }));
  }
  if (hostname.split('.').some((label) => label.startsWith('xn--'))) {
    warn('look-alike', t('nameLooksAlike', { host: hostname }));
  } else if (typedHost !== hostname) {
    warn('host-read-otherwise', t('addressLeadsToHost', { host: hostname }));
  }
  if (hostname.endsWith('.')) {
    warn('trailing-dot', t('nameEndsInDot', { host: hostname }));
  }
  if (/(^|\/)(\.|%2e){2}(\/|$)/i.test(typed)) {
    warn('path-changed', t('addressLeadsToPath', { address: `${origin}${url.pathname}` }));
  }
  if (protocol === 'http:' && kind === 'private') {
    warn('clear-text', t('clearText'), false);
  }
  if (protocol === 'http:' && kind === 'public') {
    warn('no-key', t('clearTextNoKey', { host: hostname }), false);
  }
  return warnings;
}

/** The host between scheme and port, path or end, in lower case but otherwise as typed. */
function hostAsTyped(typed: string): string {
  const rest = typed.replace(/^[a-z][a-z0-9+.-]*:\/+/i, '');
  return (/^(\[[^\]]*\]|[^/:?#]*)/.exec(rest)?.[1] ?? '').toLowerCase();
}
