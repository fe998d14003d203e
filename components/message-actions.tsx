import { Check, ChevronLeft, ChevronRight, Copy, Cpu, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ConfirmButton } from './confirm-button.tsx';
import './message-actions.css';

/** Which of how many versions is shown, and the messages that begin the ones beside it. */
export type ShownVersion = { number: number; count: number; previous: string | null; next: string | null };

type QuestionProps = {
  version: ShownVersion | null;
  /** A run is open: nothing of what was said can be changed now. */
  isBusy: boolean;
  onCopy: () => Promise<void>;
  onEdit: () => void;
  onDelete: () => void;
  onVersion: (messageId: string) => void;
};

/** What can be done with a question. */
export function QuestionActions({ version, isBusy, onCopy, onEdit, onDelete, onVersion }: QuestionProps) {
  return (
    <Bar label="Question" isShown={version !== null}>
      <Versions version={version} isBusy={isBusy} onVersion={onVersion} />
      <CopyButton label="Copy question" onCopy={onCopy} />
      <button
        type="button"
        className="button quiet icon"
        aria-label="Edit question"
        title="Edit and ask again; the old question is kept"
        disabled={isBusy}
        onClick={onEdit}
      >
        <Pencil size={13} aria-hidden />
      </button>
      <ConfirmButton
        className="button quiet icon"
        label="Delete question and answer"
        disabled={isBusy}
        onConfirm={onDelete}
      >
        <Trash2 size={13} aria-hidden />
      </ConfirmButton>
    </Bar>
  );
}

type AnswerProps = {
  version: ShownVersion | null;
  isBusy: boolean;
  /** It is the last message: what can be done with it is always in sight. */
  isLast: boolean;
  onCopy: () => Promise<void>;
  onRetryWith: () => void;
  onVersion: (messageId: string) => void;
  /** What else can be done with it. */
  children: ReactNode;
};

/** What can be done with an answer that has ended. */
export function AnswerActions({ version, isBusy, isLast, onCopy, onRetryWith, onVersion, children }: AnswerProps) {
  return (
    <Bar label="Answer" isShown={isLast || version !== null}>
      <CopyButton label="Copy answer" onCopy={onCopy} />
      <button
        type="button"
        className="button quiet icon"
        aria-label="Answer with another model"
        title="Answer again with another model; this answer is kept"
        disabled={isBusy}
        onClick={onRetryWith}
      >
        <Cpu size={13} aria-hidden />
      </button>
      {children}
      <Versions version={version} isBusy={isBusy} onVersion={onVersion} />
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

type VersionsProps = Pick<QuestionProps, 'version' | 'isBusy' | 'onVersion'>;

function Versions({ version, isBusy, onVersion }: VersionsProps) {
  if (version === null) return null;
  const { number, count, previous, next } = version;
  return (
    <span className="message-versions">
      <button
        type="button"
        className="button quiet icon"
        aria-label="Previous version"
        disabled={isBusy || previous === null}
        onClick={() => previous !== null && onVersion(previous)}
      >
        <ChevronLeft size={13} aria-hidden />
      </button>
      {number} of {count}
      <button
        type="button"
        className="button quiet icon"
        aria-label="Next version"
        disabled={isBusy || next === null}
        onClick={() => next !== null && onVersion(next)}
      >
        <ChevronRight size={13} aria-hidden />
      </button>
    </span>
  );
}

/** How long it is said that something was copied, in milliseconds. */
const COPIED_MS = 2_000;

function CopyButton({ label, onCopy }: { label: string; onCopy: () => Promise<void> }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <button
      type="button"
      className="button quiet icon"
      aria-label={isCopied ? 'Copied' : label}
      title={label}
      onClick={() => void onCopy().then(() => setIsCopied(true))}
    >
      {isCopied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
    </button>
  );
}
