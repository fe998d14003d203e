import { t } from '../../lib/i18n/index.ts';
import './allow-host.css';

/** Says that the browser does not allow requests to a server yet. The browser asks the user only after a click. */
export function AllowHost({ onAllow }: { onAllow: () => void }) {
  return (
    <div className="allow-host">
      <p>{t('serverNotAllowed')}</p>
      <button type="button" className="button primary" onClick={onAllow}>
        {t('allow')}
      </button>
    </div>
  );
}
