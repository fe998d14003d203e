import { X } from 'lucide-react';
import { useId } from 'react';
import {
  type ContextQuestion,
  type Failure,
  type PageTranslation,
  TRANSLATION_TARGETS,
  type TranslationAction,
  type TranslationTarget,
} from '../../lib/contracts/index.ts';
import { type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { ApproveButton, IconButton } from '../parts/buttons.tsx';
import { failureDetail, failureMessage } from '../parts/failure-message.ts';
import './translation-card.css';

/** A translation of the page beside the panel, or an attempt to begin one. */
export type ShownTranslation =
  | { state: 'starting' }
  | { state: 'refused'; failure: Failure }
  | { state: 'known'; translation: PageTranslation };

type Props = {
  shown: ShownTranslation;
  target: TranslationTarget;
  onTarget: (target: TranslationTarget) => void;
  onStart: () => void;
  /** Called with the site that the question named. */
  onApprove: (origin: string) => void;
  onAction: (action: TranslationAction) => void;
  /** Puts the original back. */
  onClose: () => void;
};

/** Shows how far the translation of the page is, and switches between it and the original. */
export function TranslationCard({ shown, target, onTarget, onStart, onApprove, onAction, onClose }: Props) {
  const id = useId();
  return (
    <section className="translation-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('translationHeading')}</h2>
        <select aria-label={t('translationLanguage')} value={target} onChange={(event) => onTarget(event.target.value)}>
          {targets(target).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
        <IconButton label={t('translationClose')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {shown.state === 'known' ? (
        <Known translation={shown.translation} onApprove={onApprove} onAction={onAction} onClose={onClose} />
      ) : (
        <>
          <div role="status">
            {shown.state === 'starting' ? <p>{t('translationStarting')}</p> : <FailureNote failure={shown.failure} />}
          </div>
          {shown.state === 'refused' && (
            <div className="translation-buttons">
              <button type="button" className="button" onClick={onStart}>
                {t('tryAgain')}
              </button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

type KnownProps = Pick<Props, 'onApprove' | 'onAction' | 'onClose'> & { translation: PageTranslation };

function Known({ translation, onApprove, onAction, onClose }: KnownProps) {
  const { status, shows, progress } = translation;
  if (status.type === 'asking') {
    return <Question question={status.question} onApprove={onApprove} onCancel={onClose} />;
  }
  const isOriginal = shows === 'original';
  return (
    <>
      <div role="status">
        {status.type === 'failed' ? <FailureNote failure={status.failure} /> : <p>{t(statusText(translation))}</p>}
        {progress.failed > 0 && <p className="translation-note">{plural('translationFailedParts', progress.failed)}</p>}
      </div>
      <div className="translation-buttons">
        {status.type === 'translating' ? (
          <button type="button" className="button" onClick={() => onAction('stop')}>
            {t('stop')}
          </button>
        ) : (
          <button type="button" className="button" onClick={() => onAction('continue')}>
            {t(status.type === 'failed' ? 'tryAgain' : 'continueAnswer')}
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => onAction(isOriginal ? 'show-translation' : 'show-original')}
        >
          {t(isOriginal ? 'translationShow' : 'translationShowOriginal')}
        </button>
      </div>
    </>
  );
}

function statusText({ status, shows, progress }: PageTranslation): PlainKey {
  if (shows === 'original') return 'translationOriginalShown';
  if (status.type === 'paused') return 'translationPaused';
  if (status.type === 'stopped') return 'translationStopped';
  return progress.left > 0 || progress.translated === 0 ? 'translationRunning' : 'translationInView';
}

type QuestionProps = { question: ContextQuestion; onApprove: (origin: string) => void; onCancel: () => void };

function Question({ question: { reason, origin }, onApprove, onCancel }: QuestionProps) {
  const site = origin ?? '';
  return (
    <>
      <p>{t(reason === 'sensitive-fields' ? 'contextAsksSensitive' : 'translationAsksSite', { site })}</p>
      <div className="translation-buttons">
        <button type="button" className="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <ApproveButton label={t('translatePage')} onApprove={() => onApprove(site)} />
      </div>
    </>
  );
}

function FailureNote({ failure }: { failure: Failure }) {
  const detail = failureDetail(failure);
  const needsSharing =
    'reason' in failure && failure.reason.type === 'page-failed' && failure.reason.error === 'no-access';
  return (
    <>
      <p>{failureMessage(failure)}</p>
      {needsSharing && <p className="translation-note">{t('howToShare')}</p>}
      {detail !== '' && <p className="translation-note">{detail}</p>}
    </>
  );
}

/** The languages with their names in the language of the interface, in its order. */
function targets(current: TranslationTarget): { tag: TranslationTarget; name: string }[] {
  const language = document.documentElement.lang || 'en';
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const tags = TRANSLATION_TARGETS.includes(current) ? TRANSLATION_TARGETS : [...TRANSLATION_TARGETS, current];
  return tags
    .map((tag) => ({ tag, name: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.name.localeCompare(other.name, language));
}
