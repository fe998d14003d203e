import './message-actions.css';
import { ChevronLeft, ChevronRight, Columns2, Cpu, Pencil, Square, Trash2, Volume2 } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import type { Version } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { ConfirmButton, CopyIconButton, IconButton } from '../parts/buttons.tsx';

type QuestionProps = {
  version: Version | null;
  /** Whether a run is open, so that messages cannot be changed. */
  isBusy: boolean;
  /** Whether editing was cancelled, so that the edit button gets the focus again. */
  isEditFocused: boolean;
  onCopy: () => Promise<void>;
  onEdit: () => void;
  onDelete: () => void;
  onVersion: (messageId: string) => void;
};

/** The actions for a question. */
export function QuestionActions(props: QuestionProps) {
  const { version, isBusy, isEditFocused, onCopy, onEdit, onDelete, onVersion } = props;
  return (
    <Bar label={t('question')} isShown={version !== null}>
      <Versions version={version} isBusy={isBusy} onVersion={onVersion} />
      <CopyIconButton label={t('copyQuestion')} onCopy={onCopy} />
      <IconButton
        label={t('editQuestion')}
        title={t('editQuestionHint')}
        autoFocus={isEditFocused}
        disabled={isBusy}
        onClick={onEdit}
      >
        <Pencil size={13} aria-hidden />
      </IconButton>
      <ConfirmButton
        className="button quiet icon"
        label={t('deleteExchange')}
        question={t('reallyDeleteExchange')}
        disabled={isBusy}
        onConfirm={onDelete}
      >
        <Trash2 size={13} aria-hidden />
      </ConfirmButton>
    </Bar>
  );
}

type AnswerProps = {
  version: Version | null;
  isBusy: boolean;
  /** Whether it is the last message, whose actions are always visible. */
  isLast: boolean;
  /** The name of the model that answered. */
  model: string;
  /** Whether there is an answer; a failed run may have none. */
  hasText: boolean;
  onCopy: () => Promise<void>;
  onRetryWith: () => void;
  /** Also asks another model. Null if it cannot be asked. */
  onAskAnother: (() => void) | null;
  onVersion: (messageId: string) => void;
  /** Further actions. */
  children: ReactNode;
};

/** The actions for an answer that has ended. */
export function AnswerActions(props: AnswerProps) {
  const { version, isBusy, isLast, model, hasText, onCopy, onRetryWith, onAskAnother, onVersion, children } = props;
  return (
    <Bar label={t('answer')} isShown={isLast || version !== null}>
      {hasText && <CopyIconButton label={t('copyAnswer')} onCopy={onCopy} />}
      <IconButton
        label={t('answerWithAnother')}
        title={t('answerWithAnotherHint')}
        disabled={isBusy}
        onClick={onRetryWith}
      >
        <Cpu size={13} aria-hidden />
      </IconButton>
      {onAskAnother !== null && (
        <IconButton label={t('askAnotherToo')} title={t('askAnotherTooHint')} disabled={isBusy} onClick={onAskAnother}>
          <Columns2 size={13} aria-hidden />
        </IconButton>
      )}
      {hasText && children}
      <Versions version={version} isBusy={isBusy} name={model} onVersion={onVersion} />
    </Bar>
  );
}

function Bar({ label, isShown, children }: { label: string; isShown: boolean; children: ReactNode }) {
  return (
    <div className={isShown ? 'message-actions shown' : 'message-actions'} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}

/** `name`: of this version, if they have names. */
type VersionsProps = Pick<QuestionProps, 'version' | 'isBusy' | 'onVersion'> & { name?: string };

function Versions({ version, isBusy, name, onVersion }: VersionsProps) {
  if (version === null) return null;
  const { number, count, previous, next } = version;
  return (
    <span className="message-versions">
      <IconButton
        label={t('previousVersion')}
        disabled={isBusy || previous === null}
        onClick={() => previous !== null && onVersion(previous)}
      >
        <ChevronLeft size={13} aria-hidden />
      </IconButton>
      {name !== undefined && (
        <bdi className="message-versions-model" title={name}>
          {name}
        </bdi>
      )}
      <span>{t('versionOf', { number, count })}</span>
      <IconButton
        label={t('nextVersion')}
        disabled={isBusy || next === null}
        onClick={() => next !== null && onVersion(next)}
      >
        <ChevronRight size={13} aria-hidden />
      </IconButton>
    </span>
  );
}

/** The answer that is read aloud, and a function to start or stop. Null if the browser has no voice. */
type ReadAloudControl = { speaking: string | null; toggle: (messageId: string) => void };
export const ReadAloud = createContext<ReadAloudControl | null>(null);

/** Starts and stops reading one answer aloud. */
export function ReadAloudButton({ messageId }: { messageId: string }) {
  const control = useContext(ReadAloud);
  if (control === null) return null;
  const isSpeaking = control.speaking === messageId;
  return (
    <IconButton label={t(isSpeaking ? 'stopReading' : 'readAloud')} onClick={() => control.toggle(messageId)}>
      {isSpeaking ? <Square size={12} fill="currentColor" aria-hidden /> : <Volume2 size={14} aria-hidden />}
    </IconButton>
  );
}
