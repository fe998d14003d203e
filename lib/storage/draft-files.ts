import type { AttachedFile } from '../contracts/attachments.ts';
import type { SidenoteDb } from './db.ts';

/** The files that wait to be sent with the next question of a thread. */
export async function loadDraftFiles(db: SidenoteDb, threadId: string): Promise<AttachedFile[]> {
  return (await db.drafts.get(threadId))?.files ?? [];
}

export function changeDraftFiles(
  db: SidenoteDb,
  threadId: string,
  change: (files: readonly AttachedFile[]) => readonly AttachedFile[],
): Promise<void> {
  return db.transaction('rw', db.drafts, async () => {
    const { files: before = [], ...draft } = (await db.drafts.get(threadId)) ?? { threadId, text: '' };
    const files = change(before);
    await db.drafts.put(files.length === 0 ? draft : { ...draft, files: [...files] });
  });
}
