import { PROJECT_LIMITS, type ProjectFile, type ProjectFileError, type RunProject } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { projectOf } from './projects.ts';

/** The files of a project, by name. */
export async function projectFiles(db: SidenoteDb, projectId: string): Promise<ProjectFile[]> {
  return (await db.projectFiles.where('projectId').equals(projectId).toArray()).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

/** Adds a file to a project, in place of one with the same name. Resolves to why not, or null. */
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
  const project = await projectOf(db, threadId);
  if (project === null) return null;
  const { projectId, name } = project;
  return (await db.projectFiles.where('projectId').equals(projectId).count()) === 0 ? null : { projectId, name };
}
