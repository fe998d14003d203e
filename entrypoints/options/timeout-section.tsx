import { useId } from 'react';
import { timeoutMinutes } from '../../lib/extension/settings.ts';
import { plural, t } from '../../lib/i18n/translate.ts';
import { useSetting } from '../../lib/react/use-setting.ts';

const CHOICES = [1, 5, 10, 30, 60, 120];

/** How long a silent server is waited for. */
export function TimeoutSection() {
  const id = useId();
  const [minutes, setMinutes] = useSetting(timeoutMinutes);
  return (
    <section>
      <h2>{t('waiting')}</h2>
      <div className="field">
        <label htmlFor={id}>{t('patienceLabel')}</label>
        <select id={id} value={minutes ?? ''} onChange={(event) => setMinutes(Number(event.target.value) || null)}>
          <option value="">{t('automatic')}</option>
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {plural('minutes', choice)}
            </option>
          ))}
        </select>
        <p className="hint">{t('patienceHint')}</p>
      </div>
    </section>
  );
}
