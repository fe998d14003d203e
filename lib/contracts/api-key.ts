import { t } from '../i18n/index.ts';

/** Why this cannot be a key, or null. It is sent in a header, which allows printable ASCII (RFC 9110, 5.5). */
export function apiKeyError(text: string): string | null {
  if (/\s/.test(text)) return t('keyHasSpace');
  if (!/^[\x21-\x7e]*$/.test(text)) return t('keyOddCharacters');
  return text.length > 8_000 ? t('keyTooLong') : null;
}
