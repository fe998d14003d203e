import { EXPORT_FORMAT, type ExportedThread } from './export-format.ts';
import { filesOfArchive } from './import-formats/archive.ts';
import type { Loss } from './import-formats/foreign-chat.ts';
import { foreignThreads } from './import-formats/foreign-threads.ts';
import { isZip } from './import-formats/zip-entries.ts';
import {
  type ByteSource,
  decodeFilePieces,
  ImportRefused,
  importedThreads,
  NotTextError,
  parseImportedJson,
} from './import-lines.ts';

/** A chat in a file, with the position in bytes where it ends. */
export type ImportItem =
  | { type: 'thread'; thread: ExportedThread; lost: readonly Loss[]; bytesRead: number }
  | { type: 'unreadable' | 'empty' | 'cut'; bytesRead: number };

/** Refuses known kinds of files without chats. Most of them can be imported elsewhere in the settings. */
export async function refuseFilesWithoutChats(file: Blob): Promise<void> {
  if (file.size === 0) throw new ImportRefused({ code: 'empty' });
  // The rest of a backup is encrypted.
  if ((await file.slice(0, BACKUP_START.length).text()) === BACKUP_START) throw new ImportRefused({ code: 'backup' });
  const start = await readStart(file);
  if (start === null) return;
  if (start.includes('"sidenote-settings"')) throw new ImportRefused({ code: 'settings' });
  if (/^\s*<(!doctype html|html)\b/i.test(start)) throw new ImportRefused({ code: 'web-page' });
  if (start.trim() === '' && file.size < START) throw new ImportRefused({ code: 'empty' });
}

/** Refuses a file in which no item is a chat, according to `itemTypes`. */
export async function refuseWithoutChats(file: Blob, itemTypes: ReadonlySet<ImportItem['type']>): Promise<void> {
  if (itemTypes.has('thread') || itemTypes.has('empty')) return;
  if (itemTypes.has('cut')) throw new ImportRefused({ code: 'incomplete' });
  if (await isZip(file)) throw new ImportRefused({ code: 'no-chats' });
  // An export of Sidenote may have no chats.
  if (!(await readStart(file))?.includes(EXPORT_FORMAT)) throw new ImportRefused({ code: 'not-ours' });
}

const BACKUP_START = 'sidenote-backup\n';

/** How many bytes at the beginning of a file are read to identify it. */
const START = 256;

/** The beginning as text, or null if it is not text. */
async function readStart(file: Blob): Promise<string | null> {
  // If the last character of the piece is cut off, the decoder throws only after the text.
  const text = await firstText(file.slice(0, START));
  return text?.replace(/^\uFEFF/, '') ?? null;
}

/** The chats of a file or of all files in an archive. */
export async function* readItems(file: Blob, withProject: boolean): AsyncGenerator<ImportItem> {
  // A chat without a date gets the same date in every import of the file.
  const date = file instanceof File ? file.lastModified : 0;
  if (await isZip(file)) {
    yield* archivedItems(file, date, withProject);
    return;
  }
  const start = (await readStart(file)) ?? '';
  // Sidenote's own files identify themselves in the first line. A file that is not JSON is read like one of them, so
  // that the error names its line.
  const isOurs = start.includes(EXPORT_FORMAT) || !/^\s*[[{]/.test(start);
  yield* isOurs ? ourItems(file, withProject) : foreignItems(file, date);
}

/** Names of the files in an export that was split into parts. */
const PART = /conversations-\d+\.json$/i;

async function* archivedItems(file: Blob, date: number, withProject: boolean): AsyncGenerator<ImportItem> {
  for await (const { path, source, size, storedSize, end } of filesOfArchive(file)) {
    const inArchive = (bytesRead: number) =>
      Math.round(end - storedSize + (storedSize * bytesRead) / Math.max(1, size, bytesRead));
    const text = await firstText(source);
    if (text === null) continue;
    const isOurs = text.slice(0, START).includes(EXPORT_FORMAT);
    let hasChats = PART.test(path);
    let unreadable = 0;
    for await (const item of isOurs ? ourItems(source, withProject) : foreignItems(source, date)) {
      if (item.type === 'unreadable') unreadable++;
      else {
        hasChats ||= item.type !== 'cut';
        if (item.type !== 'cut' || hasChats) yield { ...item, bytesRead: inArchive(item.bytesRead) };
      }
    }
    // Archives also contain files without chats, such as the account or feedback.
    if (!hasChats) continue;
    for (let n = 0; n < unreadable; n++) yield { type: 'unreadable', bytesRead: inArchive(size) };
  }
}

/** Null if it is not text. */
async function firstText(source: ByteSource): Promise<string | null> {
  try {
    for await (const { text } of decodeFilePieces(source)) return text;
  } catch (error) {
    if (!(error instanceof NotTextError)) throw error;
    return null;
  }
  return '';
}

async function* ourItems(file: ByteSource, withProject: boolean): AsyncGenerator<ImportItem> {
  for await (const item of importedThreads(file, withProject)) yield { type: 'thread', lost: [], ...item };
}

function foreignItems(file: ByteSource, date: number): AsyncGenerator<ImportItem> {
  return foreignThreads(file, date, (json) => {
    try {
      return parseImportedJson(json, 0, MAX_FOREIGN_DEPTH);
    } catch (error) {
      // One unreadable chat does not prevent importing the others.
      if (error instanceof ImportRefused) return undefined;
      throw error;
    }
  });
}

/** LibreChat nests each message of a chat in the previous one. */
const MAX_FOREIGN_DEPTH = 4_000;
