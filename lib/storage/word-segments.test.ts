import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDb, type SidenoteDb, type TextKey } from './db.ts';
import { matchesTerm, type SearchTerm } from './search-words.ts';
import { addSegment, mergeSegments, removeFromSegments, segmentMatches } from './word-segments.ts';

let db: SidenoteDb;
beforeEach(() => {
  db = openDb(`segments-${crypto.randomUUID()}`);
});
afterEach(() => db.delete());

type Message = { key: TextKey; words: string[] };

/** Messages with numbers `from` to `to`, each with the words that `makeWords` returns for it. */
const messages = (from: number, to: number, makeWords: (n: number) => string[]): Message[] =>
  Array.from({ length: to - from }, (_, index) => {
    const n = from + index;
    return { key: [-n, `t${n % 40}`], words: makeWords(n) };
  });

const tables = () => [db.wordSegments, db.wordBlocks];
const add = (each: readonly Message[]) => db.transaction('rw', tables(), async () => addSegment(db, each));
const remove = (each: readonly Message[]) =>
  db.transaction('rw', tables(), async () =>
    removeFromSegments(
      db,
      each.map(({ key }) => key),
    ),
  );
const matches = (...terms: SearchTerm[]) => db.transaction('r', tables(), async () => segmentMatches(db, terms));

/** The keys that a scan of all messages finds, newest first. */
function scanned(all: readonly Message[], term: SearchTerm): TextKey[] {
  const found = all.filter(({ words }) => matchesTerm(words, term)).map(({ key }) => key);
  return found.sort(([one], [other]) => one - other);
}

/** More words than fit into one block, and some that all messages contain. */
const manyWords = (n: number) => ['all', n % 2 === 0 ? 'even' : 'odd', `w${n}`, `w${n % 97}x`, `東${n % 5}`];

const TERMS: SearchTerm[] = ['all', 'even', 'w7', 'w7x', '東3', 'w', 'zzz', 'a', '0', 'w1'].flatMap((word) => [
  { word, isPrefix: false },
  { word, isPrefix: true },
]);

describe('segments of the search index', () => {
  test('find what a scan finds, before and after they are merged', async () => {
    const all = messages(1, 1_201, manyWords);
    for (let at = 0; at < all.length; at += 120) await add(all.slice(at, at + 120));
    const expected = TERMS.map((term) => ({ keys: scanned(all, term), isSample: false }));
    expect(await matches(...TERMS)).toEqual(expected);
    expect(await db.wordSegments.count()).toBe(10);
    await mergeSegments(db);
    expect(await db.wordSegments.count()).toBe(3);
    expect(await matches(...TERMS)).toEqual(expected);
  });

  test('find the same as a scan, regardless of the words', async () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '東', '𠀀', '\uffff'), minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(word), { maxLength: 30 }),
        word,
        fc.boolean(),
        async (lists, of, isPrefix) => {
          await Promise.all(tables().map((table) => table.clear()));
          const all = messages(0, lists.length, (n) => lists[n] ?? []);
          await add(all.slice(0, 9));
          await add(all.slice(9));
          const [found] = await matches({ word: of, isPrefix });
          expect(found?.keys).toEqual(scanned(all, { word: of, isPrefix }));
        },
      ),
      { numRuns: 100 },
    );
  });

  test('of a prefix of very many words give a sample, and say so', async () => {
    const all = messages(1, 3_000, (n) => [`w${n}`]);
    await add(all);
    const [found] = await matches({ word: 'w', isPrefix: true });
    expect(found?.isSample).toBe(true);
    expect(found?.keys.length).toBe(8 * 256);
  });

  test('forget messages with all their words', async () => {
    const all = messages(1, 601, (n) => [...manyWords(n), ...(n % 40 === 7 ? ['secret'] : [])]);
    await add(all.slice(0, 300));
    await add(all.slice(300));
    const removed = all.filter(({ key }) => key[1] === 't7');
    await remove(removed);
    const kept = all.filter(({ key }) => key[1] !== 't7');
    expect(await matches(...TERMS)).toEqual(TERMS.map((term) => ({ keys: scanned(kept, term), isSample: false })));
    const rows = JSON.stringify([await db.wordSegments.toArray(), await db.wordBlocks.toArray()]);
    expect(rows).not.toContain('secret');
    expect(rows).not.toContain('"t7"');
    await remove(kept);
    expect([await db.wordSegments.count(), await db.wordBlocks.count()]).toEqual([0, 0]);
  });
});
