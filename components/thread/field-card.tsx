import './field-card.css';
import { TextCursorInput, Undo2 } from 'lucide-react';
import { createContext, useContext } from 'react';
import { type Failure, type FocusedField, textForField } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { CopyButton, IconButton } from '../parts/buttons.tsx';
import { WordDiff } from '../parts/diffs.tsx';
import { FailureNote, PanelCard } from '../parts/panel-card.tsx';

/** Opens the card for the text of an answer. */
export const InsertIntoPage = createContext<((messageId: string) => void) | null>(null);

export function InsertIntoPageButton({ messageId }: { messageId: string }) {
  const insert = useContext(InsertIntoPage);
  if (insert === null) return null;
  return (
    <IconButton label={t('insertIntoPage')} onClick={() => insert(messageId)}>
      <TextCursorInput size={14} aria-hidden />
    </IconButton>
  );
}

/** A text to be used in a field of the page, and its state. */
export type FieldDraft = { text: string } & (
  | { state: 'finding' }
  /** `before`: the selected text as shown. `isProposal`: the text was requested for this selection. */
  | { state: 'found' | 'writing'; field: FocusedField; before: string; isProposal: boolean }
  | { state: 'undone'; field: FocusedField }
  | { state: 'written'; field: FocusedField; isReplaced: boolean }
  | { state: 'failed'; failure: Failure }
);

type Props = {
  draft: FieldDraft;
  /** Called with exactly the text that is shown. `replaces` is the selected text, or '' to insert at the cursor. */
  onWrite: (field: FocusedField, text: string, replaces: string) => void;
  onUndo: (field: FocusedField) => void;
  onRetry: () => void;
  onClose: () => void;
};

/**
 * Shows what would be inserted into which field of the page, as a diff if it has a selection, and inserts it on a
 * click.
 */
export function FieldCard({ draft, onWrite, onUndo, onRetry, onClose }: Props) {
  return (
    <PanelCard
      className="field-card"
      title={t('insertIntoPage')}
      closeButton={{ label: t('close'), onClose }}
      onEscape={onClose}
      takesFocus
    >
      {(draft.state === 'found' || draft.state === 'writing') && <Proposal draft={draft} onWrite={onWrite} />}
      <div role="status">
        {draft.state === 'finding' && <p>{t('fieldFinding')}</p>}
        {draft.state === 'written' && (
          <p className="field-card-done">
            {t(draft.isReplaced ? 'fieldReplaced' : 'fieldInserted', { field: formatFieldName(draft.field) })}
            <button type="button" className="button" onClick={() => onUndo(draft.field)}>
              <Undo2 size={14} aria-hidden /> {t('undo')}
            </button>
          </p>
        )}
        {draft.state === 'undone' && <p>{t('fieldUndone', { field: formatFieldName(draft.field) })}</p>}
        {draft.state === 'failed' && <FailureNote failure={draft.failure} />}
      </div>
      {draft.state === 'failed' && (
        <div className="panel-card-buttons">
          <CopyButton label={t('copy')} text={() => draft.text} />
          <button type="button" className="button" onClick={onRetry}>
            {t('tryAgain')}
          </button>
        </div>
      )}
    </PanelCard>
  );
}

type ProposalProps = { draft: FieldDraft & { state: 'found' | 'writing' }; onWrite: Props['onWrite'] };

function Proposal({ draft: { text, field, before, state }, onWrite }: ProposalProps) {
  const { label } = field;
  const host = siteName(field);
  const isWriting = state === 'writing';
  const proposedText = textForField(text, field);
  const hasSelection = field.selected !== '';
  return (
    <>
      <section
        className="field-card-text"
        aria-label={t(hasSelection ? 'fieldChanges' : 'fieldText')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {hasSelection ? <WordDiff before={before} after={proposedText} /> : <p dir="auto">{proposedText}</p>}
      </section>
      <p className="panel-card-note">
        {label === '' ? t('fieldUnnamed', { host }) : t('fieldOnHost', { field: label, host })}
      </p>
      <div className="panel-card-buttons">
        <button
          type="button"
          className={hasSelection ? 'button' : 'button primary'}
          disabled={isWriting}
          onClick={() => onWrite(field, proposedText, '')}
        >
          {t('fieldInsert', { field: formatFieldName(field) })}
        </button>
        {hasSelection && (
          <button
            type="button"
            className="button primary"
            disabled={isWriting}
            onClick={() => onWrite(field, proposedText, field.selected)}
          >
            {t('fieldReplace', { field: formatFieldName(field) })}
          </button>
        )}
      </div>
    </>
  );
}

/**
 * Returns the name of a field on a button: its label, or the site. For a field in a frame of another site, that site is
 * added.
 */
function formatFieldName(field: FocusedField): string {
  const { label, isEmbedded } = field;
  if (label === '') return siteName(field);
  return isEmbedded ? `${label} (${siteName(field)})` : label;
}

function siteName({ host, isEmbedded }: FocusedField): string {
  return host === '' && isEmbedded ? t('frameWithoutSite') : host;
}
