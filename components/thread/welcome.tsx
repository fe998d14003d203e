import { t } from '../../lib/i18n/index.ts';
import './welcome.css';

const IDEAS = ['summarizePage', 'ideaNumbers', 'ideaSelection'] as const;

/** Shown in an empty chat: what Sidenote does, and examples. */
export function Welcome({ onPick }: { onPick: (text: string) => void }) {
  return (
    <div className="welcome">
      <h2>{t('welcomeTitle')}</h2>
      <p>{t('welcomeLead')}</p>
      <ul>
        {IDEAS.map((each) => t(each)).map((idea) => (
          <li key={idea}>
            <button type="button" className="button" onClick={() => onPick(idea)}>
              {idea}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
