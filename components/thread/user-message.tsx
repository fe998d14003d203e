import { memo, useState } from 'react';
import type { UserMessage, Version } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { FileChip } from '../ask/file-chip.tsx';
import { TabChip } from '../ask/tab-chip.tsx';
import { TextEdit } from '../ask/text-edit.tsx';
import { AttachedList } from '../parts/chip.tsx';
import { QuestionActions } from './message-actions.tsx';
import './message.css';

type Props = {
  message: UserMessage;
  version: Version | null;
  /** Whether a run is open. */
  isBusy: boolean;
  onCopy: (messageId: string) => Promise<void>;
  /** Edits the question and asks it again. */
  onEdit: (messageId: string, content: string) => void;
  onDelete: (messageId: string) => void;
  onVersion: (messageId: string) => void;
};

/** A question, with its actions. */
export const UserMessageView = memo(function UserMessageView(props: Props) {
  const { message, version, isBusy, onCopy, onEdit, onDelete, onVersion } = props;
  const { messageId, content, tabs = [], files = [] } = message;
  const [isEditing, setIsEditing] = useState(false);
  const [wasEdited, setWasEdited] = useState(false);
  if (isEditing && !isBusy) {
    return (
      <article className="message editing" aria-label={t('you')}>
        <TextEdit
          label={t('editQuestion')}
          text={content}
          action={t('askAgain')}
          onSave={(text) => {
            setIsEditing(false);
            onEdit(messageId, text);
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
      <article className="message user" aria-label={t('you')} dir="auto">
        {content}
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
