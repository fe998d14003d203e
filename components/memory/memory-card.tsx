import './memory-card.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Memory, MemoryError, MemoryProposal } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { checkMemoryText } from '../../lib/security/index.ts';
import { oneLine } from '../../lib/text/index.ts';
import { ApproveButton } from '../parts/buttons.tsx';
import { PanelCard } from '../parts/panel-card.tsx';
import { memoryErrorText } from './memory-text.ts';
import { SentenceField } from './sentence-field.tsx';
import { ReplaceButton, SimilarMemory, useSimilarMemory } from './similar-memory.tsx';

type Props = {
  proposal: MemoryProposal;
  /** The project of the chat, to which the sentence can be limited. */
  project: { projectId: string; name: string } | null;
  /** The stored sentences by id. */
  memories: ReadonlyMap<string, Memory>;
  /** Why the last sentence to be kept was refused. */
  refusal: MemoryError | null;
  /** Called with exactly the sentence that is shown, and the id of the one that it replaces, if the user chose that. */
  onKeep: (text: string, projectId: string | null, replacedId: string | null) => void;
  onDiscard: () => void;
};

/**
 * Proposes a sentence to remember. Nothing is kept until the user, not a script, has pressed Keep on exactly this
 * sentence. The card itself remains for the next proposal, so that the focus is not lost between the two.
 */
export function MemoryCard(props: Props) {
  const { proposal, onDiscard } = props;
  return (
    <PanelCard className="memory-card" title={t('memoryCardTitle')} onEscape={onDiscard}>
      <Sentence key={`${proposal.origin.type} ${proposal.text}`} {...props} />
    </PanelCard>
  );
}

/** The proposed sentence, and what the user can do with it. */
function Sentence({ proposal, project, memories, refusal, onKeep, onDiscard }: Props) {
  const [text, setText] = useState(oneLine(proposal.text));
  const [isEditing, setIsEditing] = useState(text === '');
  const [isForProject, setIsForProject] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const editButton = useFocusAfterEditing(isEditing);
  const sentence = oneLine(text);
  const error = checkMemoryText(sentence) ?? (refused === sentence ? refusal : null);
  const errorText = error === null ? '' : memoryErrorText(error, sentence);
  const projectId = isForProject && project ? project.projectId : null;
  const similar = useSimilarMemory(sentence, projectId, memories);
  const keep = (replacedId: string | null) => {
    if (error !== null) return;
    setRefused(sentence);
    onKeep(sentence, projectId, replacedId);
  };
  return (
    <>
      {isEditing ? (
        <SentenceField
          text={text}
          error={errorText}
          takesFocus
          onText={setText}
          onEnter={() => keep(null)}
          // What was typed is not discarded with one key.
          onEscape={sentence === '' ? null : () => setIsEditing(false)}
        />
      ) : (
        <>
          <blockquote dir="auto">{sentence}</blockquote>
          {errorText !== '' && (
            <p className="form-error" role="alert">
              {errorText}
            </p>
          )}
        </>
      )}
      {similar && <SimilarMemory text={similar.text} />}
      {project && (
        <label className="toggle">
          <input type="checkbox" checked={isForProject} onChange={({ target }) => setIsForProject(target.checked)} />
          <span>{t('memoryOnlyInProject', { name: project.name })}</span>
        </label>
      )}
      <p className="panel-card-note">{t('memoryCardNote')}</p>
      <div className="panel-card-buttons">
        <button type="button" className="button" onClick={onDiscard}>
          {t('memoryDiscard')}
        </button>
        {!isEditing && (
          <button ref={editButton} type="button" className="button" onClick={() => setIsEditing(true)}>
            {t('edit')}
          </button>
        )}
        {similar && <ReplaceButton memoryId={similar.memoryId} isReadable={error === null} onReplace={keep} />}
        <ApproveButton
          label={t(similar ? 'memoryKeepBoth' : 'memoryKeep')}
          isReadable={error === null}
          onApprove={() => keep(null)}
        />
      </div>
    </>
  );
}

/** Moves the focus to the button that starts editing when the field is closed. */
function useFocusAfterEditing(isEditing: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}
