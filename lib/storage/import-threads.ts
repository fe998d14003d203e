import { type ImportProblem, isOpinionId, type LoggedEvent, type StorageFailure } from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { ExportedRow, type ExportedThread } from './export-format.ts';
import type { Loss } from './import-formats/foreign-chat.ts';
import { type ImportItem, readItems, refuseFilesWithoutChats, refuseWithoutChats } from './import-items.ts';
import { ImportRefused, NotTextError } from './import-lines.ts';
import { createPauser } from './pauses.ts';
import { repairedRows, storedRows } from './read-thread.ts';
import { findStorageFailure } from './storage-failure.ts';
import { addRows, addTextsOfThreads, indexTables, messageTexts, type ThreadTexts } from './text-index.ts';
import { foldThreadRow, newThreadRow } from './thread-row.ts';
import { deleteThreads, listThread, purgeDeleted, threadIdsIn } from './threads.ts';
import { mergeSegments } from './word-segments.ts';

/**
 * Counts of an import. `copied`: a different chat with the same id existed, and both are kept. `identical`: the chat
 * already existed. `interrupted`: its answer was being written when it was exported, and ends there. For files from
 * other applications: `unreadable` chats, how many times content was lost, and `isCut` (the file ends too early, after
 * the imported chats). `isStopped`: stopped before the end; what was added is kept.
 */
export type ImportCounts = {
  added: number;
  copied: number;
  identical: number;
  interrupted: number;
  unreadable: number;
  lost: Partial<Record<Loss, number>>;
  isCut: boolean;
  isStopped: boolean;
};

export type ImportResult =
  | { type: 'imported'; counts: ImportCounts }
  | { type: 'refused'; problem: ImportProblem }
  | { type: 'not-stored'; failure: StorageFailure };

/** Ids of a file's threads that the user has named, archived and pinned. */
export type ThreadMarks = { named: readonly string[]; archived: readonly string[]; pinned: readonly string[] };

/**
 * `onProgress` gets the progress, from 0 to 1. `signal` stops between two chats. `marks` apply to threads that are
 * added under their own id. `finish` is part of the import and gets the ids that the file's threads now have; if it
 * fails, the added threads are removed again. `withProject`: accepts files with a project. `isOwn`: the file proves
 * that this user wrote it, so that the words of its questions still count as the user's.
 */
export type ImportOptions = {
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  marks?: ThreadMarks;
  finish?: (threadIds: readonly string[]) => Promise<void>;
  withProject?: boolean;
  isOwn?: boolean;
};

/** Minimum rows or bytes of a file per transaction: few enough that other windows hardly wait. */
const BATCH_ROWS = 2_000;
const BATCH_BYTES = 8_000_000;

/** Batches after which the segments of the search index are merged. */
const BATCHES_PER_MERGE = 8;

/** The share of the total time that checking a file takes. Measured by `npm run import-speed`. */
const CHECKING_SHARE = 0.04;

/**
 * Adds the threads of an export file, from Sidenote or another application. Changes nothing that exists, and acts on
 * nothing in the file. The whole file is checked before the first write, and each chat is written completely or not at
 * all. If storage runs out, the added chats are removed again. A file can be imported again, for example after the
 * import was stopped or the page was closed: threads that already exist are skipped. The page stays responsive during
 * the import.
 */
export async function importThreads(db: SidenoteDb, file: Blob, options: ImportOptions = {}): Promise<ImportResult> {
  const {
    onProgress = () => undefined,
    signal,
    marks = NO_MARKS,
    finish,
    withProject = false,
    isOwn = false,
  } = options;
  const placedIds: string[] = [];
  const addedIds: string[] = [];
  const pause = createPauser();
  const share = ({ bytesRead }: ImportItem) => bytesRead / Math.max(1, file.size);
  try {
    await refuseFilesWithoutChats(file);
    const itemTypes = new Set<ImportItem['type']>();
    for await (const item of readItems(file, withProject)) {
      await pause();
      if (signal?.aborted) return { type: 'imported', counts: { ...createImportCounts(), isStopped: true } };
      itemTypes.add(item.type);
      onProgress(share(item) * CHECKING_SHARE);
    }
    await refuseWithoutChats(file, itemTypes);
    // Threads that were just deleted may be in the file, so they are purged first.
    await purgeDeleted(db);
    const onItem = async (item: ImportItem) => {
      onProgress(CHECKING_SHARE + share(item) * (1 - CHECKING_SHARE));
      await pause();
    };
    const counts = await addItems(db, readItems(file, withProject), {
      added: addedIds,
      placed: placedIds,
      signal,
      marks,
      isOwn,
      onItem,
    });
    await finish?.(placedIds);
    return { type: 'imported', counts };
  } catch (error) {
    await deleteAdded(db, addedIds);
    if (error instanceof ImportRefused) return { type: 'refused', problem: error.problem };
    if (error instanceof NotTextError) return { type: 'refused', problem: { code: 'not-text' } };
    const failure = findStorageFailure(error);
    if (failure === null) throw error;
    return { type: 'not-stored', failure };
  }
}

const NO_MARKS: ThreadMarks = { named: [], archived: [], pinned: [] };

/** Threads per transaction when an import is undone. */
const UNDONE_AT_ONCE = 100;

async function deleteAdded(db: SidenoteDb, threadIds: readonly string[]): Promise<void> {
  for (let at = 0; at < threadIds.length; at += UNDONE_AT_ONCE) {
    await deleteThreads(db, threadIds.slice(at, at + UNDONE_AT_ONCE));
  }
  const addedIds = new Set(threadIds);
  for (const threadId of await threadIdsIn(db, 'pinned-threads')) {
    if (addedIds.has(threadId)) await listThread(db, 'pinned-threads', threadId, false);
  }
}

export function createImportCounts(): ImportCounts {
  return {
    added: 0,
    copied: 0,
    identical: 0,
    interrupted: 0,
    unreadable: 0,
    lost: {},
    isCut: false,
    isStopped: false,
  };
}

type Adding = {
  added: string[];
  placed: string[];
  signal: AbortSignal | undefined;
  marks: ThreadMarks;
  isOwn: boolean;
  onItem: (item: ImportItem) => Promise<void>;
};

async function addItems(
  db: SidenoteDb,
  items: AsyncGenerator<ImportItem>,
  { added, placed, signal, marks, isOwn, onItem }: Adding,
): Promise<ImportCounts> {
  const counts = createImportCounts();
  let batches = 0;
  const write = async (arrivals: readonly Arrival[]) => {
    for (const { type, threadId, arrival } of await addThreads(db, arrivals, marks)) {
      counts[type]++;
      placed.push(threadId);
      if (type === 'identical') continue;
      added.push(threadId);
      if (arrival.wasOpen) counts.interrupted++;
      for (const loss of arrival.lost) counts.lost[loss] = (counts.lost[loss] ?? 0) + 1;
    }
    if (++batches % BATCHES_PER_MERGE === 0) await mergeSegments(db);
  };
  let batch: Arrival[] = [];
  let rows = 0;
  let start = 0;
  // One batch is written while the next one is read.
  let writing = Promise.resolve();
  const writeBatch = async () => {
    await writing;
    if (batch.length > 0) writing = write(batch);
    batch = [];
    rows = 0;
  };
  try {
    for await (const item of items) {
      if (signal?.aborted) {
        counts.isStopped = true;
        break;
      }
      if (item.type === 'unreadable') counts.unreadable++;
      if (item.type === 'cut') counts.isCut = true;
      if (item.type === 'thread') {
        // Computed here, because a transaction ends when it waits for anything but the database.
        batch.push(await prepareArrival(item, isOwn));
        rows += item.thread.events.length;
      }
      if (rows >= BATCH_ROWS || item.bytesRead - start >= BATCH_BYTES) {
        await writeBatch();
        start = item.bytesRead;
      }
      await onItem(item);
    }
    await writeBatch();
  } finally {
    // Also awaited after a failed read, so that the caller knows everything that was added.
    await writing;
  }
  await mergeSegments(db);
  return counts;
}

/**
 * A thread from a file with all runs ended, and the id it gets if its own is taken. The same content gets the same id.
 */
type Arrival = { thread: ExportedThread; lost: readonly Loss[]; wasOpen: boolean; copyId: string };

async function prepareArrival(
  { thread: exported, lost }: Extract<ImportItem, { type: 'thread' }>,
  isOwn: boolean,
): Promise<Arrival> {
  const events = closed(asRows(exported.threadId, exported.events));
  const copyId = await deriveCopyId(JSON.stringify({ ...exported, events }));
  const threadId = isOpinionId(exported.threadId) ? copyId : exported.threadId;
  const thread = { ...exported, threadId, events: isOwn ? events : marked(events) };
  return { thread, lost, wasOpen: events.length > exported.events.length, copyId };
}

/** Derives an id for imported content whose own id is taken. The same content gets the same id. */
export async function deriveCopyId(content: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content));
  return `copy-${[...new Uint8Array(hash, 0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

type Outcome = { type: 'added' | 'copied' | 'identical'; threadId: string; arrival: Arrival };

/** Adds threads in one transaction. */
function addThreads(db: SidenoteDb, arrivals: readonly Arrival[], marks: ThreadMarks): Promise<Outcome[]> {
  return db.transaction('rw', [db.events, db.threads, db.chores, ...indexTables(db)], async () => {
    const ids = [...new Set(arrivals.flatMap(({ thread, copyId }) => [thread.threadId, copyId]))];
    const existingIds = (await db.threads.bulkGet(ids)).flatMap((row) => row?.threadId ?? []);
    const rows = await Promise.all(existingIds.map((threadId) => storedRows(db, threadId)));
    const here = new Map(existingIds.map((threadId, index) => [threadId, closed(rows[index] ?? [])]));
    const newThreads: ExportedThread[] = [];
    const outcomes = arrivals.map((arrival): Outcome => {
      const outcome = place(arrival, here);
      if (outcome.type !== 'identical') {
        newThreads.push({ ...arrival.thread, threadId: outcome.threadId });
        // The file may contain a thread twice.
        here.set(outcome.threadId, arrival.thread.events);
      }
      return outcome;
    });
    if (newThreads.length === 0) return outcomes;
    await putThreads(db, newThreads);
    const own = new Set(outcomes.flatMap(({ type, threadId }) => (type === 'added' ? [threadId] : [])));
    await markThreads(db, marks, own);
    return outcomes;
  });
}

/** The id under which a thread is added, given the rows of existing threads. */
function place(arrival: Arrival, here: ReadonlyMap<string, readonly ExportedRow[]>): Outcome {
  const { thread, copyId } = arrival;
  for (const threadId of [thread.threadId, copyId]) {
    const there = here.get(threadId);
    if (there === undefined) return { type: threadId === copyId ? 'copied' : 'added', threadId, arrival };
    if (serializeRows(there) === serializeRows(thread.events)) return { type: 'identical', threadId, arrival };
  }
  return { type: 'identical', threadId: copyId, arrival };
}

/**
 * Rows in which every run has ended, without rules: permissions that the user granted in a chat are not imported. If an
 * end had to be inserted, the rows are renumbered.
 */
function closed(rows: readonly LoggedEvent[]): ExportedRow[] {
  const repaired = repairedRows(rows, '').rows.filter(({ event }) => event.type !== 'rule-add');
  const isWhole = repaired.every(({ seq }) => Number.isInteger(seq));
  return repaired.map(({ seq, at, event }, index) => ({ seq: isWhole ? seq : index + 1, at, event }));
}

/** Marks the rows as coming from a file. */
function marked(rows: readonly ExportedRow[]): ExportedRow[] {
  const last = rows.at(-1);
  return last === undefined ? [] : [...rows, { seq: last.seq + 1, at: last.at, event: { type: 'chat-import' } }];
}

/** Rows as text for comparison: fields in a fixed order, without those that an import ignores or adds. */
function serializeRows(rows: readonly ExportedRow[]): string {
  const own = rows.filter(({ event }) => event.type !== 'chat-import');
  return JSON.stringify(own.map((row) => ExportedRow.parse(row)));
}

async function putThreads(db: SidenoteDb, threads: readonly ExportedThread[]): Promise<void> {
  const all: LoggedEvent[] = [];
  const rows: ThreadRow[] = [];
  const texts: ThreadTexts[] = [];
  for (const { threadId, title, createdAt, updatedAt, events } of threads) {
    const ofThread = asRows(threadId, events);
    const folded = ofThread.reduce(foldThreadRow, newThreadRow(threadId, createdAt));
    rows.push({ ...folded, title: title === '' ? folded.title : title, createdAt, updatedAt });
    texts.push({ threadId, texts: messageTexts(ofThread) });
    for (const row of ofThread) all.push(row);
  }
  await db.threads.bulkAdd(rows);
  await addRows(db.events, all);
  await addTextsOfThreads(db, texts);
}

async function markThreads(db: SidenoteDb, marks: ThreadMarks, threadIds: ReadonlySet<string>): Promise<void> {
  const ofThese = (ids: readonly string[]) => ids.filter((threadId) => threadIds.has(threadId));
  for (const threadId of ofThese(marks.named)) await db.threads.update(threadId, { isNamed: true });
  for (const threadId of ofThese(marks.archived)) await db.threads.update(threadId, { isArchived: true });
  for (const threadId of ofThese(marks.pinned)) await listThread(db, 'pinned-threads', threadId, true);
}

function asRows(threadId: string, events: readonly ExportedRow[]): LoggedEvent[] {
  return events.map((row) => ({ threadId, ...row }));
}
