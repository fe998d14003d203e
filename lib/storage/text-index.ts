import Dexie from 'dexie';
import type { SidenoteDb, TextRow } from './db.ts';
import type { MessageText } from './message-texts.ts';
import { indexWords } from './search-words.ts';

/** Later times (from the year 2200) would exceed the exact integers. Milliseconds since 1970. */
const LATEST = 7_258_118_400_000;

/** Texts of the same millisecond get adjacent orders. */
const ORDERS_PER_MS = 1_000;

/** Adds texts to the index, in the caller's transaction. Texts without words are not indexed. */
export async function addTexts(db: SidenoteDb, threadId: string, texts: readonly MessageText[]): Promise<void> {
  const rows = texts.flatMap((text): TextRow[] => {
    const words = indexWords(text.text);
    if (words.length === 0) return [];
    const { messageId, at, firstSeq, lastSeq } = text;
    return [{ order: orderOf(at, lastSeq), threadId, messageId, firstSeq, lastSeq, words }];
  });
  await addAll(db, rows);
}

/** If the key is taken, because a thread has many texts in the same millisecond, the next free one is used. */
async function addAll(db: SidenoteDb, rows: readonly TextRow[]): Promise<void> {
  try {
    await db.texts.bulkAdd(rows);
  } catch (error) {
    if (!(error instanceof Dexie.BulkError)) throw error;
    const failures = Object.entries(error.failuresByPos);
    if (failures.some(([, failure]) => failure.name !== 'ConstraintError')) throw error;
    const clashing = failures.flatMap(([position]) => rows[Number(position)] ?? []);
    await addAll(
      db,
      clashing.map((row) => ({ ...row, order: row.order - 1 })),
    );
  }
}

/** Removes a thread's texts from the index, all or those of some messages, in the caller's transaction. */
export async function removeTexts(db: SidenoteDb, threadId: string, messageIds: ReadonlySet<string> | 'all' = 'all') {
  await db.texts
    .where('threadId')
    .equals(threadId)
    .filter(({ messageId }) => messageIds === 'all' || messageIds.has(messageId))
    .delete();
}

/** The time of a text, in milliseconds since 1970. */
export function timeOf(order: number): number {
  return Math.floor(-order / ORDERS_PER_MS);
}

/** Newer texts get smaller orders. */
function orderOf(at: number, seq: number): number {
  const ms = Math.min(Math.max(Math.trunc(at), 0), LATEST);
  return -(ms * ORDERS_PER_MS + (Math.trunc(seq) % ORDERS_PER_MS));
}
