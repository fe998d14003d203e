import {
  type Failure,
  type PageTranslation,
  TRANSLATION_TARGETS,
  type TranslationAction,
  type TranslationTarget,
} from '../../lib/contracts/index.ts';
import { languageName, type PlainKey, plural, t } from '../../lib/i18n/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { FailureNote, PanelCard } from '../parts/panel-card.tsx';
import './translation-card.css';

/** A translation of the page next to the panel, or an attempt to begin one. */
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
  /** The engine. Null if the browser has no translator. */
  engine: TranslationEngine | null;
  onEngine: (engine: TranslationEngine) => void;
  onStart: () => void;
  /** Called with the site named in the question. */
  onApprove: (origin: string) => void;
  onAction: (action: TranslationAction) => void;
  /** Called during a click, with the language of the page. */
  onDownload: (source: string) => void;
  /** Restores the original. */
  onClose: () => void;
};

/** Shows the progress of translating the page, and switches between the translation and the original. */
export function TranslationCard(props: Props) {
  const { shown, target, onTarget, engine, onEngine, onClose } = props;
  return (
    <PanelCard
      className="translation-card"
      title={t('translationHeading')}
      closeButton={{ label: t('translationClose'), onClose }}
    >
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
      {/* The card is directly above the message field. If it grew with its state, buttons would move under the pointer. */}
      <div className="translation-status" role="status">
        <Status shown={shown} />
      </div>
      <div className="panel-card-buttons translation-buttons">
        <Buttons {...props} />
      </div>
    </PanelCard>
  );
}

function Status({ shown }: { shown: ShownTranslation }) {
  if (shown.state === 'starting') return <p>{t('translationStarting')}</p>;
  if (shown.state === 'downloading')
    return <p>{t('downloading', { share: t('percent', { number: Math.round(shown.share * 100) }) })}</p>;
  if (shown.state === 'refused') return <FailureNote failure={shown.failure} hasDetail />;
  const { status, progress, target } = shown.translation;
  if (status.type === 'asking') {
    const { reason, origin } = status.question;
    const key = reason === 'sensitive-fields' ? 'contextAsksSensitive' : 'translationAsksSite';
    return <p>{t(key, { site: origin ?? '' })}</p>;
  }
  if (status.type === 'to-download')
    return <p>{t('translatorToDownload', { source: languageName(status.source), target: languageName(target) })}</p>;
  return (
    <>
      {status.type === 'failed' ? (
        <FailureNote failure={status.failure} hasDetail />
      ) : (
        <p>{t(statusText(shown.translation))}</p>
      )}
      {progress.codeBlocks > 0 && <p className="panel-card-note">{t('translationCodeLeft')}</p>}
      {progress.failed > 0 && <p className="panel-card-note">{plural('translationFailedParts', progress.failed)}</p>}
    </>
  );
}

function statusText({ status, shows, progress }: PageTranslation): PlainKey {
  const isUnchanged = progress.left === 0 && progress.translated === 0;
  if (progress.optsOut && isUnchanged) return 'translationOptedOut';
  if (shows === 'original') return 'translationOriginalShown';
  if (status.type === 'paused') return 'translationPaused';
  if (status.type === 'stopped') return 'translationStopped';
  if (isUnchanged && progress.failed > 0) return 'translationNone';
  return isUnchanged || progress.left > 0 ? 'translationRunning' : 'translationInView';
}

/**
 * The buttons of the state. Each has a key, so that a click in progress does not press another button that takes its
 * place.
 */
function Buttons({ shown, onStart, onApprove, onAction, onDownload, onClose }: Props) {
  if (shown.state === 'starting' || shown.state === 'downloading') return null;
  if (shown.state === 'refused') return <TextButton key="start" label={t('tryAgain')} onClick={onStart} />;
  const { status, shows } = shown.translation;
  if (status.type === 'asking') {
    const { reason, origin } = status.question;
    return (
      <>
        <TextButton key="cancel" label={t('cancel')} onClick={onClose} />
        <ApproveButton
          key={`${reason} ${origin}`}
          label={t('translatePage')}
          onApprove={() => onApprove(origin ?? '')}
        />
      </>
    );
  }
  if (status.type === 'to-download') {
    const { source } = status;
    return <TextButton key="download" isPrimary label={t('translatorDownload')} onClick={() => onDownload(source)} />;
  }
  const isOriginal = shows === 'original';
  const showButton = (
    <TextButton
      key="shows"
      label={t(isOriginal ? 'translationShow' : 'translationShowOriginal')}
      onClick={() => onAction(isOriginal ? 'show-translation' : 'show-original')}
    />
  );
  if (status.type === 'failed')
    return (
      <>
        <TextButton key="continue" label={t('tryAgain')} onClick={() => onAction('continue')} />
        {showButton}
      </>
    );
  switch (statusText(shown.translation)) {
    // Nothing of the page has changed, and nothing more will.
    case 'translationOptedOut':
      return null;
    // Texts that failed are not taken again, so the translation begins again.
    case 'translationNone':
      return <TextButton key="start" label={t('tryAgain')} onClick={onStart} />;
    // Nothing is translated meanwhile.
    case 'translationOriginalShown':
      return showButton;
    default:
      return (
        <>
          {status.type === 'translating' ? (
            <TextButton key="stop" label={t('stop')} onClick={() => onAction('stop')} />
          ) : (
            <TextButton key="continue" label={t('continueAnswer')} onClick={() => onAction('continue')} />
          )}
          {showButton}
        </>
      );
  }
}

type TextButtonProps = { label: string; isPrimary?: boolean; onClick: () => void };

function TextButton({ label, isPrimary = false, onClick }: TextButtonProps) {
  return (
    <button type="button" className={isPrimary ? 'button primary' : 'button'} onClick={onClick}>
      {label}
    </button>
  );
}

/** Returns the languages with their names in the language of the interface, sorted by its rules. */
function targets(current: TranslationTarget): { tag: TranslationTarget; name: string }[] {
  const tags = TRANSLATION_TARGETS.includes(current) ? TRANSLATION_TARGETS : [...TRANSLATION_TARGETS, current];
  return tags
    .map((tag) => ({ tag, name: languageName(tag) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, document.documentElement.lang || 'en'));
}
