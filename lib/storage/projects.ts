import {
  PROJECT_LIMITS,
  type Project,
  type ProjectFile,
  type ProjectFileError,
  type RunProject,
} from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { deleteThreads, listThread, threadIdsIn } from './threads.ts';

/** All projects, in the order in which they were created. */
export async function allProjects(db: SidenoteDb): Promise<Project[]> {
  return (await db.projects.toArray()).sort((one, other) => one.createdAt - other.createdAt);
}

export function getProject(db: SidenoteDb, projectId: string): Promise<Project | undefined> {
  return db.projects.get(projectId);
}

/** Adds a project, or changes the one with its id. */
export async function saveProject(db: SidenoteDb, project: Project): Promise<void> {
  await db.projects.put(project);
}

/** Deletes a project, and with `withChats` its chats. Their runs must be stopped first. */
export async function deleteProject(db: SidenoteDb, projectId: string, withChats: boolean): Promise<void> {
  const threadIds = withChats ? await threadIdsOfProject(db, projectId) : [];
  if (withChats) await deleteThreads(db, threadIds);
  await db.transaction('rw', db.projects, db.projectThreads, db.projectFiles, db.memories, async () => {
    await db.projects.delete(projectId);
    await db.memories.where('projectId').equals(projectId).delete();
    await db.projectFiles.where('projectId').equals(projectId).delete();
    await db.projectThreads.where('projectId').equals(projectId).delete();
  });
  const pinned = new Set(await threadIdsIn(db, 'pinned-threads'));
  for (const threadId of threadIds) if (pinned.has(threadId)) await listThread(db, 'pinned-threads', threadId, false);
}

export function threadIdsOfProject(db: SidenoteDb, projectId: string): Promise<string[]> {
  return db.projectThreads.where('projectId').equals(projectId).primaryKeys();
}

/** The project of a chat, or null. */
export async function findChatProject(db: SidenoteDb, threadId: string): Promise<Project | null> {
  const row = await db.projectThreads.get(threadId);
  return row === undefined ? null : ((await db.projects.get(row.projectId)) ?? null);
}

/**
 * Moves a chat to a project, or out of its project with null. Does nothing if the project was deleted in the meantime.
 */
export function moveThread(db: SidenoteDb, threadId: string, projectId: string | null): Promise<void> {
  return db.transaction('rw', db.projects, db.projectThreads, async () => {
    const isThere = projectId !== null && (await db.projects.get(projectId)) !== undefined;
    if (isThere) await db.projectThreads.put({ threadId, projectId });
    else if (projectId === null) await db.projectThreads.delete(threadId);
  });
}

/** The name of the project of each chat that belongs to one. */
export async function projectNames(db: SidenoteDb, threadIds: readonly string[]): Promise<Map<string, string>> {
  const [rows, projects] = await Promise.all([db.projectThreads.bulkGet([...threadIds]), db.projects.toArray()]);
  const names = new Map(projects.map(({ projectId, name }) => [projectId, name]));
  return new Map(
    rows.flatMap((row) => {
      const name = row && names.get(row.projectId);
      return name === undefined ? [] : [[row?.threadId ?? '', name]];
    }),
  );
}

/** The number of stored chats in each project, by project id. */
export async function projectCounts(db: SidenoteDb): Promise<Map<string, number>> {
  const rows = await db.projectThreads.toArray();
  const storedThreads = await db.threads.bulkGet(rows.map(({ threadId }) => threadId));
  const counts = new Map<string, number>();
  for (const [index, { projectId }] of rows.entries()) {
    if (storedThreads[index] !== undefined) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  }
  return counts;
}

/** The files of a project, by name. */
export async function projectFiles(db: SidenoteDb, projectId: string): Promise<ProjectFile[]> {
  return (await db.projectFiles.where('projectId').equals(projectId).toArray()).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

export function countProjectFiles(db: SidenoteDb, projectId: string): Promise<number> {
  return db.projectFiles.where('projectId').equals(projectId).count();
}

/** Adds a file to a project, replacing one with the same name. Resolves to why it was not added, or null. */
export function addProjectFile(db: SidenoteDb, file: ProjectFile): Promise<ProjectFileError | null> {
  return db.transaction('rw', db.projectFiles, async () => {
    const all = await projectFiles(db, file.projectId);
    const others = all.filter(({ name }) => name !== file.name);
    const length = others.reduce((sum, { text }) => sum + text.length, file.text.length);
    if (others.length >= PROJECT_LIMITS.files) return { code: 'project-too-many', name: file.name };
    if (length > PROJECT_LIMITS.fileText) return { code: 'project-too-much', name: file.name };
    const replaced = all.filter((each) => !others.includes(each)).map(({ fileId }) => fileId);
    await db.projectFiles.bulkDelete(replaced);
    await db.projectFiles.put(file);
    return null;
  });
}

export function deleteProjectFile(db: SidenoteDb, fileId: string): Promise<void> {
  return db.projectFiles.delete(fileId);
}

/** The project of a chat for its next run; null if it has none, or none with files. */
export async function runProject(db: SidenoteDb, threadId: string): Promise<RunProject | null> {
  const project = await findChatProject(db, threadId);
  if (project === null) return null;
  const { projectId, name } = project;
  return (await db.projectFiles.where('projectId').equals(projectId).count()) === 0 ? null : { projectId, name };
}
