import type { StorageFailureCode } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton } from '../parts/confirm-button.tsx';
import { storageFailureText } from './storage-text.ts';
import './storage-failure.css';

type Props = {
  code: StorageFailureCode;
  /** What the browser said, or ''. */
  detail: string;
  onRetry?: (() => void) | null;
  /** Saves all chats to a file; absent where there are none to be had. */
  onExport?: (() => void) | null;
  /** The user has read it. */
  onDismiss?: () => void;
  /** Deletes everything; null where that would not help. */
  onReset?: (() => void) | null;
};

/** Failure with what is saved: what it is, and what the user can do. */
export function StorageFailureView({ code, detail, onRetry, onExport, onDismiss, onReset }: Props) {
  return (
    <section className="store-trouble" role="alert" aria-label={t('storage')}>
      <p>{storageFailureText(code)}</p>
      {detail !== '' && <p className="detail">{detail}</p>}
      <div className="store-trouble-actions">
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
