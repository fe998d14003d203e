import Dexie, { type Table } from 'dexie';
import { reduceAll } from '../agent/index.ts';
import { emptyThread, type LoggedEvent, listTexts, type Message } from '../contracts/index.ts';
import type { SidenoteDb, TextKey, TextRow, ThreadRow } from './db.ts';
import { readableRows, storedRows } from './read-thread.ts';
import { indexWords } from './search-words.ts';
import { addSegment, removeFromSegments } from './word-segments.ts';

/** Later times (from the year 2200) would exceed the range of exact integers. Milliseconds since 1970. */
const LATEST = 7_258_118_400_000;

/** Texts of the same millisecond get adjacent orders. */
const ORDERS_PER_MS = 1_000;

/** Adds texts to the index, in the caller's transaction. Texts without words are not indexed. */
export async function addTexts(db: SidenoteDb, threadId: string, texts: readonly MessageText[]): Promise<void> {
  await addWords(db, textRows({ threadId, texts }));
}

function textRows({ threadId, texts }: ThreadTexts): (TextRow & { words: string[] })[] {
  return texts.flatMap(({ text, messageId, at, firstSeq, lastSeq }) => {
    const words = indexWords(text);
    return words.length === 0
      ? []
      : [{ order: encodeOrder(at, lastSeq), threadId, messageId, firstSeq, lastSeq, words }];
  });
}

/** The texts of one thread. */
export type ThreadTexts = { threadId: string; texts: readonly MessageText[] };

/** Fewer texts than this are indexed word by word, like those of runs. */
const SEGMENT_MINIMUM = 300;

/** Number of rows per request. Between two requests, the page can respond. */
const ROWS_PER_REQUEST = 250;

/**
 * Adds many rows in the caller's transaction. While the browser writes some of them, the page prepares the next ones.
 */
export async function addRows<Row, Key>(table: Table<Row, Key>, rows: readonly Row[]): Promise<void> {
  let request: PromiseLike<unknown> = table.bulkAdd(rows.slice(0, ROWS_PER_REQUEST));
  for (let at = ROWS_PER_REQUEST; at < rows.length; at += ROWS_PER_REQUEST) {
    const next = table.bulkAdd(rows.slice(at, at + ROWS_PER_REQUEST));
    await request;
    request = next;
  }
  await request;
}

/** Adds the texts of new threads to the index, in the caller's transaction. */
export async function addTextsOfThreads(db: SidenoteDb, threads: readonly ThreadTexts[]): Promise<void> {
  const rows = threads.flatMap((thread) => withFreeOrders(textRows(thread)));
  if (rows.length < SEGMENT_MINIMUM) return addWords(db, rows);
  const packed = rows.map(({ words, ...row }) => ({ ...row, packedWords: words.join(WORD_SEPARATOR) }));
  await addRows(db.texts, packed);
  await addSegment(
    db,
    rows.map(({ order, threadId, words }) => ({ key: [order, threadId], words })),
  );
}

/** Gives texts of a new thread that were written in the same millisecond different keys. */
function withFreeOrders<Row extends TextRow>(rows: readonly Row[]): Row[] {
  const usedOrders = new Set<number>();
  return rows.map((row) => {
    let { order } = row;
    while (usedOrders.has(order)) order--;
    usedOrders.add(order);
    return { ...row, order };
  });
}

/** Words contain no line feed. */
const WORD_SEPARATOR = '\n';

/** The words of a message, in either form of the index. */
export function unpackWords({ words, packedWords }: TextRow): readonly string[] {
  return words ?? packedWords?.split(WORD_SEPARATOR) ?? [];
}

/** If the key is taken, because a thread has many texts in the same millisecond, the next free one is used. */
async function addWords(db: SidenoteDb, rows: readonly TextRow[]): Promise<void> {
  try {
    await db.texts.bulkAdd(rows);
  } catch (error) {
    if (!(error instanceof Dexie.BulkError)) throw error;
    const failures = Object.entries(error.failuresByPos);
    if (failures.some(([, failure]) => failure.name !== 'ConstraintError')) throw error;
    const clashing = failures.flatMap(([position]) => rows[Number(position)] ?? []);
    await addWords(
      db,
      clashing.map((row) => ({ ...row, order: row.order - 1 })),
    );
  }
}

/**
 * Removes a thread's texts from the index, either all of them or those of some messages, in the caller's transaction
 * over the index.
 */
export async function removeTexts(
  db: SidenoteDb,
  threadIds: readonly string[],
  messageIds: ReadonlySet<string> | 'all' = 'all',
): Promise<void> {
  const threadTexts = await db.texts.where('threadId').anyOf(threadIds).toArray();
  const rows = threadTexts.filter(({ messageId }) => messageIds === 'all' || messageIds.has(messageId));
  const toKey = ({ order, threadId }: TextRow): TextKey => [order, threadId];
  await db.texts.bulkDelete(rows.map(toKey));
  const inSegments = rows.filter(({ words }) => words === undefined);
  if (inSegments.length > 0) await removeFromSegments(db, inSegments.map(toKey));
}

/** The tables of the search index, for a transaction that changes it. */
export function indexTables(db: SidenoteDb): Table[] {
  return [db.texts, db.wordSegments, db.wordBlocks];
}

/** The time of a text, in milliseconds since 1970. */
export function decodeOrderTime(order: number): number {
  return Math.floor(-order / ORDERS_PER_MS);
}

/** Newer texts get smaller orders. */
function encodeOrder(at: number, seq: number): number {
  const ms = Math.min(Math.max(Math.trunc(at), 0), LATEST);
  return -(ms * ORDERS_PER_MS + (Math.trunc(seq) % ORDERS_PER_MS));
}

/** The text of a message, and the range of its rows. `at` is in milliseconds since 1970. */
type MessageText = { messageId: string; at: number; firstSeq: number; lastSeq: number; text: string };

/**
 * The texts of a thread's messages, in all branches: questions, and answers that have ended. `rows` are readable and in
 * order, and may begin anywhere except within a run.
 */
export function messageTexts(rows: readonly LoggedEvent[]): MessageText[] {
  const texts: MessageText[] = [];
  let run: LoggedEvent[] = [];
  for (const row of rows) {
    const { event, seq, at } = row;
    switch (event.type) {
      case 'user-message':
        texts.push({ messageId: event.messageId, at, firstSeq: seq, lastSeq: seq, text: event.content });
        break;
      case 'run-start':
        run = [row];
        break;
      case 'run-end': {
        const [first] = run;
        if (first) texts.push(answerText(first, [...run, row]));
        run = [];
        break;
      }
      default:
        if (run.length > 0) run.push(row);
    }
  }
  return texts;
}

function answerText({ threadId, seq }: LoggedEvent, rows: LoggedEvent[]): MessageText {
  const [answer] = reduceAll(emptyThread(threadId), rows).messages;
  const last = rows.at(-1);
  return {
    messageId: answer?.messageId ?? '',
    at: last?.at ?? 0,
    firstSeq: seq,
    lastSeq: last?.seq ?? seq,
    text: answer ? getMessageText(answer) : '',
  };
}

/**
 * The message of an index entry, undefined if its rows cannot be read, and its thread. Null if the thread was just
 * deleted.
 */
export async function readMessage(
  db: SidenoteDb,
  { threadId, firstSeq, lastSeq }: TextRow,
): Promise<{ thread: ThreadRow; message: Message | undefined } | null> {
  const [thread, stored] = await Promise.all([
    db.threads.get(threadId),
    db.events.where('[threadId+seq]').between([threadId, firstSeq], [threadId, lastSeq], true, true).toArray(),
  ]);
  if (thread === undefined) return null;
  const [message] = reduceAll(emptyThread(threadId), readableRows(stored).rows).messages;
  return { thread, message };
}

/** The text of a message. For an answer, without reasoning and tool calls. */
export function getMessageText(message: Message): string {
  if (message.role === 'user') return message.content;
  return message.steps
    .flatMap(listTexts)
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Number of threads per transaction: few, so that a run's writes between two batches hardly wait. */
const BATCH = 5;

/**
 * Indexes the texts of all threads from before the upgrade, one batch at a time with `pause` in between. May be killed
 * at any point and called again. Finished batches are kept. Resolves when no threads remain or `signal` is aborted.
 */
export async function indexThreads(db: SidenoteDb, signal: AbortSignal, pause: () => Promise<void>): Promise<void> {
  while (!signal.aborted && (await indexBatch(db))) await pause();
}

/** Whether some threads are not indexed yet. */
export async function isIndexing(db: SidenoteDb): Promise<boolean> {
  return (await db.chores.get('index-texts')) !== undefined;
}

/** Indexes one batch. Resolves to whether there are more. */
function indexBatch(db: SidenoteDb): Promise<boolean> {
  return db.transaction('rw', [db.events, db.threads, db.chores, ...indexTables(db)], async () => {
    const chore = await db.chores.get('index-texts');
    if (chore?.name !== 'index-texts') return false;
    const threadIds = await db.threads.where('threadId').above(chore.afterThreadId).limit(BATCH).primaryKeys();
    const last = threadIds.at(-1);
    if (last === undefined) {
      await db.chores.delete('index-texts');
      return false;
    }
    for (const threadId of threadIds) {
      // Texts of the thread may have been indexed since the upgrade.
      await removeTexts(db, [threadId]);
      await addTexts(db, threadId, messageTexts(readableRows(await storedRows(db, threadId)).rows));
    }
    await db.chores.put({ name: 'index-texts', afterThreadId: last });
    return true;
  });
}
