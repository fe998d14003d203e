import './projects.css';
import { FolderPlus, Settings2, SquarePen } from 'lucide-react';
import type { Project } from '../../lib/contracts/index.ts';
import { t } from '../../lib/i18n/index.ts';
import { IconButton } from '../parts/buttons.tsx';

type Props = {
  projects: readonly Project[];
  /** The project whose chats are listed. Null: all chats. */
  selected: Project | null;
  onSelect: (projectId: string | null) => void;
  onNewChat: () => void;
  onManage: () => void;
};

/** Selects which chats are listed: all, or those of a project. New chats then begin in that project. */
export function ProjectFilter({ projects, selected, onSelect, onNewChat, onManage }: Props) {
  if (projects.length === 0) {
    return (
      <div className="project-filter">
        <button type="button" className="button quiet" onClick={onManage}>
          <FolderPlus size={14} aria-hidden /> {t('newProject')}
        </button>
      </div>
    );
  }
  return (
    <div className="project-filter">
      <select
        className="small-select"
        aria-label={t('project')}
        value={selected?.projectId ?? ''}
        onChange={(event) => onSelect(event.target.value || null)}
      >
        <option value="">{t('allChats')}</option>
        {projects.map(({ projectId, name }) => (
          <option key={projectId} value={projectId}>
            {name}
          </option>
        ))}
      </select>
      {selected && (
        <IconButton label={t('newChatInProject', { name: selected.name })} onClick={onNewChat}>
          <SquarePen size={14} aria-hidden />
        </IconButton>
      )}
      <IconButton label={t('manageProjects')} onClick={onManage}>
        <Settings2 size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
