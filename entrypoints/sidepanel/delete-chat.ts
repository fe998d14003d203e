import { sendCommand } from '../../lib/extension/index.ts';
import { listThread, type SidenoteDb } from '../../lib/storage/index.ts';

/** Puts a chat where it can be taken back from for a while. */
export async function deleteChat(db: SidenoteDb, threadId: string): Promise<void> {
  // A run would go on writing to what is being deleted.
  await sendCommand({ type: 'stop', threadId });
  await listThread(db, 'deleted-threads', threadId, true);
}
