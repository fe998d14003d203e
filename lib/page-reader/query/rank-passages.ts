import type { PageBlock } from '../../contracts/index.ts';
import { hasUnspacedText } from '../../text/index.ts';
import { cutBlock, joinBlocks, plainText } from '../document/markdown-text.ts';
import { distinctiveWords, splitIntoRoughStems, splitIntoStems } from '../document/words.ts';
import { headingPath } from './outline.ts';

/** Characters of a passage. */
const PASSAGE_LENGTH = 600;

/** A document that is searched together with others: a page, or a message of a chat. */
type SearchedDocument = { title: string; blocks: readonly PageBlock[] };

type RankedPassage<Document> = {
  document: Document;
  /** The passage as Markdown. */
  text: string;
  /** The headings above it, outermost first. */
  path: string[];
};

/**
 * The passages of all documents that match `query` best, by BM25 over their words, best first, at most `ofEach` of one
 * document. The title of a document and the heading above a passage count as parts of it.
 */
export function rankPassages<Document extends SearchedDocument>(
  documents: readonly Document[],
  query: string,
  { limit, ofEach }: { limit: number; ofEach: number },
): RankedPassage<Document>[] {
  const words = distinctiveWords(query);
  const queryWords = new Set(words);
  const entries = documents.flatMap((document) => {
    const { passages, headings, lists } = dividedBlocks(document.blocks, queryWords);
    const title = splitIntoStems(document.title);
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
  const bestPassages: RankedPassage<Document>[] = [];
  for (const { document, passage } of ranked) {
    const count = counts.get(document) ?? 0;
    if (count >= ofEach) continue;
    counts.set(document, count + 1);
    bestPassages.push({ document, text: passage.markdown, path: headingPath(document.blocks, passage.block) });
    if (bestPassages.length >= limit) break;
  }
  return bestPassages;
}

/**
 * The strings that a text must contain to be found for `query`, after lower-casing it and unifying compatibility forms.
 * For each distinctive word, this is the prefix that its forms share.
 */
export function wordStarts(query: string): string[] {
  // "City" and "cities" have the same stem, "citi".
  return [...new Set(distinctiveWords(query).map((word) => word.replace(/(?<=.)i$/, '')))];
}

type Divided = {
  passages: SearchPassage[];
  /** For every passage the index of the heading above it, or -1. */
  headings: number[];
  /** The words of every passage. */
  lists: string[][];
};

/** Caches how a document is divided and the words of its passages. A cached document is always the same array. */
const divided = new WeakMap<readonly PageBlock[], Divided>();

function dividedBlocks(blocks: readonly PageBlock[], queryWords: ReadonlySet<string>): Divided {
  const cachedDivision = divided.get(blocks);
  if (cachedDivision !== undefined) return cachedDivision;
  const passages = splitIntoPassages(blocks, PASSAGE_LENGTH);
  let heading = -1;
  const headings = passages.map(({ isHeading }, index) => {
    const above = heading;
    if (isHeading) heading = index;
    return above;
  });
  const division = { passages, headings, lists: passages.map(({ text }) => splitIntoRoughStems(text, queryWords)) };
  // In text without spaces, only the words of this query are found, so the result is not cached.
  if (!passages.some(({ text }) => hasUnspacedText(text))) divided.set(blocks, division);
  return division;
}

/** A part of a page that can be an answer by itself. `block`: the index of its first block. */
export type SearchPassage = { block: number; markdown: string; text: string; isHeading: boolean };

/**
 * Divides blocks into passages. Joins adjacent blocks under one heading, up to `size` characters. Cuts long blocks at
 * lines or sentences, into pieces of about that size. Headings are separate passages.
 */
export function splitIntoPassages(blocks: readonly PageBlock[], size: number): SearchPassage[] {
  const passages: SearchPassage[] = [];
  let group: string[] = [];
  let first = 0;
  let length = 0;
  const flush = () => {
    if (group.length > 0) passages.push(passage(first, joinBlocks(group), false));
    group = [];
    length = 0;
  };
  for (const [block, { markdown, headingLevel }] of blocks.entries()) {
    const isLong = markdown.length > size;
    if (headingLevel !== null || isLong || length + markdown.length > size) flush();
    if (headingLevel !== null) passages.push(passage(block, markdown, true));
    else if (isLong) for (const piece of pieces(markdown, size)) passages.push(passage(block, piece, false));
    else if (markdown !== '') {
      if (group.length === 0) first = block;
      group.push(markdown);
      length += markdown.length;
    }
  }
  flush();
  return passages;
}

function passage(block: number, markdown: string, isHeading: boolean): SearchPassage {
  return { block, markdown, text: plainText(markdown), isHeading };
}

function pieces(markdown: string, size: number): string[] {
  if (markdown.length <= size * 1.5) return [markdown];
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { text, end }: { text: string; end: number | null } = cutBlock(markdown, from, size);
    parts.push(text);
    from = end;
  }
  return parts;
}

/** The usual constants. */
const TERM_SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;

/**
 * Scores documents (lists of words) for the words of a query: the BM25 score, and how many of the words each contains.
 * Empty documents are not counted.
 */
export function bm25(
  documents: readonly (readonly string[])[],
  words: readonly string[],
): { score: number; found: number }[] {
  const queryWords = new Set(words);
  const documentCounts = documents.map((all) => {
    const counts = new Map<string, number>();
    for (const word of all) if (queryWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { length: all.length, counts };
  });
  const nonEmptyDocuments = documentCounts.filter(({ length }) => length > 0);
  const average =
    nonEmptyDocuments.reduce((sum, { length }) => sum + length, 0) / Math.max(1, nonEmptyDocuments.length);
  const frequency = new Map(
    words.map((word) => [word, nonEmptyDocuments.filter(({ counts }) => counts.has(word)).length]),
  );
  return documentCounts.map(({ length, counts }) => {
    let score = 0;
    for (const [word, count] of counts) {
      const holding = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (nonEmptyDocuments.length - holding + 0.5) / (holding + 0.5));
      score +=
        (rarity * count * (TERM_SATURATION + 1)) /
        (count + TERM_SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / Math.max(1, average)));
    }
    return { score, found: counts.size };
  });
}
