import {
  Archive,
  ArchiveRestore,
  FileCode,
  FileJson,
  FileText,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Printer,
  Trash2,
} from 'lucide-react';
import { t } from '../../lib/i18n/index.ts';

export type ThreadAction =
  | 'rename'
  | 'pin'
  | 'unpin'
  | 'archive'
  | 'restore'
  | 'export-json'
  | 'export-markdown'
  | 'export-html'
  | 'print'
  | 'delete';

type Props = {
  thread: { isPinned: boolean; isArchived: boolean };
  onAction: (action: ThreadAction) => void;
};

/** The actions for a chat. */
export function ThreadMenu({ thread: { isPinned, isArchived }, onAction }: Props) {
  const entries: { action: ThreadAction; label: string; Icon: LucideIcon }[] = [
    { action: 'rename', label: t('rename'), Icon: Pencil },
    isPinned ? { action: 'unpin', label: t('unpin'), Icon: PinOff } : { action: 'pin', label: t('pin'), Icon: Pin },
    isArchived
      ? { action: 'restore', label: t('restore'), Icon: ArchiveRestore }
      : { action: 'archive', label: t('archive'), Icon: Archive },
    { action: 'export-json', label: t('exportJson'), Icon: FileJson },
    { action: 'export-markdown', label: t('exportMarkdown'), Icon: FileText },
    { action: 'export-html', label: t('exportHtml'), Icon: FileCode },
    { action: 'print', label: t('printChat'), Icon: Printer },
    { action: 'delete', label: t('deleteWord'), Icon: Trash2 },
  ];
  return (
    <div className="thread-actions">
      {entries.map(({ action, label, Icon }) => (
        <button key={action} type="button" className="button quiet" onClick={() => onAction(action)}>
          <Icon size={14} aria-hidden /> {label}
        </button>
      ))}
    </div>
  );
}
