import type { PromiseExtended } from 'dexie';
import { withoutLocalAnswer } from '../agent/index.ts';
import type { ChatSearch, ChatText } from '../contracts/index.ts';
import type { SidenoteDb, TextKey, TextRow } from './db.ts';
import { searchTerms } from './search-words.ts';
import { decodeOrderTime, getMessageText, indexTables, readMessage } from './text-index.ts';
import { threadIdsIn } from './threads.ts';
import { segmentMatches } from './word-segments.ts';

/** Maximum number of index entries read per word, which limits the time. For very common words only some are read. */
const MAX_ENTRIES = 1_500;
/** Maximum number of messages read, in total and per chat. */
const MAX_MESSAGES = 40;
const MAX_OF_CHAT = 4;

/**
 * Messages of other chats that contain any of the words: first those with the most and the rarest words, then the
 * newest. Omits deleted chats, even while the deletion can be undone. Throws when `signal` is aborted.
 */
export function chatTexts(db: SidenoteDb, search: ChatSearch, signal: AbortSignal): Promise<ChatText[]> {
  const terms = search.starts.flatMap(searchTerms);
  // One transaction for all requests, since starting a transaction costs more than most of them.
  return db.transaction('r', [db.threads, db.events, db.chores, ...indexTables(db)], async () => {
    const deleted = new Set(await threadIdsIn(db, 'deleted-threads'));
    const [indexed, matches] = await Promise.all([
      Promise.all(terms.map(({ word, isPrefix }) => findTextKeys(db, word, isPrefix))),
      segmentMatches(db, terms),
    ]);
    const postings = indexed.map((keys, index) => [...keys, ...(matches[index]?.keys ?? []).slice(0, MAX_ENTRIES)]);
    signal.throwIfAborted();
    const isWanted = ([order, threadId]: TextKey) =>
      threadId !== search.exceptThreadId &&
      !deleted.has(threadId) &&
      (search.since === null || decodeOrderTime(order) >= search.since) &&
      (search.until === null || decodeOrderTime(order) < search.until);
    const rows = await db.texts.bulkGet(bestKeys(postings.map((keys) => keys.filter(isWanted))));
    signal.throwIfAborted();
    const texts = await Promise.all(rows.map((row) => (row === undefined ? null : textOfMessage(db, row))));
    signal.throwIfAborted();
    return texts.filter((text) => text !== null);
  });
}

/**
 * The index sorts entries by word first. For a prefix of very many words, the newest entries are therefore read only
 * for the word itself.
 */
async function findTextKeys(db: SidenoteDb, word: string, isPrefix: boolean): Promise<TextKey[]> {
  if (!isPrefix) return exactKeys(db, word);
  const keys = await db.texts.where('words').startsWith(word).limit(MAX_ENTRIES).primaryKeys();
  return keys.length < MAX_ENTRIES ? keys : [...keys, ...(await exactKeys(db, word))];
}

function exactKeys(db: SidenoteDb, word: string): PromiseExtended<TextKey[]> {
  return db.texts.where('words').equals(word).limit(MAX_ENTRIES).primaryKeys();
}

/** The keys that occur in most of the lists. Short lists count more, since their words are rarer. */
function bestKeys(postings: readonly TextKey[][]): TextKey[] {
  const scoredKeys = new Map<string, { key: TextKey; score: number }>();
  for (const keys of postings) {
    const rarity = 1 / Math.log2(2 + keys.length);
    for (const [id, key] of new Map(keys.map((each) => [each.join(' '), each]))) {
      const entry = scoredKeys.get(id) ?? { key, score: 0 };
      entry.score += rarity;
      scoredKeys.set(id, entry);
    }
  }
  const ranked = [...scoredKeys.values()].sort((one, other) => other.score - one.score || one.key[0] - other.key[0]);
  const ofChat = new Map<string, number>();
  const best: TextKey[] = [];
  for (const { key } of ranked) {
    const count = ofChat.get(key[1]) ?? 0;
    if (count >= MAX_OF_CHAT) continue;
    ofChat.set(key[1], count + 1);
    best.push(key);
    if (best.length >= MAX_MESSAGES) break;
  }
  return best;
}

/** The text of a message. Null if it has none, the thread was just deleted, or the message cannot be read. */
async function textOfMessage(db: SidenoteDb, row: TextRow): Promise<ChatText | null> {
  const messageInThread = await readMessage(db, row);
  if (!messageInThread?.message) return null;
  const { thread, message } = messageInThread;
  const { threadId, messageId, order } = row;
  const text = getMessageText(withoutLocalAnswer(message));
  if (text === '') return null;
  return {
    threadId,
    messageId,
    title: thread.title,
    at: decodeOrderTime(order),
    author: message.role,
    text,
  };
}
