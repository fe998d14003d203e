import type { SidenoteDb, TextKey, TextRow, ThreadRow } from './db.ts';
import { indexWords, matchesTerm, type SearchTerm, searchTerms, tokenizeText } from './search-words.ts';
import { getMessageText, indexTables, readMessage, unpackWords } from './text-index.ts';
import { type SegmentMatches, segmentMatches } from './word-segments.ts';

/** A thread with a match: its newest message that contains all the words. */
export type SearchHit = { thread: ThreadRow; messageId: string; snippet: Snippet };

/** Maximum number of index entries read per term, which limits the time. */
const MAX_ENTRIES = 1_500;

/** Maximum number of messages scanned per search, which limits the time for common words that never occur together. */
const MAX_SCANNED = 3_000;

/** Number of messages loaded per query. */
const BATCH = 64;

/**
 * Finds up to `limit` threads whose messages contain every word of the query, newest messages first. The last word may
 * be a prefix. For a prefix of very many words, only some threads are found. Throws when `signal` is aborted.
 */
export function searchThreads(db: SidenoteDb, query: string, limit: number, signal: AbortSignal): Promise<SearchHit[]> {
  const terms = searchTerms(query);
  if (terms.length === 0) return Promise.resolve([]);
  // One transaction for all requests, since starting a transaction costs more than most of them.
  return db.transaction('r', [db.threads, db.events, ...indexTables(db)], async () => {
    const keys = await keysWithAll(db, terms);
    signal.throwIfAborted();
    const rows = await newestFitting(db, keys, terms, limit, signal);
    const hits = await Promise.all(rows.map((row) => loadHit(db, row, terms)));
    signal.throwIfAborted();
    return hits.filter((hit) => hit !== null);
  });
}

/** The newest matching message of each thread among `keys`, newest first, up to `limit`. */
async function newestFitting(
  db: SidenoteDb,
  keys: readonly TextKey[],
  terms: readonly SearchTerm[],
  limit: number,
  signal: AbortSignal,
): Promise<TextRow[]> {
  const rowsByThread = new Map<string, TextRow>();
  let remainingKeys = keys;
  for (
    let scanCount = 0;
    scanCount < MAX_SCANNED && remainingKeys.length > 0 && rowsByThread.size < limit;
    scanCount += BATCH
  ) {
    const { batch, rest } = oneOfEach(remainingKeys.filter(([, threadId]) => !rowsByThread.has(threadId)));
    const rows = await db.texts.bulkGet(batch);
    signal.throwIfAborted();
    for (const row of rows) {
      if (row !== undefined && terms.every((term) => matchesTerm(unpackWords(row), term)))
        rowsByThread.set(row.threadId, row);
    }
    remainingKeys = rest;
  }
  return [...rowsByThread.values()].sort((first, second) => first.order - second.order).slice(0, limit);
}

/** The newest message of each thread, so that a chat with many matches does not displace all others. */
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
  const [indexed, matches] = await Promise.all([
    Promise.all(terms.map((term) => loadPostings(db, term))),
    segmentMatches(db, terms),
  ]);
  const postings = indexed.map((each, index) => withMatches(each, matches[index]));
  const [rarest, ...others] = postings.toSorted((first, second) => rankPostings(first) - rankPostings(second));
  if (rarest === undefined) return [];
  const sets = others.map(({ keys, oldest }) => ({ orders: new Set(keys.map(([order]) => order)), oldest }));
  return rarest.keys.filter(([order]) => sets.every(({ orders, oldest }) => order > oldest || orders.has(order)));
}

/**
 * Some messages with a term, newest first: all that are newer than `oldest` (in key order), and possibly others.
 * Infinity: all of them. Minus infinity: only a sample.
 */
type Postings = { keys: TextKey[]; oldest: number };

async function loadPostings(db: SidenoteDb, { word, isPrefix }: SearchTerm): Promise<Postings> {
  const index = db.texts.where('words');
  const range = isPrefix ? index.startsWith(word) : index.equals(word);
  const keys = await range.limit(MAX_ENTRIES).primaryKeys();
  const isAll = keys.length < MAX_ENTRIES;
  if (isPrefix) {
    // The index sorts entries by word first, so messages of different words with the same prefix must be sorted by
    // time.
    keys.sort(([first], [second]) => first - second);
    return { keys, oldest: isAll ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY };
  }
  const last = keys.at(-1);
  return { keys, oldest: isAll || last === undefined ? Number.POSITIVE_INFINITY : last[0] };
}

/** Merges the messages with a term from the word index and from segments. */
function withMatches(indexed: Postings, matches: SegmentMatches | undefined): Postings {
  if (matches === undefined || matches.keys.length === 0) return indexed;
  const keys = [...indexed.keys, ...matches.keys.slice(0, MAX_ENTRIES)].sort(([one], [other]) => one - other);
  if (matches.isSample) return { keys, oldest: Number.NEGATIVE_INFINITY };
  const last = matches.keys[MAX_ENTRIES - 1];
  return { keys, oldest: Math.min(indexed.oldest, last?.[0] ?? Number.POSITIVE_INFINITY) };
}

/** Sort order of terms: those with the fewest messages first, samples last. */
function rankPostings({ keys, oldest }: Postings): number {
  return oldest === Number.NEGATIVE_INFINITY ? Number.POSITIVE_INFINITY : keys.length;
}

/** Null if the thread was just deleted. */
async function loadHit(db: SidenoteDb, row: TextRow, terms: readonly SearchTerm[]): Promise<SearchHit | null> {
  const messageInThread = await readMessage(db, row);
  if (messageInThread === null) return null;
  const { thread, message } = messageInThread;
  return { thread, messageId: row.messageId, snippet: cutSnippet(message ? getMessageText(message) : '', terms) };
}

/** An excerpt of a message around a match, which extends from `start` to `end` in it. In UTF-16 units. */
type Snippet = { text: string; start: number; end: number };

/** Number of characters before and after the match. */
const BEFORE = 40;
const AFTER = 100;

/** An excerpt of a text around the first match, or its beginning if no term occurs literally. */
function cutSnippet(text: string, terms: readonly SearchTerm[]): Snippet {
  const matchRange = firstMatch(text, terms) ?? { index: 0, length: 0 };
  const from = wordStart(text, matchRange.index - BEFORE);
  const to = Math.min(text.length, matchRange.index + matchRange.length + AFTER);
  const head = from > 0 ? '…' : '';
  const tail = to < text.length ? '…' : '';
  // White space is replaced character by character, so that positions stay valid.
  const body = text.slice(from, to).replace(/\s/g, ' ');
  const start = head.length + matchRange.index - from;
  return { text: head + body + tail, start, end: start + matchRange.length };
}

function firstMatch(text: string, terms: readonly SearchTerm[]): { index: number; length: number } | null {
  for (const token of tokenizeText(text)) {
    for (const term of terms) {
      if (token.isSpaceless) {
        const index = token.text.indexOf(term.word);
        if (index >= 0) return { index: token.index + index, length: term.word.length };
      } else if (matchesTerm(indexWords(token.text), term)) {
        return { index: token.index, length: token.text.length };
      }
    }
  }
  return null;
}

/** The beginning of the first whole word at or after `index`. */
function wordStart(text: string, index: number): number {
  if (index <= 0) return 0;
  const space = text.slice(index, index + BEFORE).search(/\s/);
  return space < 0 ? index : index + space + 1;
}
