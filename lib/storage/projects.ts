import type { Project } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { deleteThreads, listThread, threadIdsIn } from './threads.ts';

/** In the order they were created. */
export async function allProjects(db: SidenoteDb): Promise<Project[]> {
  return (await db.projects.toArray()).sort((one, other) => one.createdAt - other.createdAt);
}

/** Adds a project, or changes the one with its id. */
export async function saveProject(db: SidenoteDb, project: Project): Promise<void> {
  await db.projects.put(project);
}

/** Deletes a project, and with `withChats` its chats. A run of one of them has to be stopped before. */
export async function deleteProject(db: SidenoteDb, projectId: string, withChats: boolean): Promise<void> {
  const threadIds = withChats ? await threadIdsOfProject(db, projectId) : [];
  if (withChats) await deleteThreads(db, threadIds);
  await db.transaction('rw', db.projects, db.projectThreads, db.projectFiles, async () => {
    await db.projects.delete(projectId);
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
export async function projectOf(db: SidenoteDb, threadId: string): Promise<Project | null> {
  const row = await db.projectThreads.get(threadId);
  return row === undefined ? null : ((await db.projects.get(row.projectId)) ?? null);
}

/** Moves a chat to a project, or out of any with null. A project that was deleted in the meantime takes none. */
export function moveThread(db: SidenoteDb, threadId: string, projectId: string | null): Promise<void> {
  return db.transaction('rw', db.projects, db.projectThreads, async () => {
    const isThere = projectId !== null && (await db.projects.get(projectId)) !== undefined;
    if (isThere) await db.projectThreads.put({ threadId, projectId });
    else if (projectId === null) await db.projectThreads.delete(threadId);
  });
}

/** The name of the project of each chat that is in one. */
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

/** How many stored chats each project has, by its id. */
export async function projectCounts(db: SidenoteDb): Promise<Map<string, number>> {
  const rows = await db.projectThreads.toArray();
  const stored = await db.threads.bulkGet(rows.map(({ threadId }) => threadId));
  const counts = new Map<string, number>();
  for (const [index, { projectId }] of rows.entries()) {
    if (stored[index] !== undefined) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  }
  return counts;
}
