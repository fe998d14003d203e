import { reduceAll } from '../agent/index.ts';
import { emptyThread, type Project } from '../contracts/index.ts';
import {
  buildFileName,
  type DocumentFile,
  type DocumentWords,
  type ExportedChat,
  keepDrawnMarkdown,
  linkPictures,
  markdownHtml,
  threadHtml,
  threadMarkdown,
  uniqueNames,
  zipFiles,
} from '../documents/index.ts';
import { catalogueLanguage } from '../i18n/index.ts';
import { collectIntoBlob, type ExportCounts, openNewerStorage, type Stores } from '../storage/index.ts';
import { loadFileStores } from './load-file-stores.ts';
import { checkThread } from './use-fact-checks.ts';

/** The stores from which chats are read and with which their facts are checked. */
type DocumentStores = Pick<Stores, 'threads' | 'events' | 'endpoints'>;

/** `json` can be imported again. The others are documents, one for each chat. */
type ExportFormat = 'json' | 'markdown' | 'html';

/** Downloads all chats as one file. */
export async function downloadAll(storage: Pick<Stores, 'database'>, now: Date): Promise<ExportCounts> {
  const { chats } = await loadFileStores(storage);
  const { blob, result } = await collectIntoBlob(chats.export('all', now.toISOString()), 'application/json');
  download(blob, buildFileName('sidenote chats', now, 'json'));
  return result;
}

/** Downloads all chats of a database written by a newer version, as far as this version can read them. */
export async function downloadNewer(now: Date): Promise<void> {
  const storage = await openNewerStorage();
  try {
    await downloadAll(storage, now);
  } finally {
    storage.database.close();
  }
}

/** Downloads all chats as documents in an archive. Rejects with ArchiveTooLargeError. */
export async function downloadDocuments(
  storage: DocumentStores,
  format: Exclude<ExportFormat, 'json'>,
  now: Date,
  words: DocumentWords,
): Promise<ExportCounts> {
  const counts: ExportCounts = { threads: 0, unreadable: 0 };
  const archive = await zipFiles(documentFiles(storage, format, words, counts));
  download(archive, buildFileName('sidenote chats', now, 'zip'));
  return counts;
}

/** Lets the user choose a folder, if the browser has such a dialog (Chromium). */
export const chooseFolder: (() => Promise<FileSystemDirectoryHandle>) | null =
  'showDirectoryPicker' in globalThis
    ? () => (globalThis as unknown as FolderPicker).showDirectoryPicker({ id: 'sidenote', mode: 'readwrite' })
    : null;

/** TypeScript has no types for it, since it is not a standard yet. */
type FolderPicker = {
  showDirectoryPicker(options: { id: string; mode: 'readwrite' }): Promise<FileSystemDirectoryHandle>;
};

/** Writes all chats into a new folder inside this one, so that none of the user's files is replaced. */
export async function saveToFolder(
  storage: DocumentStores & Pick<Stores, 'database'>,
  format: ExportFormat,
  parent: FileSystemDirectoryHandle,
  now: Date,
  words: DocumentWords,
): Promise<ExportCounts> {
  const folder = await parent.getDirectoryHandle(`sidenote-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`, {
    create: true,
  });
  if (format === 'json') {
    const { chats } = await loadFileStores(storage);
    const { blob, result } = await collectIntoBlob(chats.export('all', now.toISOString()), 'application/json');
    await writeFile(folder, buildFileName('sidenote chats', now, 'json'), blob);
    return result;
  }
  const counts: ExportCounts = { threads: 0, unreadable: 0 };
  for await (const { name, text } of documentFiles(storage, format, words, counts)) await writeFile(folder, name, text);
  return counts;
}

async function writeFile(folder: FileSystemDirectoryHandle, name: string, content: string | Blob): Promise<void> {
  const file = await folder.getFileHandle(name, { create: true });
  const stream = await file.createWritable();
  await stream.write(content);
  await stream.close();
}

/** Downloads a project with its files and chats. */
export async function downloadProject(storage: Pick<Stores, 'database'>, project: Project, now: Date): Promise<void> {
  const { projects } = await loadFileStores(storage);
  const { blob } = await collectIntoBlob(projects.export(project, now.toISOString()), 'application/json');
  download(blob, buildFileName(project.name, now, 'json'));
}

/** Downloads one chat. */
export async function downloadThread(
  storage: DocumentStores & Pick<Stores, 'database'>,
  threadId: string,
  format: ExportFormat,
  now: Date,
  words: DocumentWords,
): Promise<void> {
  if (format === 'json') {
    const { chats } = await loadFileStores(storage);
    const { blob } = await collectIntoBlob(chats.export([threadId], now.toISOString()), 'application/json');
    const title = (await storage.threads.get(threadId))?.title ?? '';
    return download(blob, buildFileName(title, now, 'json'));
  }
  const { file } = await documentFile(storage, threadId, format, words);
  if (file) download(new Blob([file.text], { type: `text/${format}` }), file.name);
}

/** Yields a document for each chat, under a unique name. Only one is in memory at a time. Updates `counts`. */
async function* documentFiles(
  storage: DocumentStores,
  format: Exclude<ExportFormat, 'json'>,
  words: DocumentWords,
  counts: ExportCounts,
): AsyncGenerator<DocumentFile> {
  const unique = uniqueNames();
  for await (const threadId of storage.threads.allIds()) {
    const { file, unreadable } = await documentFile(storage, threadId, format, words);
    counts.unreadable += unreadable;
    if (file === null) continue;
    counts.threads++;
    yield { ...file, name: unique(file.name) };
  }
}

/**
 * The document for a chat. Null if nothing of it can be read. The name contains the date on which the chat began, so
 * that it stays the same.
 */
async function documentFile(
  storage: DocumentStores,
  threadId: string,
  format: Exclude<ExportFormat, 'json'>,
  words: DocumentWords,
): Promise<{ file: DocumentFile | null; unreadable: number }> {
  const { chat, unreadable } = await loadChat(storage, threadId);
  if (chat === null) return { file: null, unreadable };
  const checked = { ...chat, checks: await checkThread(storage, chat.thread) };
  const text =
    format === 'markdown' ? threadMarkdown(checked, words) : await threadHtml(checked, words, catalogueLanguage());
  const name = buildFileName(chat.title, new Date(chat.createdAt), format === 'markdown' ? 'md' : 'html');
  return { file: { name, text, modifiedAt: chat.updatedAt }, unreadable };
}

/**
 * A chat in the form for documents. Null if there is none, or if nothing of it can be read. `unreadable`: how many of
 * its rows are omitted.
 */
export async function loadChat(
  storage: Pick<Stores, 'threads' | 'events'>,
  threadId: string,
): Promise<{ chat: ExportedChat | null; unreadable: number }> {
  const [row, { rows, unreadable }] = await Promise.all([storage.threads.get(threadId), storage.events.read(threadId)]);
  if (row === undefined || rows.length === 0) return { chat: null, unreadable };
  const { title, createdAt, updatedAt } = row;
  return { chat: { title, createdAt, updatedAt, thread: reduceAll(emptyThread(threadId), rows) }, unreadable };
}

/** After this time, the browser has read the file. In milliseconds. */
const TAKEN_AFTER_MS = 60_000;

/** Downloads a file by clicking an invisible link. */
export function download(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_AFTER_MS);
}

/**
 * Copies Markdown as formatted text, and as Markdown for fields that accept only plain text. Pictures become links, and
 * what the panel does not draw is left out.
 */
export function copyFormatted(answer: string): Promise<void> {
  const markdown = keepDrawnMarkdown(answer);
  const types = {
    'text/html': new Blob([markdownHtml(markdown)], { type: 'text/html' }),
    'text/plain': new Blob([linkPictures(markdown)], { type: 'text/plain' }),
  };
  return navigator.clipboard.write([new ClipboardItem(types)]);
}
