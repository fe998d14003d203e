import { t } from '../../lib/i18n/index.ts';
import './welcome.css';

const ABOUT_PAGE = ['summarizePage', 'ideaNumbers'] as const;
const ABOUT_SELECTION = ['ideaSelection', 'ideaTranslateSelection', 'summarizePage'] as const;
/** Beginnings of questions, which the user has to complete. */
const WITHOUT_PAGE = ['ideaEmail', 'ideaTerm'] as const;

type Props = {
  /** Whether the next question is about a page. */
  hasPage: boolean;
  /** Whether something is selected on the page. */
  hasSelection: boolean;
  /** Asks one of the examples. */
  onAsk: (text: string) => void;
  /** Writes an example that needs more words into the field. */
  onWrite: (text: string) => void;
  /** Begins a question that compares two tabs. */
  onCompare: () => void;
  /** Translates the page. Null if that is not offered. */
  onTranslate: (() => void) | null;
};

/** Shown in an empty chat: what Sidenote does, and examples. */
export function Welcome({ hasPage, hasSelection, onAsk, onWrite, onCompare, onTranslate }: Props) {
  const onPick = hasPage ? onAsk : onWrite;
  const aboutPage = hasSelection ? ABOUT_SELECTION : ABOUT_PAGE;
  return (
    <div className="welcome">
      <h2>{t(hasPage ? 'welcomeTitle' : 'askAnything')}</h2>
      {hasPage && <p>{t('welcomeLead')}</p>}
      <ul>
        {(hasPage ? aboutPage : WITHOUT_PAGE)
          .map((each) => t(each))
          .map((idea) => (
            <li key={idea}>
              <button type="button" className="button" onClick={() => onPick(idea)}>
                {idea}
              </button>
            </li>
          ))}
        {!hasPage && (
          <li>
            <button type="button" className="button" onClick={onCompare}>
              {t('ideaCompare')}
            </button>
          </li>
        )}
        {onTranslate && (
          <li>
            <button type="button" className="button" onClick={onTranslate}>
              {t('translatePage')}
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
