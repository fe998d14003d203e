import { sendCommand } from '../../lib/extension/index.ts';
import { listThread, type SidenoteDb } from '../../lib/storage/index.ts';

/** Deletes a chat; the deletion can be undone for a while. */
export async function deleteChat(db: SidenoteDb, threadId: string): Promise<void> {
  // A run would continue to write to the deleted chat.
  await sendCommand({ type: 'stop', threadId });
  await listThread(db, 'deleted-threads', threadId, true);
}
