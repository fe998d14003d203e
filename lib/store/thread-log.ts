import { compact } from '../engine/compact.ts';
import type { LoggedEvent, ThreadEvent } from '../protocol/event.ts';
import { RunConflictError, type ThreadLog } from '../protocol/thread-log.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';

/** A new chat is named after its first question. In characters. */
const TITLE_LENGTH = 80;

/**
 * The log in IndexedDB, and the only writer of events. An append is one transaction with the thread's row: both or
 * neither. When a run ends, its rows are compacted in that same transaction.
 */
export function createThreadLog(db: SidenoteDb, now: () => number): ThreadLog {
  return {
    read: (threadId, after = 0) => readRows(db, threadId, after),
    append: (threadId, events, openRunId) =>
      db.transaction('rw', db.events, db.threads, async () => {
        const at = now();
        const thread = (await db.threads.get(threadId)) ?? newThread(threadId, at);
        const actual = thread.openRunId === '' ? null : thread.openRunId;
        if (actual !== openRunId) throw new RunConflictError(openRunId, actual);
        const rows = events.map((event, index) => ({ threadId, seq: thread.lastSeq + index + 1, at, event }));
        await db.events.bulkAdd(rows);
        await db.threads.put(rows.reduce(foldRow, thread));
        if (events.some((event) => event.type === 'run-end')) await compactRun(db, threadId);
        return rows;
      }),
  };
}

/** Rows with `seq > after`, in order. */
export function readRows(db: SidenoteDb, threadId: string, after: number): Promise<LoggedEvent[]> {
  return db.events.where('[threadId+seq]').between([threadId, after], [threadId, Infinity], false).toArray();
}

function newThread(threadId: string, at: number): ThreadRow {
  return { threadId, title: '', createdAt: at, updatedAt: at, lastSeq: 0, openRunId: '' };
}

function foldRow(thread: ThreadRow, row: LoggedEvent): ThreadRow {
  const next = { ...thread, lastSeq: row.seq, updatedAt: row.at };
  return { ...next, ...changeBy(row.event, thread) };
}

function changeBy(event: ThreadEvent, thread: ThreadRow): Partial<ThreadRow> {
  switch (event.type) {
    case 'user-message':
      return thread.title === '' ? { title: titleOf(event.content) } : {};
    case 'run-start':
      return { openRunId: event.runId };
    case 'run-end':
      return { openRunId: '' };
    default:
      return {};
  }
}

function titleOf(content: string): string {
  const line = content.trim().split('\n', 1)[0] ?? '';
  return line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH - 1)}…` : line;
}

/** The rows from the last run's start on, which a run-end has just closed. */
async function compactRun(db: SidenoteDb, threadId: string): Promise<void> {
  const rows: LoggedEvent[] = [];
  await db.events
    .where('[threadId+seq]')
    .between([threadId, 0], [threadId, Infinity])
    .reverse()
    .until((row) => row.event.type === 'run-start')
    .each((row) => rows.push(row));
  const before = rows.reverse();
  const after = compact(before);
  const kept = new Set(after.map((row) => row.seq));
  await db.events.bulkDelete(before.filter((row) => !kept.has(row.seq)).map((row) => [threadId, row.seq]));
  await db.events.bulkPut(after);
}
