import { useId } from 'react';
import { patienceMinutes } from '../../lib/browser/settings.ts';
import { useSetting } from '../../lib/panel/use-setting.ts';

const CHOICES = [1, 5, 10, 30, 60, 120];

/** How long a silent server is waited for. */
export function PatienceSection() {
  const id = useId();
  const [minutes, setMinutes] = useSetting(patienceMinutes);
  return (
    <section>
      <h2>Waiting</h2>
      <div className="field">
        <label htmlFor={id}>Give up on a silent server after</label>
        <select id={id} value={minutes ?? ''} onChange={(event) => setMinutes(Number(event.target.value) || null)}>
          <option value="">Automatic</option>
          {CHOICES.map((choice) => (
            <option key={choice} value={choice}>
              {choice} {choice === 1 ? 'minute' : 'minutes'}
            </option>
          ))}
        </select>
        <p className="hint">
          Automatic: one to two minutes for hosted servers, five to ten for those near by, which have to load the model
          and read the whole page first. Large models on slow machines may need more.
        </p>
      </div>
    </section>
  );
}
