import * as z from 'zod';
import { MEMORY_LIMITS, Memory } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { addImportedMemories, allMemories } from './memories.ts';

/** Maximum size of a file with sentences to remember, in characters. */
const MAX_LENGTH = 1_000_000;

const MemoriesFile = z.strictObject({
  format: z.literal('sidenote-memories'),
  version: z.literal(1),
  exportedAt: z.string(),
  memories: z
    .array(Memory.pick({ text: true, createdAt: true }).extend({ project: z.string().max(100).optional() }))
    .max(MEMORY_LIMITS.memories),
});

/** All sentences to remember as a JSON document, with the names of their projects. */
export async function exportMemories(db: SidenoteDb, exportedAt: string): Promise<string> {
  const projects = new Map((await db.projects.toArray()).map(({ projectId, name }) => [projectId, name]));
  const memories = (await allMemories(db)).map(({ text, createdAt, projectId }) => {
    const project = projectId === null ? undefined : projects.get(projectId);
    return { text, createdAt, ...(project === undefined ? {} : { project }) };
  });
  const file: z.infer<typeof MemoriesFile> = { format: 'sidenote-memories', version: 1, exportedAt, memories };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Adds the sentences of a file, turned off: the file is untrusted, so each sentence stays off until the user has read
 * it in the list and turned it on. Resolves to how many were added, or null if it is not such a file.
 */
export async function importMemories(db: SidenoteDb, text: string, newId: () => string): Promise<number | null> {
  const file = text.length > MAX_LENGTH ? null : readFile(text);
  if (file === null) return null;
  return db.transaction('rw', db.memories, db.projects, async () => {
    const projectIds = new Map((await db.projects.toArray()).map(({ projectId, name }) => [name, projectId]));
    const memories = file.memories.map(
      ({ project, ...memory }): Memory => ({
        ...memory,
        memoryId: newId(),
        projectId: project === undefined ? null : (projectIds.get(project) ?? null),
        origin: { type: 'settings' },
        isOn: false,
        isImported: true,
      }),
    );
    return addImportedMemories(db, memories);
  });
}

function readFile(text: string): z.infer<typeof MemoriesFile> | null {
  try {
    return MemoriesFile.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
