import {
  type ImportProblem,
  isOwnEndpoint,
  type Project,
  type ProjectFile,
  type ProjectWithFiles,
} from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { type ExportCounts, exportThreads } from './export-threads.ts';
import { ImportRefused, NotTextError, projectInHeader } from './import-lines.ts';
import { deriveCopyId, type ImportResult, importThreads } from './import-threads.ts';
import { projectFiles, threadIdsOfProject } from './projects.ts';
import { threadIdsIn } from './threads.ts';

/** Yields the text of an export file with a project, its files and its chats. See `exportThreads`. */
export async function* exportProject(
  db: SidenoteDb,
  project: Project,
  exportedAt: string,
): AsyncGenerator<string, ExportCounts> {
  const files = (await projectFiles(db, project.projectId)).map(({ name, text }) => ({ name, text }));
  const deleted = new Set(await threadIdsIn(db, 'deleted-threads'));
  const threadIds = (await threadIdsOfProject(db, project.projectId)).filter((threadId) => !deleted.has(threadId));
  return yield* exportThreads(db, threadIds, exportedAt, { ...project, files });
}

/** The project of an export file, shown to the user before it is imported, or why there is none. */
export async function readProjectFile(file: Blob): Promise<{ project: ProjectWithFiles } | { problem: ImportProblem }> {
  try {
    const project = await projectInHeader(file);
    return project === null ? { problem: { code: 'no-project' } } : { project };
  } catch (error) {
    if (error instanceof ImportRefused) return { problem: error.problem };
    if (error instanceof NotTextError) return { problem: { code: 'not-text' } };
    throw error;
  }
}

/**
 * Adds the project of an export file with its files and chats, completely or not at all. Changes nothing that exists. A
 * project with the same id, name, instructions and files gets the chats. If they differ, the project of the file is
 * added as well, under an id derived from its content. Anything the file would turn on stays off, and models and MCP
 * servers that are not configured here are omitted.
 */
export async function importProject(db: SidenoteDb, file: Blob): Promise<ImportResult> {
  const read = await readProjectFile(file);
  if ('problem' in read) return { type: 'refused', problem: read.problem };
  const exported = read.project;
  const copyId = await deriveCopyId(serializeProject(exported));
  return importThreads(db, file, {
    withProject: true,
    finish: (threadIds) => addProject(db, exported, copyId, threadIds),
  });
}

function addProject(
  db: SidenoteDb,
  exported: ProjectWithFiles,
  copyId: string,
  threadIds: readonly string[],
): Promise<void> {
  const tables = [db.projects, db.projectFiles, db.projectThreads, db.endpoints, db.mcpServers];
  return db.transaction('rw', tables, async () => {
    const projectId = await chooseProjectId(db, exported, copyId);
    if ((await db.projects.get(projectId)) === undefined) {
      const { files, ...project } = exported;
      await db.projects.put(await asHere(db, { ...project, projectId }));
      await putFiles(db, projectId, files);
    }
    await joinProject(db, projectId, threadIds);
  });
}

/** The id under which a project is added or already exists. */
async function chooseProjectId(db: SidenoteDb, exported: ProjectWithFiles, copyId: string): Promise<string> {
  const here = await db.projects.get(exported.projectId);
  if (here === undefined) return exported.projectId;
  const files = (await projectFiles(db, exported.projectId)).map(({ name, text }) => ({ name, text }));
  return serializeProject({ ...here, files }) === serializeProject(exported) ? exported.projectId : copyId;
}

function serializeProject({
  name,
  instructions,
  files,
}: Pick<ProjectWithFiles, 'name' | 'instructions' | 'files'>): string {
  const sortedFiles = files
    .map((file) => [file.name, file.text])
    .sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return JSON.stringify([name, instructions, sortedFiles]);
}

/** Adapts an imported project to this browser: a file cannot turn anything on. */
async function asHere(db: SidenoteDb, project: Project): Promise<Project> {
  const { model, mcpServers } = project;
  const isThere = model !== null && (isOwnEndpoint(model) || (await db.endpoints.get(model.endpointId)) !== undefined);
  const serverIds = new Set(await db.mcpServers.toCollection().primaryKeys());
  return {
    ...project,
    model: isThere ? model : null,
    web: false,
    ownData: false,
    mcpServers: mcpServers?.filter((serverId) => serverIds.has(serverId)) ?? null,
  };
}

/** Replaces the files of a project, in the caller's transaction. */
export async function putFiles(
  db: SidenoteDb,
  projectId: string,
  files: readonly Pick<ProjectFile, 'name' | 'text'>[],
): Promise<void> {
  await db.projectFiles.where('projectId').equals(projectId).delete();
  await db.projectFiles.bulkPut(files.map((file) => ({ ...file, projectId, fileId: crypto.randomUUID() })));
}

/** Puts existing chats into a project, in the caller's transaction. Chats in another project stay there. */
export async function joinProject(db: SidenoteDb, projectId: string, threadIds: readonly string[]): Promise<void> {
  const rows = await db.projectThreads.bulkGet([...threadIds]);
  const free = threadIds.filter((_, index) => rows[index] === undefined);
  await db.projectThreads.bulkPut(free.map((threadId) => ({ threadId, projectId })));
}
