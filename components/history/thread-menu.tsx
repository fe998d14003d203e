import { t } from '../../lib/i18n/index.ts';
import { type PanelActionId, panelAction } from '../actions/panel-actions.ts';

export type ThreadAction = Extract<
  PanelActionId,
  | 'rename'
  | 'pin'
  | 'unpin'
  | 'move-to-project'
  | 'archive'
  | 'restore'
  | 'export-json'
  | 'export-markdown'
  | 'export-html'
  | 'print'
  | 'delete'
>;

type Props = {
  thread: { isPinned: boolean; isArchived: boolean };
  onAction: (action: ThreadAction) => void;
};

/** The actions that a chat offers now, in the order of the menu. */
export function threadActions({ isPinned, isArchived }: Props['thread']): readonly ThreadAction[] {
  return [
    'rename',
    isPinned ? 'unpin' : 'pin',
    'move-to-project',
    isArchived ? 'restore' : 'archive',
    'export-json',
    'export-markdown',
    'export-html',
    'print',
    'delete',
  ];
}

/** The actions for a chat. */
export function ThreadMenu({ thread, onAction }: Props) {
  return (
    <div className="thread-actions">
      {threadActions(thread).map((action) => {
        const { label, Icon } = panelAction(action);
        return (
          <button key={action} type="button" className="button quiet" onClick={() => onAction(action)}>
            <Icon size={14} aria-hidden /> {t(label)}
          </button>
        );
      })}
    </div>
  );
}
