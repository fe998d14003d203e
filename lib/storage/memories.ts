import { MEMORY_LIMITS, Memory, type MemoryError } from '../contracts/index.ts';
import { checkMemoryText } from '../security/index.ts';
import { splitWords } from '../text/index.ts';
import type { SidenoteDb } from './db.ts';
import { findChatProject } from './projects.ts';

/** All sentences, in the order in which they were kept. */
export async function allMemories(db: SidenoteDb): Promise<Memory[]> {
  return (await db.memories.toArray()).sort(
    (one, other) => one.createdAt - other.createdAt || (one.memoryId < other.memoryId ? -1 : 1),
  );
}

/**
 * Stores a sentence that the user has just read and kept, in place of the one called `replacedId` if there is one. Only
 * pages call it, after a click. Resolves to why it was not stored, or null.
 */
export function keepMemory(
  db: SidenoteDb,
  memory: Memory,
  replacedId: string | null = null,
): Promise<MemoryError | null> {
  return db.transaction('rw', db.memories, async () => {
    const others = (await db.memories.toArray()).filter(({ memoryId }) => memoryId !== replacedId);
    const error = checkMemoryText(memory.text) ?? checkBeside(others, memory);
    if (error !== null) return error;
    if (replacedId !== null) await db.memories.delete(replacedId);
    await db.memories.put(Memory.parse(memory));
    return null;
  });
}

/** What the user can change of a stored sentence in the list, where it is shown. */
type MemoryChange = Partial<Pick<Memory, 'text' | 'projectId' | 'isOn'>>;

/**
 * Changes a stored sentence. Turning on an imported one means that it no longer counts as imported. Resolves to why it
 * was not changed, or null.
 */
export function changeMemory(db: SidenoteDb, memoryId: string, change: MemoryChange): Promise<MemoryError | null> {
  return db.transaction('rw', db.memories, async () => {
    const stored = await db.memories.get(memoryId);
    if (stored === undefined) return null;
    const { isImported, ...rest } = { ...stored, ...change };
    const changed: Memory = isImported && !rest.isOn ? { ...rest, isImported } : rest;
    const error = checkMemoryText(changed.text) ?? checkBeside(await db.memories.toArray(), changed);
    if (error === null) await db.memories.put(changed);
    return error;
  });
}

/** Deletes one sentence, or all with null. Resolves to what was deleted, for `restoreMemories`. */
export function forgetMemories(db: SidenoteDb, memoryId: string | null): Promise<Memory[]> {
  return db.transaction('rw', db.memories, async () => {
    const forgotten = (await db.memories.toArray()).filter(
      (memory) => memoryId === null || memory.memoryId === memoryId,
    );
    await db.memories.bulkDelete(forgotten.map((memory) => memory.memoryId));
    return forgotten;
  });
}

/**
 * Stores sentences as they were before they were forgotten, except those that were kept again meanwhile, or whose
 * project was deleted.
 */
export function restoreMemories(db: SidenoteDb, forgotten: readonly Memory[]): Promise<void> {
  return db.transaction('rw', db.memories, db.projects, async () => {
    const stored = await db.memories.toArray();
    const projectIds = new Set(await db.projects.toCollection().primaryKeys());
    const isMissing = (memory: Memory) =>
      (memory.projectId === null || projectIds.has(memory.projectId)) && checkBeside(stored, memory) !== 'duplicate';
    await db.memories.bulkPut(forgotten.filter(isMissing));
  });
}

/** The sentences used in a chat: those of its project and of all chats that are turned on. */
export async function memoriesOfThread(db: SidenoteDb, threadId: string): Promise<Memory[]> {
  return memoriesOfProject(db, (await findChatProject(db, threadId))?.projectId ?? null);
}

/** The sentences used in the chats of a project, or with null in chats without a project. */
export async function memoriesOfProject(db: SidenoteDb, projectId: string | null): Promise<Memory[]> {
  const all = await allMemories(db);
  return all.filter((memory) => memory.isOn && (memory.projectId === null || memory.projectId === projectId));
}

/** The texts that are not used in all chats already. */
export async function selectUnknownTexts(db: SidenoteDb, texts: readonly string[]): Promise<string[]> {
  const used = await memoriesOfProject(db, null);
  return texts.filter((text) => !used.some((memory) => isSame(memory, { text, projectId: null })));
}

/**
 * Adds sentences from a file, turned off. Omits those that are already stored, or that could not be kept here. Resolves
 * to how many were added.
 */
export async function addImportedMemories(db: SidenoteDb, memories: readonly Memory[]): Promise<number> {
  const stored = await db.memories.toArray();
  const projectIds = new Set(await db.projects.toCollection().primaryKeys());
  const added: Memory[] = [];
  for (const memory of memories) {
    const isOfProject = memory.projectId !== null && projectIds.has(memory.projectId);
    const imported: Memory = {
      ...memory,
      projectId: isOfProject ? memory.projectId : null,
      isOn: false,
      isImported: true,
    };
    if (stored.some(({ memoryId }) => memoryId === memory.memoryId)) continue;
    if (checkMemoryText(memory.text) !== null || checkBeside([...stored, ...added], imported) !== null) continue;
    added.push(imported);
  }
  await db.memories.bulkAdd(added);
  return added.length;
}

/** Whether two sentences are for the same chats and have the same words. */
function isSame(one: MemoryScope, other: MemoryScope): boolean {
  if (one.projectId !== other.projectId) return false;
  const words = splitWords(one.text).join(' ');
  return one.text === other.text || (words !== '' && splitWords(other.text).join(' ') === words);
}

type MemoryScope = Pick<Memory, 'text' | 'projectId'>;

/** Whether the sentence duplicates one for the same chats, or there are too many. */
function checkBeside(all: readonly Memory[], memory: Memory): MemoryError | null {
  const others = all.filter(({ memoryId }) => memoryId !== memory.memoryId);
  if (others.some((other) => isSame(other, memory))) return 'duplicate';
  return others.length >= MEMORY_LIMITS.memories ? 'too-many' : null;
}
