import type { RequestExtrasError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';

/** Why headers or fields of the user's own are not taken, and what to write instead. */
export function requestExtrasText(error: RequestExtrasError): string {
  switch (error.code) {
    case 'headers-not-json':
      return t('headersAreJson', { example: '{"X-Title": "Sidenote"}' });
    case 'too-many-headers':
      return t('headersTooMany', { most: error.most });
    case 'header-bad-name':
      return t('headerNoName', { name: error.name });
    case 'header-not-here':
      return t('headerNotHere', { name: error.name });
    case 'header-not-text':
      return t('headerNoText', { name: error.name });
    case 'header-bad-value':
      return t('headerBadValue', { name: error.name });
    case 'header-looks-like-key':
      return t('headerLooksLikeKey', { name: error.name });
    case 'fields-not-json':
      return t('fieldsAreJson', { example: '{"top_p": 0.9}' });
    case 'field-is-ours':
      return t('fieldIsOurs', { name: error.name });
    case 'fields-too-long':
      return t('fieldsTooLong');
    case 'field-looks-like-key':
      return t('fieldLooksLikeKey');
    case 'field-not-finite':
      return t('fieldNotFinite');
    case 'field-value-not-json':
      return t('fieldNotJson');
    case 'fields-too-deep':
      return t('fieldsTooDeep');
    case 'field-bad-name':
      return t('fieldNoName', { name: error.name });
    default:
      return error satisfies never;
  }
}
