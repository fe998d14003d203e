import './practice-ideas.css';
import { t } from '../../lib/i18n/index.ts';

/** What the practice model demonstrates, by the keyword in a message that triggers it. */
const IDEAS = [
  { name: 'practiceSeeSlow', keyword: 'slow' },
  { name: 'practiceSeeTools', keyword: 'parallel' },
  { name: 'practiceSeeError', keyword: 'error' },
] as const;

/** Shown below the last answer of the practice model: what else it can demonstrate. */
export function PracticeIdeas({ onAsk }: { onAsk: (message: string) => void }) {
  return (
    <ul className="practice-ideas" aria-label={t('practiceIdeas')}>
      {IDEAS.map(({ name, keyword }) => (
        <li key={name}>
          <button type="button" className="button" onClick={() => onAsk(`practice: ${keyword}`)}>
            {t(name)}
          </button>
        </li>
      ))}
    </ul>
  );
}
