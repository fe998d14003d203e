import { reduceAll } from '../engine/reduce.ts';
import { emptyThread } from '../protocol/thread.ts';
import type { SidenoteDb, TextRow, ThreadRow } from './db.ts';
import { textOf } from './message-texts.ts';
import { readableRows } from './readable-rows.ts';
import { fits, type SearchTerm, searchTerms } from './search-words.ts';
import { type Snippet, snippetOf } from './snippet.ts';

/** A thread in which something was found: the newest message of it that has all the words. */
export type SearchHit = { thread: ThreadRow; messageId: string; snippet: Snippet };

/** Of a term that more messages have than this, only the newest are looked up: reading index entries takes time. */
const COMMON = 3_000;

/** Messages looked through for one search, at most; bounds the time of a search whose words are common but never meet. */
const MOST_LOOKED_AT = 3_000;

/** Messages that are loaded in one go: few at first, since the first ones mostly fit. */
const FIRST_BATCH = 64;
const BATCH = 512;

/**
 * The `limit` threads with the newest messages that contain every word of the query, newest first. The last word may be
 * unfinished. Throws when `signal` is aborted.
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

/** The newest message of each thread that fits, of `ids` or, where that is null, of all. */
async function newestFitting(
  db: SidenoteDb,
  ids: readonly number[] | null,
  terms: readonly SearchTerm[],
  limit: number,
  signal: AbortSignal,
): Promise<TextRow[]> {
  const found = new Map<string, TextRow>();
  let after = Number.NEGATIVE_INFINITY;
  for (let from = 0; from < MOST_LOOKED_AT && found.size < limit; ) {
    const size = from === 0 ? FIRST_BATCH : BATCH;
    const batch: readonly (TextRow | undefined)[] =
      ids === null
        ? await db.texts.where('id').above(after).limit(size).toArray()
        : await db.texts.bulkGet(ids.slice(from, from + size));
    signal.throwIfAborted();
    if (batch.length === 0) break;
    for (const row of batch) {
      if (row === undefined || found.size === limit) continue;
      after = row.id;
      if (!found.has(row.threadId) && terms.every((term) => fits(row.words, term))) found.set(row.threadId, row);
    }
    from += size;
  }
  return [...found.values()];
}

/** The ids of messages that may have all the words, newest first; null where no word tells. */
async function idsWithAll(db: SidenoteDb, terms: readonly SearchTerm[]): Promise<number[] | null> {
  const postings = (await Promise.all(terms.map((term) => postingsOf(db, term)))).filter((each) => each !== null);
  const [rarest, ...others] = postings.toSorted((first, second) => first.ids.length - second.ids.length);
  if (rarest === undefined) return null;
  const sets = others.map(({ ids, oldest }) => ({ ids: new Set(ids), oldest }));
  return rarest.ids.filter((id) => sets.every(({ ids, oldest }) => id > oldest || ids.has(id)));
}

/** The messages with a term, newest first. Of those older than `oldest` nothing is known. */
type Postings = { ids: number[]; oldest: number };

/** null where a beginning is so common that its newest messages cannot be told without reading all. */
async function postingsOf(db: SidenoteDb, { word, isPrefix }: SearchTerm): Promise<Postings | null> {
  const index = db.texts.where('words');
  const range = isPrefix ? index.startsWith(word) : index.equals(word);
  const ids = await range.limit(COMMON).primaryKeys();
  if (ids.length < COMMON) {
    // Words with the same beginning come one after the other, each with its own newest first.
    const sorted = isPrefix ? [...new Set(ids)].sort((first, second) => first - second) : ids;
    return { ids: sorted, oldest: Number.POSITIVE_INFINITY };
  }
  return isPrefix ? null : { ids, oldest: ids.at(-1) ?? Number.POSITIVE_INFINITY };
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
