import type { SidenoteDb, TextKey, WordBlockRow, WordSegmentRow } from './db.ts';
import { matchesTerm, type SearchTerm } from './search-words.ts';

/*
 * Stores the words of many messages in few rows. Writing an index entry for each word of each message would take most
 * of the time of an import. Therefore the words of imported messages are inverted in memory and written as a segment:
 * one row with the keys of its messages, and blocks of words with the messages that contain each word. Small segments
 * are merged when there are many.
 */

/**
 * Maximum number of words, or of messages of words, per block. A search reads one block per word and segment, so blocks
 * are small.
 */
const MAX_BLOCK_WORDS = 256;
const MAX_BLOCK_ENTRIES = 4_096;

/** Maximum number of blocks read per segment for a prefix, which limits the time. */
const MAX_PREFIX_BLOCKS = 8;

/** This many segments with fewer entries than `SMALL` are merged into one. */
const MERGED = 8;
const SMALL = 150_000;

/** Messages, null for a removed one, and for each word the indexes of the messages that contain it. */
type InvertedIndex = { keys: (TextKey | null)[]; words: Map<string, number[]> };

/** Indexes messages as one segment, in the caller's transaction over segments and blocks. */
export async function addSegment(
  db: SidenoteDb,
  messages: readonly { key: TextKey; words: readonly string[] }[],
): Promise<void> {
  const index: InvertedIndex = { keys: messages.map(({ key }) => key), words: new Map() };
  for (const [number, { words }] of messages.entries()) for (const word of words) addEntry(index, word, number);
  await writeSegment(db, index);
}

/** Merges small segments until few remain. Each step is a transaction, so that this can stop at any point. */
export async function mergeSegments(db: SidenoteDb): Promise<void> {
  while (await mergeSome(db));
}

function mergeSome(db: SidenoteDb): Promise<boolean> {
  return db.transaction('rw', db.wordSegments, db.wordBlocks, async () => {
    const small = (await db.wordSegments.toArray()).filter(({ entries }) => entries < SMALL).slice(0, MERGED);
    if (small.length < MERGED) return false;
    const merged: InvertedIndex = { keys: [], words: new Map() };
    for (const segment of small) {
      await readSegment(db, segment, merged);
      await deleteSegment(db, segment);
    }
    await writeSegment(db, merged);
    return true;
  });
}

/** Removes messages and their words from all segments, in the caller's transaction. */
export async function removeFromSegments(db: SidenoteDb, keys: readonly TextKey[]): Promise<void> {
  const removedKeys = new Set(keys.map(String));
  const threadIds = new Set(keys.map(([, threadId]) => threadId));
  for (const segment of await db.wordSegments.toArray()) {
    if (!segment.threadIds.some((threadId) => threadIds.has(threadId))) continue;
    const index: InvertedIndex = { keys: [], words: new Map() };
    await readSegment(db, segment, index);
    index.keys = index.keys.map((key) => (key === null || removedKeys.has(String(key)) ? null : key));
    await deleteSegment(db, segment);
    await writeSegment(db, index);
  }
}

/** Messages with a word or prefix, newest first. `isSample`: some are missing, possibly the newest. */
export type SegmentMatches = { keys: TextKey[]; isSample: boolean };

/** The messages in all segments that contain each term. */
export async function segmentMatches(db: SidenoteDb, terms: readonly SearchTerm[]): Promise<SegmentMatches[]> {
  const segments = await db.wordSegments.toArray();
  const blocksByTerm = terms.map((term) => segments.map((segment) => selectBlocks(segment, term)));
  const blockKeys = new Map(
    blocksByTerm
      .flat()
      .flatMap(({ firsts, segment }) =>
        firsts.map((first) => [`${segment} ${first}`, [segment, first] as [string, string]] as const),
      ),
  );
  const rows = await db.wordBlocks.bulkGet([...blockKeys.values()]);
  const blocks = new Map([...blockKeys.keys()].map((id, index) => [id, rows[index]]));
  return terms.map((term, number) => {
    const termBlocks = blocksByTerm[number] ?? [];
    const keys = segments.flatMap((segment, index) => {
      const { firsts = [] } = termBlocks[index] ?? {};
      const messages = firsts.flatMap((first) => messagesIn(blocks.get(`${segment.segment} ${first}`), term));
      return [...new Set(messages)].map((message) => messageKey(segment, message));
    });
    return { keys: keys.sort(([one], [other]) => one - other), isSample: termBlocks.some(({ isSome }) => isSome) };
  });
}

/** The first words of the blocks that may contain a term. */
function selectBlocks({ segment, firsts }: WordSegmentRow, { word, isPrefix }: SearchTerm) {
  // The last block that begins at or before the word.
  let start = firsts.findIndex((first) => first > word);
  start = Math.max(0, (start === -1 ? firsts.length : start) - 1);
  let end = start + 1;
  while (isPrefix && firsts[end]?.startsWith(word)) end++;
  const last = Math.min(end, start + MAX_PREFIX_BLOCKS);
  return { segment, firsts: firsts.slice(start, last), isSome: last < end };
}

function messagesIn(block: WordBlockRow | undefined, term: SearchTerm): number[] {
  if (block === undefined) return [];
  const { words, ends, messages } = block;
  return words
    .split(SEPARATOR)
    .flatMap((word, index) =>
      matchesTerm([word], term) ? [...messages.subarray(ends[index - 1] ?? 0, ends[index])] : [],
    );
}

function messageKey({ orders, threads, threadIds }: WordSegmentRow, message: number): TextKey {
  return [orders[message] ?? 0, threadIds[threads[message] ?? 0] ?? ''];
}

/** Words contain no line feed. */
const SEPARATOR = '\n';

/** Adds the contents of a segment to an index. */
async function readSegment(db: SidenoteDb, segment: WordSegmentRow, index: InvertedIndex): Promise<void> {
  const before = index.keys.length;
  for (let message = 0; message < segment.orders.length; message++) index.keys.push(messageKey(segment, message));
  for (const { words, ends, messages } of await blockRows(db, segment).toArray()) {
    for (const [number, word] of words.split(SEPARATOR).entries()) {
      for (const message of messages.subarray(ends[number - 1] ?? 0, ends[number])) {
        addEntry(index, word, before + message);
      }
    }
  }
}

async function deleteSegment(db: SidenoteDb, segment: WordSegmentRow): Promise<void> {
  await db.wordSegments.delete(segment.segment);
  await blockRows(db, segment).delete();
}

function blockRows(db: SidenoteDb, { segment }: WordSegmentRow) {
  return db.wordBlocks.where('[segment+first]').between([segment, ''], [segment, '\uffff'], true, true);
}

/** Writes an index as a segment, without removed messages. */
async function writeSegment(db: SidenoteDb, index: InvertedIndex): Promise<void> {
  const segment = crypto.randomUUID();
  const { orders, threads, threadIds, places } = messageTable(index.keys);
  const blocks: WordBlockRow[] = [];
  let words: string[] = [];
  let ends: number[] = [];
  let messages: number[] = [];
  let entries = 0;
  const close = () => {
    const [first] = words;
    if (first === undefined) return;
    const row = { ends: Uint32Array.from(ends), messages: Uint32Array.from(messages) };
    blocks.push({ segment, first, words: words.join(SEPARATOR), ...row });
    entries += messages.length;
    words = [];
    ends = [];
    messages = [];
  };
  for (const word of [...index.words.keys()].sort()) {
    const newPlaces = (index.words.get(word) ?? []).flatMap((message) => places[message] ?? []);
    if (newPlaces.length === 0) continue;
    if (
      words.length > 0 &&
      (words.length >= MAX_BLOCK_WORDS || messages.length + newPlaces.length > MAX_BLOCK_ENTRIES)
    ) {
      close();
    }
    words.push(word);
    for (const message of newPlaces.sort((one, other) => one - other)) messages.push(message);
    ends.push(messages.length);
  }
  close();
  if (entries === 0) return;
  const firsts = blocks.map(({ first }) => first);
  await db.wordSegments.add({ segment, entries, firsts, orders, threads, threadIds });
  await db.wordBlocks.bulkAdd(blocks);
}

/** The messages of a segment, newest first. `places`: the new position of each message of the index. */
function messageTable(keys: readonly (TextKey | null)[]) {
  const messageKeys = keys.flatMap((key, number) => (key === null ? [] : [{ key, number }]));
  messageKeys.sort((one, other) => one.key[0] - other.key[0]);
  const places: number[] = [];
  const threadNumbers = new Map<string, number>();
  const threads = new Uint32Array(messageKeys.length);
  for (const [place, { key, number }] of messageKeys.entries()) {
    places[number] = place;
    const thread = threadNumbers.get(key[1]) ?? threadNumbers.size;
    threadNumbers.set(key[1], thread);
    threads[place] = thread;
  }
  const orders = Float64Array.from(messageKeys, ({ key }) => key[0]);
  return { orders, threads, threadIds: [...threadNumbers.keys()], places };
}

function addEntry({ words }: InvertedIndex, word: string, message: number): void {
  const messages = words.get(word);
  if (messages) messages.push(message);
  else words.set(word, [message]);
}
