import { ATTACHED_LIMITS, type FileError } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { failureMessage } from '../parts/failure-message.ts';

/** Why a file was not attached, and what to do. */
export function fileErrorText(failure: FileError): string {
  const { name } = failure;
  switch (failure.code) {
    case 'empty':
      return t('attachEmpty', { name });
    case 'too-large':
      return t('attachTooLarge', { name });
    case 'too-long':
      return t('attachTooLong', { name });
    case 'too-many':
      return t('attachTooMany', { name, most: ATTACHED_LIMITS.files });
    case 'too-much':
      return t('attachTooMuch', { name, megabytes: ATTACHED_LIMITS.bytes / 1_000_000 });
    case 'not-text':
      return t('attachNotText', { name });
    case 'not-picture':
      return t('attachNotPicture', { name });
    case 'not-readable':
      return t('attachNotReadable', { name });
    case 'pdf':
      return t('attachPdfTrouble', { name, reason: failure.failure === null ? '' : failureMessage(failure.failure) });
    default:
      return failure satisfies never;
  }
}
