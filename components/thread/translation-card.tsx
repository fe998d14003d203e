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
import { languageName, type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { ApproveButton, IconButton } from '../parts/buttons.tsx';
import { failureDetail, failureMessage } from '../parts/failure-message.ts';
import './panel-card.css';
import './translation-card.css';

/** A translation of the page beside the panel, or an attempt to begin one. */
export type ShownTranslation =
  | { state: 'starting' }
  | { state: 'downloading'; share: number }
  | { state: 'refused'; failure: Failure }
  | { state: 'known'; translation: PageTranslation };

export type TranslationEngine = 'model' | 'browser';

type Props = {
  shown: ShownTranslation;
  target: TranslationTarget;
  onTarget: (target: TranslationTarget) => void;
  /** What translates; null if the browser has no translator. */
  engine: TranslationEngine | null;
  onEngine: (engine: TranslationEngine) => void;
  onStart: () => void;
  /** Called with the site that the question named. */
  onApprove: (origin: string) => void;
  onAction: (action: TranslationAction) => void;
  /** Called in a click with the language of the page. */
  onDownload: (source: string) => void;
  /** Puts the original back. */
  onClose: () => void;
};

/** Shows how far the translation of the page is, and switches between it and the original. */
export function TranslationCard(props: Props) {
  const { shown, target, onTarget, engine, onEngine, onStart, onClose } = props;
  const id = useId();
  return (
    <section className="panel-card translation-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('translationHeading')}</h2>
        <IconButton label={t('translationClose')} onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      <div className="translation-choices">
        <select
          className="small-select"
          aria-label={t('translationLanguage')}
          value={target}
          onChange={(event) => onTarget(event.target.value)}
        >
          {targets(target).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
        {engine !== null && (
          <select
            className="small-select"
            aria-label={t('translationEngine')}
            value={engine}
            onChange={(event) => onEngine(event.target.value === 'browser' ? 'browser' : 'model')}
          >
            <option value="model">{t('translationByModel')}</option>
            <option value="browser">{t('translationByBrowser')}</option>
          </select>
        )}
      </div>
      {shown.state === 'known' ? (
        <Known {...props} translation={shown.translation} />
      ) : (
        <>
          <div role="status">
            {shown.state === 'starting' && <p>{t('translationStarting')}</p>}
            {shown.state === 'downloading' && (
              <p>{t('downloading', { share: t('percent', { number: Math.round(shown.share * 100) }) })}</p>
            )}
            {shown.state === 'refused' && <FailureNote failure={shown.failure} />}
          </div>
          {shown.state === 'refused' && (
            <div className="panel-card-buttons">
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

type KnownProps = Pick<Props, 'onApprove' | 'onAction' | 'onDownload' | 'onClose'> & { translation: PageTranslation };

function Known({ translation, onApprove, onAction, onDownload, onClose }: KnownProps) {
  const { status, shows, progress, target } = translation;
  if (status.type === 'asking') {
    return <Question question={status.question} onApprove={onApprove} onCancel={onClose} />;
  }
  if (status.type === 'to-download') {
    const { source } = status;
    return (
      <>
        <p>{t('translatorToDownload', { source: languageName(source), target: languageName(target) })}</p>
        <div className="panel-card-buttons">
          <button type="button" className="button primary" onClick={() => onDownload(source)}>
            {t('translatorDownload')}
          </button>
        </div>
      </>
    );
  }
  const isOriginal = shows === 'original';
  return (
    <>
      <div role="status">
        {status.type === 'failed' ? <FailureNote failure={status.failure} /> : <p>{t(statusText(translation))}</p>}
        {progress.failed > 0 && <p className="translation-note">{plural('translationFailedParts', progress.failed)}</p>}
      </div>
      <div className="panel-card-buttons">
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
      <div className="panel-card-buttons">
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
  const tags = TRANSLATION_TARGETS.includes(current) ? TRANSLATION_TARGETS : [...TRANSLATION_TARGETS, current];
  return tags
    .map((tag) => ({ tag, name: languageName(tag) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, document.documentElement.lang || 'en'));
}
