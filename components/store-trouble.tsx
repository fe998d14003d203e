import { ConfirmButton } from './confirm-button.tsx';
import './store-trouble.css';

type Props = {
  message: string;
  /** What the browser said, or ''. */
  detail: string;
  onRetry?: (() => void) | null;
  /** Saves all chats to a file; absent where there are none to be had. */
  onExport?: (() => void) | null;
  /** The person has read it. */
  onDismiss?: () => void;
  /** Deletes everything; null where that would not help. */
  onReset?: (() => void) | null;
};

/** Trouble with what is saved: what it is, and what the person can do. */
export function StoreTroubleView({ message, detail, onRetry, onExport, onDismiss, onReset }: Props) {
  return (
    <section className="store-trouble" role="alert" aria-label="Storage">
      <p>{message}</p>
      {detail !== '' && <p className="detail">{detail}</p>}
      <div className="store-trouble-actions">
        {onRetry && (
          <button type="button" className="button" onClick={onRetry}>
            Try again
          </button>
        )}
        {onExport && (
          <button type="button" className="button" onClick={onExport}>
            Export all chats
          </button>
        )}
        {onDismiss && (
          <button type="button" className="button" onClick={onDismiss}>
            OK
          </button>
        )}
        {onReset && (
          <ConfirmButton className="button quiet" label="Delete all chats and settings" onConfirm={onReset}>
            Delete everything and start over
          </ConfirmButton>
        )}
      </div>
    </section>
  );
}
