import { useState } from 'react';
import { importProblemText } from '../../components/parts/storage-text.ts';
import { ProjectCard, ProjectFiles, ProjectImport } from '../../components/projects/project-card.tsx';
import { EMPTY_PROJECT, type ProjectDraft, ProjectForm } from '../../components/projects/project-form.tsx';
import type { Project, ProjectFileError, ProjectWithFiles } from '../../lib/contracts/index.ts';
import { attachFile, sendCommand } from '../../lib/extension/index.ts';
import { t } from '../../lib/i18n/index.ts';
import {
  downloadProject,
  loadFileStores,
  useEndpoints,
  useEndpointsWithBuiltIn,
  useMcpServers,
  useProjects,
  useStored,
} from '../../lib/react/index.ts';
import type { Stores } from '../../lib/storage/index.ts';
import { describeError } from '../shared/error-text.ts';
import { importText } from './data-section.tsx';

/** The projects, and what their chats have in common. */
export function ProjectsSection({
  storage,
}: {
  storage: Pick<Stores, 'database' | 'endpoints' | 'mcpServers' | 'projects' | 'threads'>;
}) {
  const projects = useProjects(storage);
  const counts = useStored(() => storage.projects.counts(), [storage]);
  const [added, setAdded] = useState(0);
  const [editing, setEditing] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const form = { endpoints: useEndpointsWithBuiltIn(useEndpoints(storage)), servers: useMcpServers(storage), error };
  /** Resolves to whether it was stored. */
  const store = async (write: () => Promise<void>) => {
    const problem = await write().then(() => null, describeError);
    setError(problem);
    return problem === null;
  };
  const add = async (draft: ProjectDraft) => {
    const project = { ...draft, projectId: crypto.randomUUID(), createdAt: Date.now() };
    if (await store(() => storage.projects.save(project))) setAdded(added + 1);
  };
  const change = async (project: Project) => {
    if (await store(() => storage.projects.save(project))) setEditing(null);
  };
  return (
    <>
      <section>
        <h2 id="projects">{t('projects')}</h2>
        <p className="lead">{t('projectsLead')}</p>
        {projects.map((project) =>
          project.projectId === editing ? (
            <ProjectForm
              key={project.projectId}
              {...form}
              initial={toProjectDraft(project)}
              submitLabel={t('save')}
              onSubmit={(draft) => void change({ ...project, ...draft })}
              onCancel={() => setEditing(null)}
            />
          ) : (
            <ProjectCard
              key={project.projectId}
              project={project}
              chats={counts?.get(project.projectId) ?? 0}
              files={
                <Files storage={storage} project={project} onError={(problem) => setError(describeError(problem))} />
              }
              onExport={() => void store(() => downloadProject(storage, project, new Date()))}
              onEdit={() => setEditing(project.projectId)}
              onDelete={(withChats) => void store(() => remove(storage, project.projectId, withChats))}
            />
          ),
        )}
        <Import storage={storage} />
        {editing === null && error !== null && (
          <p className="form-error" role="alert">
            {error}
          </p>
        )}
      </section>
      {editing === null && (
        <section>
          <h2>{t('newProject')}</h2>
          <ProjectForm
            key={added}
            {...form}
            error={null}
            initial={EMPTY_PROJECT}
            submitLabel={t('createProject')}
            onSubmit={(draft) => void add(draft)}
            onCancel={null}
          />
        </section>
      )}
    </>
  );
}

/** Imports a project, after the user has read its content. */
function Import({ storage }: { storage: Pick<Stores, 'database'> }) {
  const [chosen, setChosen] = useState<{ file: File; project: ProjectWithFiles } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [status, setStatus] = useState('');
  const work = async (job: () => Promise<string>) => {
    setIsBusy(true);
    setStatus(await job().catch(describeError));
    setIsBusy(false);
  };
  const look = async (file: File) => {
    const { projects } = await loadFileStores(storage);
    const read = await projects.readFile(file);
    if ('problem' in read) return importProblemText(read.problem);
    setChosen({ file, project: read.project });
    return '';
  };
  const take = async (file: File) => {
    const { projects } = await loadFileStores(storage);
    const text = importText(await projects.import(file));
    setChosen(null);
    return text;
  };
  return (
    <ProjectImport
      project={chosen?.project ?? null}
      isBusy={isBusy}
      status={status}
      onFile={(file) => void work(() => look(file))}
      onImport={() => chosen && void work(() => take(chosen.file))}
      onCancel={() => setChosen(null)}
    />
  );
}

type FilesProps = { storage: Pick<Stores, 'projects'>; project: Project; onError: (error: unknown) => void };

/** The files of a project, stored one after the other as soon as they are read. */
function Files({ storage, project, onError }: FilesProps) {
  const { projectId } = project;
  const [reading, setReading] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<readonly ProjectFileError[]>([]);
  const files = useStored(async () => {
    const storedFiles = await storage.projects.files(projectId);
    return storedFiles.map(({ fileId, name, text }) => ({ fileId, name, length: text.length }));
  }, [storage, projectId]);
  const add = async (newFiles: readonly File[]) => {
    setErrors([]);
    setReading(newFiles.map(({ name }) => name));
    for (const file of newFiles) {
      const error = await addFile(storage, projectId, file);
      if (error !== null) setErrors((all) => [...all, error]);
      setReading((names) => names.slice(1));
    }
  };
  return (
    <ProjectFiles
      projectName={project.name}
      files={files ?? []}
      reading={reading}
      errors={errors}
      onAdd={(newFiles) =>
        void add(newFiles).catch((error: unknown) => {
          setReading([]);
          onError(error);
        })
      }
      onRemove={(fileId) => void storage.projects.deleteFile(fileId).catch(onError)}
    />
  );
}

async function addFile(
  storage: Pick<Stores, 'projects'>,
  projectId: string,
  file: File,
): Promise<ProjectFileError | null> {
  const read = await attachFile(file, false);
  if ('code' in read) return read;
  const { name } = read;
  if (read.type !== 'text') return { code: 'project-image', name };
  if (read.text.trim() === '') return { code: 'empty', name };
  return storage.projects.addFile({ fileId: crypto.randomUUID(), projectId, name, text: read.text });
}

function toProjectDraft({ projectId: _, createdAt: __, ...draft }: Project): ProjectDraft {
  return draft;
}

async function remove(
  storage: Pick<Stores, 'projects' | 'threads'>,
  projectId: string,
  withChats: boolean,
): Promise<void> {
  // A run would continue to write to deleted chats.
  const threadIds = new Set(withChats ? await storage.projects.threadIds(projectId) : []);
  for (const threadId of await storage.threads.withOpenRun()) {
    if (threadIds.has(threadId)) await sendCommand({ type: 'stop', threadId });
  }
  await storage.projects.delete(projectId, withChats);
}
