import { reduceAll } from '../agent/index.ts';
import { emptyThread } from '../contracts/index.ts';
import {
  blobOf,
  type ExportCounts,
  exportThreads,
  type MarkdownWords,
  openCurrentVersion,
  readThread,
  type SidenoteDb,
  threadMarkdown,
} from '../storage/index.ts';
import { download, fileNameOf } from './download.ts';

/** Gives the user all chats as one file. */
export async function downloadAll(db: SidenoteDb, now: Date): Promise<ExportCounts> {
  const { blob, result } = await blobOf(exportThreads(db, 'all', now.toISOString()), 'application/json');
  download(blob, fileNameOf('sidenote chats', now, 'json'));
  return result;
}

/** Gives the user all chats of a database that a newer Sidenote wrote, as far as this one can read them. */
export async function downloadNewer(now: Date): Promise<void> {
  const db = await openCurrentVersion();
  try {
    await downloadAll(db, now);
  } finally {
    db.close();
  }
}

/** Gives the user one chat, to keep (JSON, can be imported) or to read (Markdown). */
export async function downloadThread(
  db: SidenoteDb,
  threadId: string,
  format: 'json' | 'markdown',
  now: Date,
  words: MarkdownWords,
): Promise<void> {
  const title = (await db.threads.get(threadId))?.title ?? '';
  switch (format) {
    case 'json': {
      const { blob } = await blobOf(exportThreads(db, [threadId], now.toISOString()), 'application/json');
      return download(blob, fileNameOf(title, now, 'json'));
    }
    case 'markdown': {
      const thread = reduceAll(emptyThread(threadId), (await readThread(db, threadId)).rows);
      const blob = new Blob([threadMarkdown(title, thread, words)], { type: 'text/markdown' });
      return download(blob, fileNameOf(title, now, 'md'));
    }
    default:
      return format satisfies never;
  }
}
