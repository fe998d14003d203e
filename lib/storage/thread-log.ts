import type { Table } from 'dexie';
import { compactLog, exchangeIds, reduceAll } from '../agent/index.ts';
import {
  emptyThread,
  isOpinionId,
  type LoggedEvent,
  type Message,
  RunConflictError,
  TakenOverError,
  type ThreadEvent,
  type ThreadLog,
  type ThreadState,
  toChatId,
} from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { adoptOpinion } from './opinions.ts';
import { readableRows, readRows, readWithHistory, storedRows } from './read-thread.ts';
import { deleteReceipts, receiptTables } from './receipts.ts';
import { addTexts, indexTables, messageTexts, removeTexts } from './text-index.ts';
import { deriveChatTitle, foldThreadRow, newThreadRow } from './thread-row.ts';

/**
 * The log in IndexedDB, and the only writer of events (besides the import of whole threads). An append is one
 * transaction with the thread's row and the search index. When a run ends, its rows are compacted in the same
 * transaction.
 */
export function createDatabaseThreadLog(db: SidenoteDb, now: () => number): ThreadLog {
  return {
    read: async (threadId, after = 0) =>
      after === 0 ? (await readWithHistory(db, threadId)).rows : readRows(db, threadId, after),
    append: (threadId, events, openRunId, fence) =>
      db.transaction('rw', [db.events, db.threads, ...listAffectedTables(db, events)], async () => {
        const at = now();
        const thread = (await db.threads.get(threadId)) ?? newThreadRow(threadId, at);
        if (fence !== undefined && fence !== (thread.fence ?? 0)) throw new TakenOverError(threadId);
        await expectOpenRun(db, threadId, openRunId, thread.openRunId === '' ? null : thread.openRunId);
        const { title, restored } = await deleteExchanges(db, thread, events);
        const all = [...events, ...restored];
        const rows = all.map((event, index) => ({ threadId, seq: thread.lastSeq + index + 1, at, event }));
        await db.events.bulkAdd(rows);
        await db.threads.put(rows.reduce(foldThreadRow, { ...thread, title }));
        await indexQuestions(db, threadId, rows);
        if (has(events, 'run-end')) {
          await closeRun(db, threadId);
          await adoptOpinion(db, toChatId(threadId));
        }
        return rows;
      }),
    claim: (threadId) =>
      db.transaction('rw', db.threads, async () => {
        const thread = await db.threads.get(threadId);
        // Without an open run there are no writes to protect.
        if (thread === undefined || thread.openRunId === '') return thread?.fence ?? 0;
        const fence = (thread.fence ?? 0) + 1;
        await db.threads.put({ ...thread, fence });
        return fence;
      }),
  };
}

/**
 * Additional tables that an append changes. Only deleting an exchange changes receipts and the segments of the search
 * index, which another transaction may be merging.
 */
function listAffectedTables(db: SidenoteDb, events: readonly ThreadEvent[]): Table[] {
  return has(events, 'exchange-delete') ? [...indexTables(db), ...receiptTables(db)] : [db.texts];
}

function has(events: readonly ThreadEvent[], type: ThreadEvent['type']): boolean {
  return events.some((event) => event.type === type);
}

/** Checks that the run is open according to the thread's row. A run whose start is unreadable is not open. */
async function expectOpenRun(db: SidenoteDb, threadId: string, expectedRunId: string | null, actual: string | null) {
  if (actual === expectedRunId) return;
  if (expectedRunId === null && actual !== null) {
    const { rows } = readableRows(await storedRows(db, threadId));
    if (!rows.some(({ event }) => event.type === 'run-start' && event.runId === actual)) return;
  }
  throw new RunConflictError(expectedRunId, actual);
}

/** Questions are indexed immediately, answers when they have ended. */
async function indexQuestions(db: SidenoteDb, threadId: string, rows: readonly LoggedEvent[]): Promise<void> {
  const questions = rows.filter(({ event }) => event.type === 'user-message');
  if (questions.length > 0) await addTexts(db, threadId, messageTexts(questions));
}

/** Deletes exchanges. Returns the remaining title, and the events needed to keep the same branch selected. */
async function deleteExchanges(
  db: SidenoteDb,
  thread: ThreadRow,
  events: readonly ThreadEvent[],
): Promise<{ title: string; restored: ThreadEvent[] }> {
  let outcome = { title: thread.title, restored: [] as ThreadEvent[] };
  for (const event of events) {
    if (event.type === 'exchange-delete')
      outcome = await deleteExchange(db, { ...thread, ...outcome }, event.messageId);
  }
  return outcome;
}

/** Compacts and indexes the run that has just ended: the rows from the start of the last run on. */
async function closeRun(db: SidenoteDb, threadId: string): Promise<void> {
  const runRows: LoggedEvent[] = [];
  await db.events
    .where('[threadId+seq]')
    .between([threadId, 0], [threadId, Infinity])
    .reverse()
    // An unreadable row may have any form, possibly without a type.
    .until((row) => row.event?.type === 'run-start', true)
    .each((row) => runRows.push(row));
  const before = readableRows(runRows.reverse()).rows;
  const after = compactLog(before);
  const compactSeqs = new Set(after.map((row) => row.seq));
  await db.events.bulkDelete(before.filter((row) => !compactSeqs.has(row.seq)).map((row) => [threadId, row.seq]));
  await db.events.bulkPut(after);
  // Search finds a second opinion once it has become part of its chat.
  if (!isOpinionId(threadId)) await addTexts(db, threadId, messageTexts(after));
}

/**
 * Permanently deletes the rows of a question and its answers, in the caller's transaction over events and the search
 * index. Returns the title of the remaining chat, and the event that selects another branch if nothing remains of the
 * selected one.
 */
async function deleteExchange(
  db: SidenoteDb,
  { threadId, title }: ThreadRow,
  messageId: string,
): Promise<{ title: string; restored: ThreadEvent[] }> {
  const { rows } = readableRows(await storedRows(db, threadId));
  const before = reduceAll(emptyThread(threadId), rows);
  const ids = exchangeIds(before, messageId);
  const { doomed, changed, after } = withoutMessages(threadId, rows, ids);
  await db.events.bulkDelete([...doomed].map((row) => [threadId, row.seq]));
  await db.events.bulkPut(changed);
  await removeTexts(db, [threadId], ids);
  await deleteReceipts(db, threadId, ids);

  const end = after.messages.at(-1)?.messageId ?? null;
  const others = after.forks.find((fork) => fork.after === end)?.tails.findLast((tail) => tail.length > 0);
  const question = before.messages.find((message) => message.messageId === messageId);
  const wasNamedAfter = question?.role === 'user' && deriveChatTitle(question) === title;
  const first = rows.find((row) => row.event.type === 'user-message' && !doomed.has(row))?.event;
  const nextTitle = first?.type === 'user-message' ? deriveChatTitle(first) : '';
  return {
    title: wasNamedAfter ? nextTitle : title,
    restored: others?.[0] === undefined ? [] : [{ type: 'branch-select', messageId: others[0].messageId }],
  };
}

/**
 * The rows to delete and to write so that these messages are removed and every other message keeps its place in its
 * branch, and the resulting thread. A row that begins or selects a branch at one of them is rewritten for another
 * message.
 */
function withoutMessages(threadId: string, rows: readonly LoggedEvent[], ids: ReadonlySet<string>) {
  const doomed = new Set(selectMessageRows(rows, ids));
  const changedRows: LoggedEvent[] = [];
  let [before, after] = [emptyThread(threadId), emptyThread(threadId)];
  for (const row of rows) {
    before = reduceAll(before, [row]);
    if (doomed.has(row)) continue;
    const { event } = row;
    let newRows: LoggedEvent[] = [row];
    if ((event.type === 'thread-truncate' || event.type === 'branch-select') && ids.has(event.messageId)) {
      const remainingMessages = before.messages.filter((message) => !ids.has(message.messageId));
      newRows = eventsThatShow(after, remainingMessages).map((instead) => ({ ...row, event: instead }));
      doomed.add(row);
      changedRows.push(...newRows);
    }
    after = reduceAll(after, newRows);
  }
  return { doomed, changed: changedRows, after };
}

/** At most one event, which makes the thread show exactly these of its messages. */
function eventsThatShow(thread: ThreadState, messages: readonly Message[]): ThreadEvent[] {
  const { threadId, seq } = thread;
  const last = messages.at(-1)?.messageId ?? '';
  if (last === (thread.messages.at(-1)?.messageId ?? '')) return [];
  const event: ThreadEvent = { type: 'branch-select', messageId: last };
  const next = reduceAll(thread, [{ threadId, seq: seq + 1, at: 0, event }]).messages[messages.length];
  return [next === undefined ? event : { type: 'thread-truncate', messageId: next.messageId }];
}

/** Events that may be between those of a run without belonging to it. */
const OF_THE_CHAT: ReadonlySet<ThreadEvent['type']> = new Set(['secrets-reveal', 'rule-add', 'rule-remove']);

/** The rows of these messages: a question has one row, and a run extends from its start to its end. */
function selectMessageRows(rows: readonly LoggedEvent[], ids: ReadonlySet<string>): LoggedEvent[] {
  let isInside = false;
  return rows.filter(({ event }) => {
    if (event.type === 'user-message') return ids.has(event.messageId);
    if (event.type === 'run-start') isInside = ids.has(event.runId);
    const isTheirs = isInside && !OF_THE_CHAT.has(event.type);
    if (event.type === 'run-end') isInside = false;
    return isTheirs;
  });
}
