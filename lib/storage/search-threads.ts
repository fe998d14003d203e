import { reduceAll } from '../agent/index.ts';
import { emptyThread } from '../contracts/index.ts';
import type { SidenoteDb, TextKey, TextRow, ThreadRow } from './db.ts';
import { textOf } from './message-texts.ts';
import { readableRows } from './readable-rows.ts';
import { fits, type SearchTerm, searchTerms } from './search-words.ts';
import { type Snippet, snippetOf } from './snippet.ts';

/** A thread in which something was found: the newest message of it that has all the words. */
export type SearchHit = { thread: ThreadRow; messageId: string; snippet: Snippet };

/** Index entries that are read for a term at most, since reading them takes time. */
const MAX_ENTRIES = 1_500;

/** Messages looked through for one search, at most; bounds the time of a search whose words are common but never meet. */
const MAX_SCANNED = 3_000;

/** Messages that are loaded in one go. */
const BATCH = 64;

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
    const keys = await keysWithAll(db, terms);
    signal.throwIfAborted();
    const rows = await newestFitting(db, keys, terms, limit, signal);
    const hits = await Promise.all(rows.map((row) => hitOf(db, row, terms)));
    signal.throwIfAborted();
    return hits.filter((hit) => hit !== null);
  });
}

/** The newest message of each thread that fits, of those with `keys`, until there are `limit`; newest first. */
async function newestFitting(
  db: SidenoteDb,
  keys: readonly TextKey[],
  terms: readonly SearchTerm[],
  limit: number,
  signal: AbortSignal,
): Promise<TextRow[]> {
  const found = new Map<string, TextRow>();
  let left = keys;
  for (let seen = 0; seen < MAX_SCANNED && left.length > 0 && found.size < limit; seen += BATCH) {
    const { batch, rest } = oneOfEach(left.filter(([, threadId]) => !found.has(threadId)));
    const rows = await db.texts.bulkGet(batch);
    signal.throwIfAborted();
    for (const row of rows) {
      if (row !== undefined && terms.every((term) => fits(row.words, term))) found.set(row.threadId, row);
    }
    left = rest;
  }
  return [...found.values()].sort((first, second) => first.order - second.order).slice(0, limit);
}

/** The newest of each thread, so that a chat that says a word often does not stand before all others. */
function oneOfEach(keys: readonly TextKey[]): { batch: TextKey[]; rest: TextKey[] } {
  const batch = new Map<string, TextKey>();
  const rest: TextKey[] = [];
  for (const key of keys) {
    const [, threadId] = key;
    if (batch.size < BATCH && !batch.has(threadId)) batch.set(threadId, key);
    else rest.push(key);
  }
  return { batch: [...batch.values()], rest };
}

/** The keys of messages that may have all the words, newest first. */
async function keysWithAll(db: SidenoteDb, terms: readonly SearchTerm[]): Promise<TextKey[]> {
  const postings = await Promise.all(terms.map((term) => postingsOf(db, term)));
  const [rarest, ...others] = postings.toSorted((first, second) => rankOf(first) - rankOf(second));
  if (rarest === undefined) return [];
  const sets = others.map(({ keys, oldest }) => ({ orders: new Set(keys.map(([order]) => order)), oldest }));
  return rarest.keys.filter(([order]) => sets.every(({ orders, oldest }) => order > oldest || orders.has(order)));
}

/**
 * Some messages with a term, newest first: all that are newer than `oldest` (in the order of keys), and perhaps others.
 * Infinity: all there are; minus infinity: a mere sample.
 */
type Postings = { keys: TextKey[]; oldest: number };

async function postingsOf(db: SidenoteDb, { word, isPrefix }: SearchTerm): Promise<Postings> {
  const index = db.texts.where('words');
  const range = isPrefix ? index.startsWith(word) : index.equals(word);
  const keys = await range.limit(MAX_ENTRIES).primaryKeys();
  const isAll = keys.length < MAX_ENTRIES;
  if (isPrefix) {
    // Words with the same beginning come one after the other in the index, each with its own newest first.
    keys.sort(([first], [second]) => first - second);
    return { keys, oldest: isAll ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
  }
  const last = keys.at(-1);
  return { keys, oldest: isAll || last === undefined ? Number.POSITIVE_INFINITY : last[0] };
}

/** Where to begin: with the fewest, and with a mere sample only where there is nothing else. */
function rankOf({ keys, oldest }: Postings): number {
  return oldest === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : keys.length;
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
