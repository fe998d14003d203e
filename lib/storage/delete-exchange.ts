import { exchangeIds, reduceAll } from '../agent/index.ts';
import { emptyThread, type LoggedEvent, type ThreadEvent } from '../contracts/index.ts';
import type { SidenoteDb, ThreadRow } from './db.ts';
import { readableRows, storedRows } from './read-thread.ts';
import { removeTexts } from './text-index.ts';
import { titleOf } from './thread-row.ts';

/**
 * Permanently deletes the rows of a question and its answers, in the caller's transaction over events and the search index. Returns the
 * title of the rest, and the events that keep the same branch selected where other rows referred to deleted ones.
 */
export async function deleteExchange(
  db: SidenoteDb,
  { threadId, title }: ThreadRow,
  messageId: string,
): Promise<{ title: string; restored: ThreadEvent[] }> {
  const { rows } = readableRows(await storedRows(db, threadId));
  const before = reduceAll(emptyThread(threadId), rows);
  const ids = exchangeIds(before, messageId);
  const doomed = new Set(rowsOf(rows, ids));
  await db.events.bulkDelete([...doomed].map((row) => [threadId, row.seq]));
  await removeTexts(db, [threadId], ids);

  const kept = rows.filter((row) => !doomed.has(row));
  const after = reduceAll(emptyThread(threadId), kept);
  const wanted =
    before.messages.findLast((message) => !ids.has(message.messageId))?.messageId ??
    after.forks.find((fork) => fork.after === null)?.tails.findLast((tail) => tail.length > 0)?.[0]?.messageId;
  const isShown = wanted === undefined || after.messages.some((message) => message.messageId === wanted);
  const question = before.messages.find((message) => message.messageId === messageId);
  const wasNamedAfter = question?.role === 'user' && titleOf(question) === title;
  const first = kept.find(({ event }) => event.type === 'user-message')?.event;
  const nextTitle = first?.type === 'user-message' ? titleOf(first) : '';
  return {
    title: wasNamedAfter ? nextTitle : title,
    restored: isShown ? [] : [{ type: 'branch-select', messageId: wanted }],
  };
}

/** Events that may lie between those of a run and do not belong to it. */
const OF_THE_CHAT: ReadonlySet<ThreadEvent['type']> = new Set(['secrets-reveal', 'rule-add', 'rule-remove']);

/** The rows of these messages: a question has one row, a run extends from its start to its end. */
function rowsOf(rows: readonly LoggedEvent[], ids: ReadonlySet<string>): LoggedEvent[] {
  let isInside = false;
  return rows.filter(({ event }) => {
    if (event.type === 'user-message') return ids.has(event.messageId);
    if (event.type === 'run-start') isInside = ids.has(event.runId);
    const isTheirs = isInside && !OF_THE_CHAT.has(event.type);
    if (event.type === 'run-end') isInside = false;
    return isTheirs;
  });
}
