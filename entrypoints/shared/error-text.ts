import { storageFailureText } from '../../components/parts/storage-text.ts';
import { t } from '../../lib/i18n/index.ts';
import { findStorageFailure } from '../../lib/storage/index.ts';

/** Returns the message for a storage error, or for an unexpected error, whose own text is shown as a detail. */
export function describeError(error: unknown): string {
  const failure = findStorageFailure(error);
  return failure === null ? t('wentWrongWith', { detail: String(error) }) : storageFailureText(failure.code);
}
