import type { ImportProblem, LoggedEvent, StorageFailure } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { NotTextError } from './decoded-text.ts';
import { EXPORT_FORMAT, ExportedRow, type ExportedThread } from './export-format.ts';
import type { Loss } from './import-formats/foreign-chat.ts';
import { foreignThreads } from './import-formats/foreign-threads.ts';
import { ImportRefused, importedThreads, parseJson } from './import-lines.ts';
import { messageTexts } from './message-texts.ts';
import { storedRows } from './read-thread.ts';
import { repairedRows } from './readable-rows.ts';
import { storageFailureOf } from './storage-failure.ts';
import { addTexts } from './text-index.ts';
import { purgeDeleted } from './thread-lists.ts';
import { foldThreadRow, newThreadRow } from './thread-row.ts';
import { deleteThread } from './threads.ts';

/**
 * Counts of an import. `copied`: a different chat with the same id was there, and both are kept; `identical`: it was there
 * already. `interrupted`: its answer was being written when it was exported, and ends there. Of other applications' files:
 * `unreadable` chats, and how often something could not come along. `isStopped`: before the end; what was added is kept.
 */
export type ImportCounts = {
  added: number;
  copied: number;
  identical: number;
  interrupted: number;
  unreadable: number;
  lost: Partial<Record<Loss, number>>;
  isStopped: boolean;
};

export type ImportResult =
  | { type: 'imported'; counts: ImportCounts }
  | { type: 'refused'; problem: ImportProblem }
  | { type: 'not-stored'; failure: StorageFailure };

/** `onProgress` gets the share that is done, from 0 to 1. `signal` stops between two batches. */
export type ImportOptions = { onProgress?: (share: number) => void; signal?: AbortSignal };

/** Rows that are written in one transaction, at least; few enough that other windows hardly wait. */
const BATCH = 2_000;

/** A chat of a file, with how far into the file it ends, in bytes. */
type Item =
  | { type: 'thread'; thread: ExportedThread; lost: readonly Loss[]; bytesRead: number }
  | { type: 'unreadable' | 'empty'; bytesRead: number };

/**
 * Adds the threads of an export file, ours or another application's. Nothing that is there is changed, and nothing in the
 * file is acted on. The whole file is checked before the first write; should the space run out meanwhile, what was added is
 * taken away again. A file can be imported again, for example after it was stopped: what is there already is left out.
 */
export async function importThreads(db: SidenoteDb, file: Blob, options: ImportOptions = {}): Promise<ImportResult> {
  const { onProgress = () => undefined, signal } = options;
  const added: string[] = [];
  // Checking and writing take about as long as each other.
  const share = (half: 0 | 1, { bytesRead }: Item) => onProgress((half + bytesRead / Math.max(1, file.size)) / 2);
  try {
    const read = (await isOurs(file)) ? ourItems : foreignItems;
    let hasThreads = read === ourItems;
    for await (const item of read(file)) {
      if (signal?.aborted) return { type: 'imported', counts: { ...noCounts(), isStopped: true } };
      hasThreads ||= item.type !== 'unreadable';
      share(0, item);
    }
    if (!hasThreads) throw new ImportRefused({ code: 'not-ours' });
    // What was deleted just now is wanted again.
    await purgeDeleted(db);
    const counts = await addAll(db, read(file), { added, signal, onItem: (item) => share(1, item) });
    return { type: 'imported', counts };
  } catch (error) {
    for (const threadId of added) await deleteThread(db, threadId);
    if (error instanceof ImportRefused) return { type: 'refused', problem: error.problem };
    if (error instanceof NotTextError) return { type: 'refused', problem: { code: 'not-text' } };
    const failure = storageFailureOf(error);
    if (failure === null) throw error;
    return { type: 'not-stored', failure };
  }
}

/** Our own files say what they are in their first line. */
async function isOurs(file: Blob): Promise<boolean> {
  const start = await file.slice(0, 256).text();
  return start.includes(EXPORT_FORMAT) || !/^\s*[[{]/.test(start.replace(/^\uFEFF/, ''));
}

async function* ourItems(file: Blob): AsyncGenerator<Item> {
  for await (const item of importedThreads(file)) yield { type: 'thread', lost: [], ...item };
}

async function* foreignItems(file: Blob): AsyncGenerator<Item> {
  let number = 0;
  // A chat without a date gets one that is the same when the file is imported again.
  const date = file instanceof File ? file.lastModified : 0;
  yield* foreignThreads(file, date, (json) => parseJson(json, ++number));
}

const noCounts = (): ImportCounts => ({
  added: 0,
  copied: 0,
  identical: 0,
  interrupted: 0,
  unreadable: 0,
  lost: {},
  isStopped: false,
});

type Writing = { added: string[]; signal: AbortSignal | undefined; onItem: (item: Item) => void };

async function addAll(db: SidenoteDb, items: AsyncGenerator<Item>, writing: Writing): Promise<ImportCounts> {
  const { added, signal, onItem } = writing;
  const counts = noCounts();
  let batch: (Arrival & { lost: readonly Loss[] })[] = [];
  let size = 0;
  const write = async () => {
    const written = await db.transaction('rw', db.events, db.threads, db.texts, async () => {
      const outcomes: Outcome[] = [];
      for (const arrival of batch) outcomes.push(await addThread(db, arrival));
      return outcomes;
    });
    for (const [index, { type, threadId, wasOpen }] of written.entries()) {
      counts[type]++;
      if (type === 'identical') continue;
      added.push(threadId);
      if (wasOpen) counts.interrupted++;
      for (const loss of batch[index]?.lost ?? []) counts.lost[loss] = (counts.lost[loss] ?? 0) + 1;
    }
    batch = [];
    size = 0;
  };
  for await (const item of items) {
    if (signal?.aborted) {
      counts.isStopped = true;
      break;
    }
    if (item.type === 'unreadable') counts.unreadable++;
    if (item.type === 'thread') {
      // Made here, because a transaction does not outlive waiting for anything but the database.
      batch.push({ ...(await arrivalOf(item.thread)), lost: item.lost });
      size += item.thread.events.length;
    }
    if (size >= BATCH) await write();
    onItem(item);
  }
  await write();
  return counts;
}

/** A thread from a file, closed, and the id it gets if its own is taken: the same for the same content. */
type Arrival = { thread: ExportedThread; wasOpen: boolean; copyId: string };

async function arrivalOf(exported: ExportedThread): Promise<Arrival> {
  const events = closed(asRows(exported.threadId, exported.events));
  const thread = { ...exported, events };
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(thread)));
  const copyId = `copy-${[...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return { thread, wasOpen: events.length > exported.events.length, copyId };
}

type Outcome = { type: 'added' | 'copied' | 'identical'; threadId: string; wasOpen: boolean };

async function addThread(db: SidenoteDb, { thread, wasOpen, copyId }: Arrival): Promise<Outcome> {
  for (const threadId of [thread.threadId, copyId]) {
    const there = await db.threads.get(threadId);
    if (there === undefined) {
      await putThread(db, { ...thread, threadId });
      return { type: threadId === thread.threadId ? 'added' : 'copied', threadId, wasOpen };
    }
    const stored = closed(await storedRows(db, threadId));
    if (textOf(stored) === textOf(thread.events)) return { type: 'identical', threadId, wasOpen };
  }
  return { type: 'identical', threadId: copyId, wasOpen };
}

/** Rows whose every run has ended. Where an end had to be put in, they are numbered anew. */
function closed(rows: readonly LoggedEvent[]): ExportedRow[] {
  const mended = repairedRows(rows, '').rows;
  const isWhole = mended.every(({ seq }) => Number.isInteger(seq));
  return mended.map(({ seq, at, event }, index) => ({ seq: isWhole ? seq : index + 1, at, event }));
}

/** Rows as text, to compare: fields in one order, and without those that an import does not take. */
function textOf(rows: readonly ExportedRow[]): string {
  return JSON.stringify(rows.map((row) => ExportedRow.parse(row)));
}

async function putThread(db: SidenoteDb, thread: ExportedThread): Promise<void> {
  const { threadId, title, createdAt, updatedAt } = thread;
  const rows = asRows(threadId, thread.events);
  const folded = rows.reduce(foldThreadRow, newThreadRow(threadId, createdAt));
  await db.threads.add({ ...folded, title: title === '' ? folded.title : title, createdAt, updatedAt });
  await db.events.bulkAdd(rows);
  await addTexts(db, threadId, messageTexts(rows));
}

function asRows(threadId: string, events: readonly ExportedRow[]): LoggedEvent[] {
  return events.map((row) => ({ threadId, ...row }));
}
