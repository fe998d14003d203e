import './storage-failure.css';
import type { StorageFailureCode } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from '../parts/buttons.tsx';
import { storageFailureText } from '../parts/storage-text.ts';

type Props = {
  code: StorageFailureCode;
  /** The browser's error text, or ''. */
  detail: string;
  onRetry?: (() => void) | null;
  /** Saves all chats to a file. Absent if there are none. */
  onExport?: (() => void) | null;
  /** Called when the user dismisses it. */
  onDismiss?: () => void;
  /** Deletes everything. Null if that would not help. */
  onReset?: (() => void) | null;
};

/** A storage failure, and what the user can do about it. */
export function StorageFailureView({ code, detail, onRetry, onExport, onDismiss, onReset }: Props) {
  return (
    <section className="store-failure" role="alert" aria-label={t('storage')}>
      <p>{storageFailureText(code)}</p>
      {detail !== '' && <p className="detail">{detail}</p>}
      <div className="store-failure-actions">
        {onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            {t('tryAgain')}
          </button>
        )}
        {onExport && (
          <button type="button" className="button" onClick={onExport}>
            {t('exportAllChats')}
          </button>
        )}
        {onDismiss && (
          <button type="button" className="button" onClick={onDismiss}>
            {t('ok')}
          </button>
        )}
        {onReset && (
          <ConfirmButton
            className="button quiet"
            label={t('deleteEverything')}
            question={t('reallyDeleteEverything')}
            onConfirm={onReset}
          >
            {t('startOver')}
          </ConfirmButton>
        )}
      </div>
    </section>
  );
}
