import { Folder } from 'lucide-react';
import { ProjectDialog } from '../../components/projects/project-dialog.tsx';
import { EMPTY_PROJECT } from '../../components/projects/project-form.tsx';
import { openSettings } from '../../lib/extension/index.ts';
import { plural, t } from '../../lib/i18n/index.ts';
import { useChatProject, useProjects } from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';

type Props = {
  storage: Pick<Stores, 'projects' | 'threads'>;
  threadId: string;
  onError: (error: unknown) => void;
  onClose: () => void;
};

/** Moves a chat to a project, or out of it. A chat that is not stored yet begins there. */
export function ProjectChoice({ storage, threadId, onError, onClose }: Props) {
  const projects = useProjects(storage);
  const { project, choose } = useChatProject(storage, threadId);
  if (project === undefined) return null;
  const create = async (name: string) => {
    const projectId = crypto.randomUUID();
    await storage.projects.save({ ...EMPTY_PROJECT, projectId, name, createdAt: Date.now() });
    await choose(projectId);
  };
  return (
    <ProjectDialog
      projects={projects}
      current={project?.projectId ?? null}
      onChoose={(projectId) => void choose(projectId).catch(onError)}
      onCreate={(name) => void create(name).catch(onError)}
      onManage={() => void openSettings('projects')}
      onClose={onClose}
    />
  );
}

/**
 * Shows the project of the chat and how many files are sent with the question, above the field. Opens the choice of
 * another project.
 */
export function ProjectLine({ name, files, onOpen }: { name: string; files: number; onOpen: () => void }) {
  return (
    <div className="project-line">
      <button
        type="button"
        className="popover-button"
        aria-label={t('chatProject', { name })}
        title={t('chatProject', { name })}
        onClick={onOpen}
      >
        <Folder size={13} aria-hidden />
        <span dir="auto">{name}</span>
      </button>
      {files > 0 && <small>{plural('projectFileCount', files)}</small>}
    </div>
  );
}
