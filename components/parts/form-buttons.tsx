import { t } from '../../lib/i18n/index.ts';
import './form-field.css';

/** The end of a form. `onCancel`: null where there is nothing to go back to. */
export function FormButtons({ submitLabel, onCancel }: { submitLabel: string; onCancel: (() => void) | null }) {
  return (
    <div className="form-buttons">
      {onCancel && (
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
      )}
      <button type="submit" className="button primary">
        {submitLabel}
      </button>
    </div>
  );
}
