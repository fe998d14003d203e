import type { Project } from '../contracts/index.ts';
import { selectedProject } from '../extension/index.ts';
import type { Stores } from '../storage/index.ts';
import { useSetting } from './use-setting.ts';
import { useStored } from './use-stored.ts';

const NONE: readonly Project[] = [];

/** The user's projects, live. */
export function useProjects(storage: Pick<Stores, 'projects'>): readonly Project[] {
  return useStored(() => storage.projects.all(), [storage]) ?? NONE;
}

/**
 * The project that the list of chats shows, and in which new chats start. Null for none, undefined until it is known.
 */
export function useSelectedProject(
  storage: Pick<Stores, 'projects'>,
): [Project | null | undefined, (projectId: string | null) => void] {
  const [projectId, select] = useSetting(selectedProject);
  const selection = useStored(
    async () => ({ projectId, project: projectId == null ? null : ((await storage.projects.get(projectId)) ?? null) }),
    [storage, projectId],
  );
  // The result of a query for another id is not shown.
  const isKnown = projectId !== undefined && selection?.projectId === projectId;
  return [isKnown ? selection.project : undefined, select];
}

type ChatProject = {
  /** Null for none, undefined until it is known. */
  project: Project | null | undefined;
  /** How many files the project has. */
  files: number;
  /** Whether the chat is not stored yet and starts in the selected project. */
  isNew: boolean;
  /** Moves the chat to a project or, with null, out of its project; for a new chat, selects the project. */
  choose: (projectId: string | null) => Promise<void>;
};

/** The project of a chat, live. */
export function useChatProject(storage: Pick<Stores, 'projects' | 'threads'>, threadId: string): ChatProject {
  const [selected, select] = useSelectedProject(storage);
  const chatState = useStored(async () => {
    const isNew = (await storage.threads.get(threadId)) === undefined;
    return { threadId, isNew, project: await storage.projects.ofThread(threadId) };
  }, [storage, threadId]);
  const isKnown = chatState !== undefined && chatState.threadId === threadId;
  const isNew = isKnown && chatState.isNew && chatState.project === null;
  const project = !isKnown ? undefined : isNew ? selected : chatState.project;
  const projectId = project?.projectId ?? '';
  const files = useStored(() => storage.projects.countFiles(projectId), [storage, projectId]) ?? 0;
  return {
    project,
    files,
    isNew,
    choose: async (projectId) => (isNew ? select(projectId) : storage.projects.moveThread(threadId, projectId)),
  };
}
