import type { QueuedMessage } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** The questions queued until a thread's run ends, in order. */
export async function loadQueue(db: SidenoteDb, threadId: string): Promise<QueuedMessage[]> {
  return (await db.drafts.get(threadId))?.queue ?? [];
}

export function enqueue(db: SidenoteDb, threadId: string, message: QueuedMessage): Promise<void> {
  return changeQueue(db, threadId, (queue) => [...queue, message]);
}

/** Removes a question from the queue, if it is still there. */
export function dequeue(db: SidenoteDb, threadId: string, messageId: string): Promise<void> {
  return changeQueue(db, threadId, (queue) => queue.filter((message) => message.messageId !== messageId));
}

function changeQueue(
  db: SidenoteDb,
  threadId: string,
  change: (queue: readonly QueuedMessage[]) => QueuedMessage[],
): Promise<void> {
  return db.transaction('rw', db.drafts, async () => {
    const { queue: before = [], ...draft } = (await db.drafts.get(threadId)) ?? { threadId, text: '' };
    const queue = change(before);
    await db.drafts.put(queue.length === 0 ? draft : { ...draft, queue });
  });
}

/** Ids of threads with queued questions. */
export function threadsWithQueue(db: SidenoteDb): Promise<string[]> {
  return db.drafts.filter(({ queue }) => queue !== undefined).primaryKeys();
}
