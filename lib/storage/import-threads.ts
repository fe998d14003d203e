import type { LoggedEvent } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';
import { ExportedRow, type ExportedThread } from './export-format.ts';
import { ImportRefused, importedThreads } from './import-lines.ts';
import { messageTexts } from './message-texts.ts';
import { storedRows } from './read-thread.ts';
import { repairedRows } from './readable-rows.ts';
import { storageFailureOf } from './storage-failure.ts';
import { addTexts } from './text-index.ts';
import { purgeDeleted } from './thread-lists.ts';
import { foldThreadRow, newThreadRow } from './thread-row.ts';
import { deleteThread } from './threads.ts';

/**
 * Counts of an import. `copied`: a different chat with the same id existed, and both are kept; `identical`: it existed already.
 * `interrupted`: its answer was in progress when it was exported, and ends there.
 */
export type ImportCounts = { added: number; copied: number; identical: number; interrupted: number };

export type ImportResult = { type: 'imported'; counts: ImportCounts } | { type: 'refused'; message: string };

/** Minimum rows per transaction; few enough that other windows hardly wait. */
const BATCH = 2_000;

/**
 * Adds the threads of an export file. Existing threads are not changed, and nothing in the file is executed. The whole file is
 * validated before the first write; if storage runs out, the added threads are removed again.
 */
export async function importThreads(db: SidenoteDb, file: Blob): Promise<ImportResult> {
  const added: string[] = [];
  try {
    for await (const _ of importedThreads(file));
    // Threads that were just deleted may be in the file, so they are purged first.
    await purgeDeleted(db);
    return { type: 'imported', counts: await addAll(db, importedThreads(file), added) };
  } catch (error) {
    for (const threadId of added) await deleteThread(db, threadId);
    const message = error instanceof ImportRefused ? error.message : storageFailureOf(error)?.message;
    if (message === undefined) throw error;
    return { type: 'refused', message };
  }
}

async function addAll(db: SidenoteDb, threads: AsyncGenerator<ExportedThread>, added: string[]): Promise<ImportCounts> {
  const counts: ImportCounts = { added: 0, copied: 0, identical: 0, interrupted: 0 };
  let batch: Arrival[] = [];
  let size = 0;
  const write = async () => {
    const written = await db.transaction('rw', db.events, db.threads, db.texts, async () => {
      const outcomes: Outcome[] = [];
      for (const arrival of batch) outcomes.push(await addThread(db, arrival));
      return outcomes;
    });
    for (const { type, threadId, wasOpen } of written) {
      counts[type]++;
      if (type === 'identical') continue;
      added.push(threadId);
      if (wasOpen) counts.interrupted++;
    }
    batch = [];
    size = 0;
  };
  for await (const thread of threads) {
    // Computed here, because a transaction ends while waiting for anything but the database.
    batch.push(await arrivalOf(thread));
    size += thread.events.length;
    if (size >= BATCH) await write();
  }
  await write();
  return counts;
}

/** A thread from a file with all runs ended, and the id it gets if its own is taken; the same content gets the same id. */
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

/** Rows in which every run has ended. If an end had to be inserted, they are renumbered. */
function closed(rows: readonly LoggedEvent[]): ExportedRow[] {
  const mended = repairedRows(rows, '').rows;
  const isWhole = mended.every(({ seq }) => Number.isInteger(seq));
  return mended.map(({ seq, at, event }, index) => ({ seq: isWhole ? seq : index + 1, at, event }));
}

/** Rows as text for comparison: fields in a fixed order, without those that an import ignores. */
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
