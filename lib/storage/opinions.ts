import { adoptionEvents, reduceAll } from '../agent/index.ts';
import {
  type EventOf,
  emptyThread,
  type LoggedEvent,
  RunConflictError,
  type ThreadEvent,
  toOpinionId,
} from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { readableRows, storedRows } from './read-thread.ts';
import { addTexts, messageTexts } from './text-index.ts';
import { foldThreadRow, newThreadRow } from './thread-row.ts';

/**
 * Stores the start of a second opinion, numbered as if it followed the question directly. Rejects with RunConflictError
 * if another one is being written in the chat, or the question was deleted.
 */
export function storeOpinion(db: SidenoteDb, chatId: string, start: EventOf<'run-start'>, at: number): Promise<void> {
  const threadId = toOpinionId(chatId);
  return db.transaction('rw', db.events, db.threads, async () => {
    const opinion = await db.threads.get(threadId);
    if (opinion !== undefined) return storeNextOpinion(db, opinion, start, at);
    const { rows } = readableRows(await storedRows(db, chatId));
    const question = rows.find(({ event }) => event.type === 'user-message' && event.messageId === start.messageId);
    if (question === undefined) throw new RunConflictError(start.messageId, null);
    const row: LoggedEvent = { threadId, seq: question.seq + 1, at, event: start };
    await db.events.add(row);
    await db.threads.put(foldThreadRow(newThreadRow(threadId, at), row));
  });
}

/**
 * Stores the start of another second opinion to the same question, while the first answer is still being written. The
 * one before has ended, mostly with an error, and becomes a version of it.
 */
async function storeNextOpinion(
  db: SidenoteDb,
  opinion: ThreadRow,
  start: EventOf<'run-start'>,
  at: number,
): Promise<void> {
  const { threadId, openRunId, lastSeq } = opinion;
  const { rows } = readableRows(await storedRows(db, threadId));
  const previous = rows.findLast(({ event }) => event.type === 'run-start')?.event;
  if (openRunId !== '' || previous?.type !== 'run-start' || previous.messageId !== start.messageId)
    throw new RunConflictError(null, openRunId);
  const events: ThreadEvent[] = [{ type: 'thread-truncate', messageId: previous.runId }, start];
  const newRows = events.map((event, index) => ({ threadId, seq: lastSeq + index + 1, at, event }));
  await db.events.bulkAdd(newRows);
  await db.threads.put(newRows.reduce(foldThreadRow, opinion));
}

/** Whether a second opinion of a chat is being written, or is waiting for the first answer to end. */
export async function hasOpenOpinion(db: SidenoteDb, chatId: string): Promise<boolean> {
  return (await db.threads.get(toOpinionId(chatId))) !== undefined;
}

/**
 * Moves the second opinion of a chat into the chat, as a version of the answer, if both have ended. Runs in the
 * caller's transaction over events, threads and texts. Numbers that either thread has used are not used again, so that
 * observers notice the change.
 */
export async function adoptOpinion(db: SidenoteDb, chatId: string): Promise<void> {
  const threadId = toOpinionId(chatId);
  const opinion = await db.threads.get(threadId);
  if (opinion === undefined || opinion.openRunId !== '') return;
  const chat = await db.threads.get(chatId);
  if (chat !== undefined && chat.openRunId !== '') return;
  const { rows } = readableRows(await storedRows(db, threadId));
  await db.events.where('[threadId+seq]').between([threadId, 0], [threadId, Infinity]).delete();
  await db.threads.delete(threadId);
  const start = rows[0]?.event;
  if (chat === undefined || start?.type !== 'run-start') return;
  const lastSeq = Math.max(chat.lastSeq, opinion.lastSeq);
  const state = reduceAll(emptyThread(chatId), readableRows(await storedRows(db, chatId)).rows);
  const around = adoptionEvents(state, start.messageId);
  const { updatedAt } = chat;
  const toRow = (event: LoggedEvent['event']) => ({ at: updatedAt, event });
  const moved = around === null ? [] : [...around.before.map(toRow), ...rows, ...around.after.map(toRow)];
  const newRows = moved.map(({ at, event }, index) => ({ threadId: chatId, seq: lastSeq + index + 1, at, event }));
  await db.events.bulkAdd(newRows);
  await db.threads.put({ ...newRows.reduce(foldThreadRow, { ...chat, lastSeq }), updatedAt });
  await addTexts(db, chatId, messageTexts(newRows));
}
