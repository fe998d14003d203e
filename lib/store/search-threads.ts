import { reduceAll } from '../engine/reduce.ts';
import { emptyThread } from '../protocol/thread.ts';
import type { SidenoteDb, TextRow, ThreadRow } from './db.ts';
import { textOf } from './message-texts.ts';
import { readableRows } from './readable-rows.ts';
import { fits, type SearchTerm, searchTerms } from './search-words.ts';
import { type Snippet, snippetOf } from './snippet.ts';

/** A thread in which something was found: the newest message of it that has all the words. */
export type SearchHit = { thread: ThreadRow; messageId: string; snippet: Snippet };

/** Index entries that are read for a term at most, since reading them takes time. */
const MOST_ENTRIES = 2_000;

/** Messages looked through for one search, at most; bounds the time of a search whose words are common but never meet. */
const MOST_LOOKED_AT = 3_000;

/** Messages that are loaded in one go: few at first, since the first ones mostly fit. */
const FIRST_BATCH = 64;
const BATCH = 512;

/**
 * The `limit` threads with the newest messages that contain every word of the query, newest first. The last word may be
 * unfinished; of a beginning that very many words share, some are found, and more as it is typed on. Throws when `signal` is
 * aborted.
 */
export function searchThreads(db: SidenoteDb, query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
  const terms = searchTerms(query);
  if (terms.length === 0) return Promise.resolve([]);
  // One transaction: beginning one costs more than most requests in it.
  return db.transaction('r', db.texts, db.threads, db.events, async () => {
    const ids = await idsWithAll(db, terms);
    signal.throwIfAborted();
    const rows = await newestFitting(db, ids, terms, limit, signal);
    const hits = await Promise.all(rows.map((row) => hitOf(db, row, terms)));
    signal.throwIfAborted();
    return hits.filter((hit) => hit !== null);
  });
}

/** The newest message of each thread that fits, of `ids`, until there are `limit`. */
async function newestFitting(
  db: SidenoteDb,
  ids: readonly number[],
  terms: readonly SearchTerm[],
  limit: number,
  signal: AbortSignal,
): Promise<TextRow[]> {
  const found = new Map<string, TextRow>();
  const last = Math.min(ids.length, MOST_LOOKED_AT);
  for (let from = 0, size = FIRST_BATCH; from < last && found.size < limit; from += size, size = BATCH) {
    const rows = await db.texts.bulkGet(ids.slice(from, Math.min(from + size, last)));
    signal.throwIfAborted();
    for (const row of rows) {
      if (row === undefined || found.size === limit || found.has(row.threadId)) continue;
      if (terms.every((term) => fits(row.words, term))) found.set(row.threadId, row);
    }
  }
  return [...found.values()];
}

/** The ids of messages that may have all the words, newest first. */
async function idsWithAll(db: SidenoteDb, terms: readonly SearchTerm[]): Promise<number[]> {
  const postings = await Promise.all(terms.map((term) => postingsOf(db, term)));
  const [rarest, ...others] = postings.toSorted((first, second) => rankOf(first) - rankOf(second));
  if (rarest === undefined) return [];
  const sets = others.map(({ ids, oldest }) => ({ ids: new Set(ids), oldest }));
  return rarest.ids.filter((id) => sets.every(({ ids, oldest }) => id > oldest || ids.has(id)));
}

/**
 * Some messages with a term, newest first: all that are newer than `oldest`, and perhaps others. Infinity: all there are;
 * minus infinity: a mere sample.
 */
type Postings = { ids: number[]; oldest: number };

async function postingsOf(db: SidenoteDb, { word, isPrefix }: SearchTerm): Promise<Postings> {
  const index = db.texts.where('words');
  const range = isPrefix ? index.startsWith(word) : index.equals(word);
  const ids = await range.limit(MOST_ENTRIES).primaryKeys();
  const isAll = ids.length < MOST_ENTRIES;
  if (!isPrefix) return { ids, oldest: isAll ? Number.POSITIVE_INFINITY : (ids.at(-1) ?? Number.POSITIVE_INFINITY) };
  // Words with the same beginning come one after the other in the index, each with its own newest first.
  const sorted = [...new Set(ids)].sort((first, second) => first - second);
  return { ids: sorted, oldest: isAll ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
}

/** Where to begin: with the fewest, and with a mere sample only where there is nothing else. */
function rankOf({ ids, oldest }: Postings): number {
  return oldest === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : ids.length;
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
