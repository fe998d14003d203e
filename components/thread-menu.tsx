import {
  Archive,
  ArchiveRestore,
  FileJson,
  FileText,
  type LucideIcon,
  Pencil,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';

export type ThreadAction =
  | 'rename'
  | 'pin'
  | 'unpin'
  | 'archive'
  | 'restore'
  | 'export-json'
  | 'export-markdown'
  | 'delete';

type Props = {
  thread: { isPinned: boolean; isArchived: boolean };
  onAction: (action: ThreadAction) => void;
};

/** What can be done with a chat. */
export function ThreadMenu({ thread: { isPinned, isArchived }, onAction }: Props) {
  const entries: { action: ThreadAction; label: string; Icon: LucideIcon }[] = [
    { action: 'rename', label: 'Rename', Icon: Pencil },
    isPinned ? { action: 'unpin', label: 'Unpin', Icon: PinOff } : { action: 'pin', label: 'Pin', Icon: Pin },
    isArchived
      ? { action: 'restore', label: 'Restore', Icon: ArchiveRestore }
      : { action: 'archive', label: 'Archive', Icon: Archive },
    { action: 'export-json', label: 'Export as JSON', Icon: FileJson },
    { action: 'export-markdown', label: 'Export as Markdown', Icon: FileText },
    { action: 'delete', label: 'Delete', Icon: Trash2 },
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
