import type { PageBlock } from '../../contracts/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { distinctiveWords, splitIntoRoughStems, splitIntoStems } from '../document/words.ts';
import type { Position } from './paginate.ts';
import { bm25 } from './rank-passages.ts';

/**
 * A block, or a piece of one that is too long to be sent whole. `leftOut`: for an excerpt, how many tokens precede and
 * follow it.
 */
export type ContextPassage = PageBlock & Position & { tokens: number; isOfHugePage: boolean; leftOut?: number[] };

/** Weight of a passage's section, and of each of its neighbours. */
const SECTION_WEIGHT = 1.5;
const NEIGHBOUR_WEIGHT = 0.25;
/** A longer run of text without headings, in tokens, counts as several sections. */
const MAX_SECTION_TOKENS = 1_000;

/** Whether any distinctive word of the question occurs in one of these passages. */
export function sharesWords(indexes: Iterable<number>, passages: readonly ContextPassage[], question: string): boolean {
  const words = new Set(distinctiveWords(question));
  for (const index of indexes) if (wordsIn(passages[index], words).some((word) => words.has(word))) return true;
  return false;
}

/** The share of the question's distinctive words that occur in these passages; 1 if the question has none. */
export function shareOfWords(indexes: Iterable<number>, passages: readonly ContextPassage[], question: string): number {
  const words = new Set(distinctiveWords(question));
  const matchingWords = new Set<string>();
  for (const index of indexes)
    for (const word of wordsIn(passages[index], words)) if (words.has(word)) matchingWords.add(word);
  return words.size === 0 ? 1 : matchingWords.size / words.size;
}

/** Caches the words of each passage; passages are created for one question. */
const wordLists = new WeakMap<ContextPassage, string[]>();

function wordsIn(passage: ContextPassage | undefined, searchWords: ReadonlySet<string>): string[] {
  if (passage === undefined) return [];
  const cachedWords = wordLists.get(passage);
  if (cachedWords !== undefined) return cachedWords;
  const text = plainText(passage.markdown);
  const words = passage.isOfHugePage ? splitIntoRoughStems(text, searchWords) : splitIntoStems(text);
  wordLists.set(passage, words);
  return words;
}

/**
 * Passages that share a word with the question, most relevant first. Omits those whose score is at most `minShare` of
 * the best one's.
 */
export function relevanceOrder(passages: readonly ContextPassage[], question: string, minShare = 0): number[] {
  const query = distinctiveWords(question);
  const own = passages.map((passage) => wordsIn(passage, new Set(query)));
  const sections = findSectionStarts(passages);
  const inSections: string[][] = passages.map(() => []);
  for (const [index, section] of sections.entries()) inSections[section]?.push(...(own[index] ?? []));
  const withHeading = own.map((words, index) => {
    const section = sections[index] ?? 0;
    return section === index ? words : [...words, ...(own[section] ?? [])];
  });
  const scores = bm25(withHeading, query).map(({ score }) => score);
  const bySection = bm25(inSections, query);
  const total = scores.map((score, index) => {
    if (score === 0) return 0;
    const around = (scores[index - 1] ?? 0) + (scores[index + 1] ?? 0);
    return score + SECTION_WEIGHT * (bySection[sections[index] ?? 0]?.score ?? 0) + NEIGHBOUR_WEIGHT * around;
  });
  const minScore = minShare * total.reduce((best, score) => Math.max(best, score), 0);
  const ranked = total
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score > minScore)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .map(({ index }) => index);
  // Neighbors of a good passage often have the answer, such as a table after the sentence that introduces it.
  return [...ranked, ...ranked.flatMap((index) => [index + 1, index - 1])].filter((index) => index in passages);
}

/**
 * For every passage, the index of the heading directly above it, or of the first passage. For a heading, its own index.
 */
export function findSectionStarts(passages: readonly ContextPassage[]): number[] {
  let section = 0;
  return passages.map(({ headingLevel }, index) => {
    if (headingLevel !== null) section = index;
    return section;
  });
}

/**
 * The first passage of every section, then the second of every section, and so on. Each round is spread over the page,
 * so that its end is represented even if only some sections fit.
 */
export function coverageOrder(passages: readonly ContextPassage[]): number[] {
  const sections = coveredSections(passages);
  const longest = sections.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, round) => {
    const places = sections.flatMap((section) => section[round] ?? []);
    return spreadOrder(places.length).flatMap((at) => places[at] ?? []);
  }).flat();
}

/**
 * The passages of every section, without headings. A long run of text without headings, as in transcripts, counts as
 * several sections.
 */
function coveredSections(passages: readonly ContextPassage[]): number[][] {
  const sections: number[][] = [];
  let room = 0;
  for (const [index, { headingLevel, tokens }] of passages.entries()) {
    if (headingLevel !== null) room = 0;
    else if (room > 0) sections.at(-1)?.push(index);
    else {
      sections.push([index]);
      room = MAX_SECTION_TOKENS;
    }
    if (headingLevel === null) room -= tokens;
  }
  return sections;
}

/** The numbers from 0 to `count` - 1 in this order: the first, the middle one, those at the quarters, and so on. */
function spreadOrder(count: number): number[] {
  const order = new Set<number>();
  for (let parts = 1; order.size < count; parts *= 2) {
    for (let part = 0; part < parts; part++) order.add(Math.floor((part * count) / parts));
  }
  return [...order];
}
