import type { Project } from '../contracts/index.ts';
import { selectedProject } from '../extension/index.ts';
import { allProjects, moveThread, projectOf, type SidenoteDb } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Project[] = [];

/** The user's projects, live. */
export function useProjects(db: SidenoteDb): readonly Project[] {
  return useStored(() => allProjects(db), [db]) ?? NONE;
}

/** The project that the list of chats shows, and that new chats begin in; null for none, undefined until it is known. */
export function useSelectedProject(db: SidenoteDb): [Project | null | undefined, (projectId: string | null) => void] {
  const [projectId, select] = useSetting(selectedProject);
  const found = useStored(
    async () => ({ projectId, project: projectId == null ? null : ((await db.projects.get(projectId)) ?? null) }),
    [db, projectId],
  );
  // The result of a query that ran with another id is not shown.
  const isKnown = projectId !== undefined && found?.projectId === projectId;
  return [isKnown ? found.project : undefined, select];
}

type ChatProject = {
  /** Null for none, undefined until it is known. */
  project: Project | null | undefined;
  /** How many files the project has. */
  files: number;
  /** Whether the chat is not stored yet, and begins in the selected project. */
  isNew: boolean;
  /** Moves the chat to a project or, with null, out of any; of a new chat it is what is selected. */
  choose: (projectId: string | null) => Promise<void>;
};

/** The project of a chat, live. */
export function useChatProject(db: SidenoteDb, threadId: string): ChatProject {
  const [selected, select] = useSelectedProject(db);
  const stored = useStored(async () => {
    const isNew = (await db.threads.get(threadId)) === undefined;
    return { threadId, isNew, project: await projectOf(db, threadId) };
  }, [db, threadId]);
  const isKnown = stored !== undefined && stored.threadId === threadId;
  const isNew = isKnown && stored.isNew && stored.project === null;
  const project = !isKnown ? undefined : isNew ? selected : stored.project;
  const projectId = project?.projectId ?? '';
  const files = useStored(() => db.projectFiles.where('projectId').equals(projectId).count(), [db, projectId]) ?? 0;
  return {
    project,
    files,
    isNew,
    choose: async (projectId) => (isNew ? select(projectId) : moveThread(db, threadId, projectId)),
  };
}
