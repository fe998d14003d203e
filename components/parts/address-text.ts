import type { AddressError, AddressWarning, ApiKeyError } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';

/** Returns the message for an invalid address, and what to enter instead. */
export function addressErrorText({ code }: AddressError): string {
  return t(ERRORS[code]);
}

const ERRORS: Record<AddressError['code'], PlainKey> = {
  missing: 'addressMissing',
  'too-long': 'addressTooLong',
  'hidden-characters': 'addressHasHidden',
  'not-an-address': 'addressIsNone',
  scheme: 'addressScheme',
  'has-password': 'addressHasPassword',
  'has-query': 'addressHasQuery',
  'cloud-metadata': 'addressOfCloud',
};

/** Returns the warning about an address before it is used. */
export function addressWarningText(warning: AddressWarning): string {
  switch (warning.code) {
    case 'scheme-added':
      return t('schemeAdded', { address: warning.address });
    case 'path-changed':
      return t('addressLeadsToPath', { address: warning.address });
    case 'host-read-otherwise':
      return t('addressLeadsToHost', { host: warning.host });
    case 'look-alike':
      return t('nameLooksAlike', { host: warning.host });
    case 'trailing-dot':
      return t('nameEndsInDot', { host: warning.host });
    case 'no-key':
      return t('clearTextNoKey', { host: warning.host });
    case 'clear-text':
      return t('clearText');
    default:
      return warning satisfies never;
  }
}

export function apiKeyErrorText({ code }: ApiKeyError): string {
  return t(KEY_ERRORS[code]);
}

const KEY_ERRORS: Record<ApiKeyError['code'], PlainKey> = {
  'has-space': 'keyHasSpace',
  'odd-characters': 'keyOddCharacters',
  'too-long': 'keyTooLong',
};
