import { DOCUMENT_WORDS } from '../../components/history/document-words.ts';
import type { ThreadAction } from '../../components/history/thread-menu.tsx';
import { sendCommand } from '../../lib/extension/index.ts';
import { downloadThread } from '../../lib/react/index.ts';
import { archiveThread, listThread, type SidenoteDb } from '../../lib/storage/index.ts';

/** Takes an action for a chat, from its menu or the command palette. A deletion can be undone for a while. */
export async function runThreadAction(
  db: SidenoteDb,
  threadId: string,
  action: Exclude<ThreadAction, 'rename' | 'move-to-project'>,
): Promise<void> {
  switch (action) {
    case 'pin':
    case 'unpin':
      return listThread(db, 'pinned-threads', threadId, action === 'pin');
    case 'archive':
    case 'restore':
      await archiveThread(db, threadId, action === 'archive');
      return;
    case 'export-json':
      return downloadThread(db, threadId, 'json', new Date(), DOCUMENT_WORDS);
    case 'export-markdown':
      return downloadThread(db, threadId, 'markdown', new Date(), DOCUMENT_WORDS);
    case 'export-html':
      return downloadThread(db, threadId, 'html', new Date(), DOCUMENT_WORDS);
    case 'print':
      open(`/print.html#${encodeURIComponent(threadId)}`, '_blank', 'noopener');
      return;
    case 'delete':
      // A run would continue to write to the deleted chat.
      await sendCommand({ type: 'stop', threadId });
      return listThread(db, 'deleted-threads', threadId, true);
    default:
      return action satisfies never;
  }
}
