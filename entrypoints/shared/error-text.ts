import { storageFailureText } from '../../components/parts/storage-text.ts';
import { t } from '../../lib/i18n/index.ts';
import { findStorageFailure } from '../../lib/storage/index.ts';

/** The message for an error of storage, or for one that nothing in the program expects, whose own text is a detail. */
export function errorText(error: unknown): string {
  const failure = findStorageFailure(error);
  return failure === null ? t('wentWrongWith', { detail: String(error) }) : storageFailureText(failure.code);
}
