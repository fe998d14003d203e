import { reduceAll } from '../engine/reduce.ts';
import { emptyThread } from '../protocol/thread.ts';
import type { SidenoteDb, TextRow, ThreadRow } from './db.ts';
import { textOf } from './message-texts.ts';
import { readableRows } from './readable-rows.ts';
import { fits, type SearchTerm, searchTerms } from './search-words.ts';
import { type Snippet, snippetOf } from './snippet.ts';

/** A thread in which something was found: the newest message of it that has all the words. */
export type SearchHit = { thread: ThreadRow; messageId: string; snippet: Snippet };

/** A term with more messages than this narrows nothing down; those that have it are then met soon by looking through. */
const COMMON = 20_000;

/** Messages looked through for one search, at most; bounds the time of a search whose words are common but never meet. */
const MOST_LOOKED_AT = 3_000;

const BATCH = 250;

/**
 * The `limit` threads with the newest messages that contain every word of the query, newest first. The last word may be
 * unfinished. Throws when `signal` is aborted.
 */
export async function searchThreads(
  db: SidenoteDb,
  query: string,
  limit: number,
  signal: AbortSignal,
): Promise<SearchHit[]> {
  const terms = searchTerms(query);
  if (terms.length === 0) return [];
  const newest = new Map<string, TextRow>();
  for await (const batch of candidates(db, terms, signal)) {
    for (const row of batch) {
      if (newest.size === limit) break;
      if (!newest.has(row.threadId) && terms.every((term) => fits(row.words, term))) newest.set(row.threadId, row);
    }
    if (newest.size === limit) break;
  }
  signal.throwIfAborted();
  const hits = await Promise.all([...newest.values()].map((row) => hitOf(db, row, terms)));
  return hits.filter((hit) => hit !== null);
}

/** Messages that may have all the words, newest first, in batches. */
async function* candidates(db: SidenoteDb, terms: readonly SearchTerm[], signal: AbortSignal) {
  const lists = await Promise.all(terms.map((term) => idsWith(db, term)));
  signal.throwIfAborted();
  const rare = lists.filter((list) => list !== null).toSorted((first, second) => first.length - second.length);
  const [rarest, ...others] = rare;
  if (rarest === undefined) {
    yield* newestTexts(db, signal);
    return;
  }
  const sets = others.map((list) => new Set(list));
  const ids = rarest.filter((id) => sets.every((set) => set.has(id)));
  for (let from = 0; from < Math.min(ids.length, MOST_LOOKED_AT); from += BATCH) {
    const rows = await db.texts.bulkGet(ids.slice(from, from + BATCH));
    signal.throwIfAborted();
    yield rows.filter((row) => row !== undefined);
  }
}

/** The ids of all messages with a term, newest first; null where there are too many to be of use. */
async function idsWith(db: SidenoteDb, { word, isPrefix }: SearchTerm): Promise<number[] | null> {
  const index = db.texts.where('words');
  const range = isPrefix ? index.startsWith(word) : index.equals(word);
  const ids = await range.limit(COMMON + 1).primaryKeys();
  if (ids.length > COMMON) return null;
  return [...new Set(ids)].sort((first, second) => first - second);
}

async function* newestTexts(db: SidenoteDb, signal: AbortSignal) {
  let after = -Infinity;
  for (let seen = 0; seen < MOST_LOOKED_AT; seen += BATCH) {
    const rows = await db.texts.where('id').above(after).limit(BATCH).toArray();
    signal.throwIfAborted();
    yield rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** null where the thread has just been deleted. */
async function hitOf(db: SidenoteDb, row: TextRow, terms: readonly SearchTerm[]): Promise<SearchHit | null> {
  const { threadId, messageId, firstSeq, lastSeq } = row;
  const [thread, stored] = await Promise.all([
    db.threads.get(threadId),
    db.events.where('[threadId+seq]').between([threadId, firstSeq], [threadId, lastSeq], true, true).toArray(),
  ]);
  if (thread === undefined) return null;
  const [message] = reduceAll(emptyThread(threadId), readableRows(stored).rows).messages;
  const text = message?.role === 'user' ? message.content : message ? textOf(message) : '';
  return { thread, messageId, snippet: snippetOf(text, terms) };
}
