import './message.css';
import './text-edit.css';
import { memo, useEffect, useRef, useState } from 'react';
import type { UserMessage, Version } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FileChip, TabChip } from '../ask/attachment-chips.tsx';
import { AttachedList } from '../parts/chip.tsx';
import { useTextHeight } from '../parts/form-field.tsx';
import { isComposing } from '../parts/keyboard.ts';
import { QuestionActions } from './message-actions.tsx';

type Props = {
  message: UserMessage;
  version: Version | null;
  /** Whether a run is open. */
  isBusy: boolean;
  onCopy: (messageId: string) => Promise<void>;
  /** Edits the question and asks it again. Resolves to whether that was accepted. */
  onEdit: (messageId: string, content: string) => Promise<boolean>;
  onDelete: (messageId: string) => void;
  onVersion: (messageId: string) => void;
};

/** A question, with its actions. */
export const UserMessageView = memo(function UserMessageView(props: Props) {
  const { message, version, isBusy, onCopy, onEdit, onDelete, onVersion } = props;
  const { messageId, content, tabs = [], files = [] } = message;
  const [isEditing, setIsEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  if (isEditing) {
    return (
      <article className="message editing" aria-label={t('you')}>
        <TextEdit
          label={t('editQuestion')}
          text={content}
          action={t('askAgain')}
          isBusy={isBusy}
          onSave={async (text) => {
            const isAccepted = await onEdit(messageId, text);
            if (isAccepted) setIsEditing(false);
            return isAccepted;
          }}
          onCancel={() => {
            setIsEditing(false);
            setWasEdited(true);
          }}
        />
      </article>
    );
  }
  return (
    <div className="turn question">
      <article className="message user" aria-label={t('you')}>
        {/* The bubble's position and shape follow the direction of the panel, regardless of the direction of its text. */}
        <div dir="auto">{content}</div>
      </article>
      <AttachedList label={t('attachWentAlong')}>
        {tabs.map((tab) => (
          <TabChip key={tab.tabId} tab={tab} />
        ))}
        {files.map((file, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they stay as they were sent
          <FileChip key={index} file={file} />
        ))}
      </AttachedList>
      <QuestionActions
        version={version}
        isBusy={isBusy}
        isEditFocused={wasEdited}
        onCopy={() => onCopy(messageId)}
        onEdit={() => setIsEditing(true)}
        onDelete={() => onDelete(messageId)}
        onVersion={onVersion}
      />
    </div>
  );
});

type TextEditProps = {
  label: string;
  text: string;
  /** Label of the button that applies the change. */
  action: string;
  /** Whether the change cannot be applied now. */
  isBusy: boolean;
  /** Applies the change. Resolves to whether it was accepted. If not, the text stays so that the user can try again. */
  onSave: (text: string) => Promise<boolean>;
  onCancel: () => void;
};

/** Edits a text in place. Enter applies the change, Shift+Enter inserts a line break, Escape cancels. */
function TextEdit({ label, text, action, isBusy, onSave, onCancel }: TextEditProps) {
  const [changed, setChanged] = useState(text);
  const [isSaving, setIsSaving] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useTextHeight(field, changed);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const canSave = !isBusy && !isSaving && changed.trim() !== '';
  const save = async () => {
    if (!canSave) return;
    setIsSaving(true);
    const isAccepted = await onSave(changed.trim());
    setIsSaving(false);
    if (!isAccepted) field.current?.focus();
  };
  return (
    <form
      className="text-edit"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        dir="auto"
        value={changed}
        onChange={(event) => setChanged(event.target.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return;
          if (event.key === 'Escape') onCancel();
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void save();
        }}
      />
      <div className="text-edit-bar">
        <button type="button" className="button quiet" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button type="submit" className="button primary" disabled={!canSave}>
          {action}
        </button>
      </div>
    </form>
  );
}
