import { isOpinionId, type LoggedEvent, ThreadEvent, toChatId } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** A thread's stored rows, in order. */
export function storedRows(db: SidenoteDb, threadId: string, after = 0): Promise<LoggedEvent[]> {
  return db.events.where('[threadId+seq]').between([threadId, after], [threadId, Infinity], false).toArray();
}

/** All readable rows of a thread, repaired. */
export function readThread(db: SidenoteDb, threadId: string): Promise<ReadableRows> {
  return db.transaction('r', db.events, db.threads, async () => {
    const [stored, thread] = await Promise.all([storedRows(db, threadId), db.threads.get(threadId)]);
    return repairedRows(stored, thread?.openRunId ?? '');
  });
}

/**
 * All readable rows of the conversation in a thread, repaired. Those of a second opinion follow the history of its chat
 * up to the question, whose rows have lower numbers.
 */
export function readWithHistory(db: SidenoteDb, threadId: string): Promise<ReadableRows> {
  if (!isOpinionId(threadId)) return readThread(db, threadId);
  return db.transaction('r', db.events, db.threads, async () => {
    const own = await readThread(db, threadId);
    const [first] = own.rows;
    if (first === undefined) return own;
    const history = repairedRows(await storedRows(db, toChatId(threadId)), '').rows;
    const rows = [...history.filter(({ seq }) => seq < first.seq), ...own.rows];
    return { ...own, rows: rows.map((row) => ({ ...row, threadId })) };
  });
}

/** Readable rows with `seq > after`, in order. */
export async function readRows(db: SidenoteDb, threadId: string, after: number): Promise<LoggedEvent[]> {
  return readableRows(await storedRows(db, threadId, after)).rows;
}

/**
 * The readable rows of a thread, and how many are unreadable because they are damaged or were written by a newer
 * version. `lastSeq`: that of the last row, readable or not; 0 if there is none.
 */
type ReadableRows = { rows: LoggedEvent[]; unreadable: number; lastSeq: number };

/** Removes rows that this version cannot read. Other rows are returned unchanged, including unknown fields. */
export function readableRows(allRows: readonly LoggedEvent[]): ReadableRows {
  const rows = allRows.filter(isReadable);
  return { rows, unreadable: allRows.length - rows.length, lastSeq: allRows.at(-1)?.seq ?? 0 };
}

/** Stored rows normally match their type, but they may be damaged or from another version. */
function isReadable(row: LoggedEvent): boolean {
  return ThreadEvent.safeParse(row.event).success;
}

/**
 * All rows of a thread, repaired: a run whose end is unreadable ends as interrupted if another message follows it, or
 * if `openRunId` (in the thread's row) shows that it is not open. The added end gets a fractional `seq`.
 */
export function repairedRows(allRows: readonly LoggedEvent[], openRunId: string): ReadableRows {
  const { rows, ...counts } = readableRows(allRows);
  const repaired: LoggedEvent[] = [];
  let runId: string | null = null;
  for (const row of rows) {
    const { event } = row;
    const last = repaired.at(-1);
    if (event.type === 'user-message' || event.type === 'run-start') {
      if (runId !== null && last) repaired.push(lostEnd(last));
      runId = event.type === 'run-start' ? event.runId : null;
    } else if (event.type === 'run-end' || event.type === 'thread-truncate') runId = null;
    repaired.push(row);
  }
  const last = repaired.at(-1);
  if (runId !== null && runId !== openRunId && last) repaired.push(lostEnd(last));
  return { rows: repaired, ...counts };
}

function lostEnd({ threadId, seq, at }: LoggedEvent): LoggedEvent {
  const stats = { ms: 0, steps: 0, toolCalls: 0 };
  return {
    threadId,
    seq: seq + 0.5,
    at,
    event: { type: 'run-end', outcome: { type: 'incomplete', reason: 'interrupted' }, stats },
  };
}
