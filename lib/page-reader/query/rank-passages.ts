import type { PageBlock } from '../../contracts/index.ts';
import { distinctiveWords, hasUnspacedText, roughWordsOf, wordsOf } from '../document/words.ts';
import { bm25 } from './bm25.ts';
import { headingPath } from './outline.ts';
import { type Passage, passagesOf } from './passages.ts';

/** Characters of a passage. */
const PASSAGE_LENGTH = 600;

/** Something that is searched together with others: a page, or a message of a chat. */
type SearchedDocument = { title: string; blocks: readonly PageBlock[] };

type RankedPassage<Document> = {
  document: Document;
  /** The passage as Markdown. */
  text: string;
  /** The headings above it, outermost first. */
  path: string[];
};

/**
 * The passages of all documents that fit `query` best, by BM25 over their words, best first, at most `ofEach` of one document.
 * The title of a document and the heading above a passage count as parts of it.
 */
export function rankPassages<Document extends SearchedDocument>(
  documents: readonly Document[],
  query: string,
  { limit, ofEach }: { limit: number; ofEach: number },
): RankedPassage<Document>[] {
  const words = distinctiveWords(query);
  const wanted = new Set(words);
  const entries = documents.flatMap((document) => {
    const { passages, headings, lists } = dividedBlocks(document.blocks, wanted);
    const title = wordsOf(document.title);
    return passages.flatMap((passage, index) =>
      passage.isHeading
        ? []
        : [{ document, passage, words: [...title, ...(lists[headings[index] ?? -1] ?? []), ...(lists[index] ?? [])] }],
    );
  });
  const scores = bm25(
    entries.map((entry) => entry.words),
    words,
  );
  const ranked = entries
    .map((entry, index) => ({ ...entry, score: scores[index]?.score ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score);
  const counts = new Map<Document, number>();
  const chosen: RankedPassage<Document>[] = [];
  for (const { document, passage } of ranked) {
    const count = counts.get(document) ?? 0;
    if (count >= ofEach) continue;
    counts.set(document, count + 1);
    chosen.push({ document, text: passage.markdown, path: headingPath(document.blocks, passage.block) });
    if (chosen.length >= limit) break;
  }
  return chosen;
}

/**
 * What messages have to contain to be found for `query`: of each distinctive word the beginning that its forms share, at least
 * three characters.
 */
export function wordStarts(query: string): string[] {
  const stems = new Set(distinctiveWords(query));
  const words =
    query
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const starts = words.flatMap((word) => {
    const own = wordsOf(word);
    if (!own.some((stem) => stems.has(stem))) return [];
    // City and cities have the same stem, citi.
    const stem = (own[0] ?? '').replace(/i$/, '');
    let length = 0;
    while (length < stem.length && stem[length] === word[length]) length += 1;
    return [length >= 3 ? word.slice(0, length) : word];
  });
  return [...new Set(starts)];
}

type Divided = {
  passages: Passage[];
  /** For every passage the index of the heading above it, or -1. */
  headings: number[];
  /** The words of every passage. */
  lists: string[][];
};

/** A document is divided and its words are found once; it is the same array as long as it is cached. */
const divided = new WeakMap<readonly PageBlock[], Divided>();

function dividedBlocks(blocks: readonly PageBlock[], wanted: ReadonlySet<string>): Divided {
  const known = divided.get(blocks);
  if (known !== undefined) return known;
  const passages = passagesOf(blocks, PASSAGE_LENGTH);
  let heading = -1;
  const headings = passages.map(({ isHeading }, index) => {
    const above = heading;
    if (isHeading) heading = index;
    return above;
  });
  const found = { passages, headings, lists: passages.map(({ text }) => roughWordsOf(text, wanted)) };
  // Without spaces between words only the wanted ones are found.
  if (!passages.some(({ text }) => hasUnspacedText(text))) divided.set(blocks, found);
  return found;
}
