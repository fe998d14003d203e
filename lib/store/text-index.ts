import Dexie from 'dexie';
import type { SidenoteDb, TextRow } from './db.ts';
import type { MessageText } from './message-texts.ts';
import { indexWords } from './search-words.ts';

/** A time later than this (the year 2200) would make ids that numbers cannot hold exactly. Milliseconds since 1970. */
const LATEST = 7_258_118_400_000;

/** Texts of one millisecond get ids next to each other. */
const IDS_PER_MS = 1_000;

/** Puts texts into the index, in the caller's transaction. Texts without words are not in it. */
export async function addTexts(db: SidenoteDb, threadId: string, texts: readonly MessageText[]): Promise<void> {
  const rows = texts.flatMap((text): TextRow[] => {
    const words = indexWords(text.text);
    if (words.length === 0) return [];
    const { messageId, at, firstSeq, lastSeq } = text;
    return [{ id: textId(at, lastSeq), threadId, messageId, firstSeq, lastSeq, words }];
  });
  await addAll(db, rows);
}

/** Two threads may say something in the same millisecond at the same place; the later one steps aside. */
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
      clashing.map((row) => ({ ...row, id: row.id - 1 })),
    );
  }
}

/** Takes a thread's texts out of the index, or all but those of `kept` messages, in the caller's transaction. */
export async function removeTexts(db: SidenoteDb, threadId: string, kept: ReadonlySet<string> = new Set()) {
  await db.texts
    .where('threadId')
    .equals(threadId)
    .filter(({ messageId }) => !kept.has(messageId))
    .delete();
}

/** The newer, the smaller. */
function textId(at: number, seq: number): number {
  const ms = Math.min(Math.max(Math.trunc(at), 0), LATEST);
  return -(ms * IDS_PER_MS + (Math.trunc(seq) % IDS_PER_MS));
}
