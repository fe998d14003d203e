import { sendCommand } from '../../lib/extension/commands.ts';
import type { SidenoteDb } from '../../lib/storage/db.ts';
import { listThread } from '../../lib/storage/thread-lists.ts';

/** Puts a chat where it can be taken back from for a while. */
export async function deleteChat(db: SidenoteDb, threadId: string): Promise<void> {
  // A run would go on writing to what is being deleted.
  await sendCommand({ type: 'stop', threadId });
  await listThread(db, 'deleted-threads', threadId, true);
}
