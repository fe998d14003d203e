import { fitsMemoryBudget, loadThread, selectMemories } from '../agent/index.ts';
import type { ThreadLog } from '../contracts/index.ts';
import type { Stores } from '../storage/index.ts';

type Dependencies = {
  storage: Pick<Stores, 'memories'>;
  log: ThreadLog;
  /** Whether the user wants sentences remembered. */
  usesMemory: () => Promise<boolean>;
};

/** The ids of the sentences to remember that are sent with a question of a chat. */
export async function selectRunMemories(
  { storage, log, usesMemory }: Dependencies,
  threadId: string,
  question: string,
): Promise<readonly string[]> {
  if (!(await usesMemory())) return [];
  const memories = await storage.memories.ofThread(threadId);
  if (fitsMemoryBudget(memories)) return memories.map(({ memoryId }) => memoryId);
  const { messages } = await loadThread(log, threadId);
  const lastRun = messages.findLast((message) => message.role === 'assistant');
  return selectMemories(memories, question, lastRun?.memories ?? []);
}
