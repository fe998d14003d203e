import type { PageBlock } from '../../contracts/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { distinctiveWords, splitIntoStems } from '../document/words.ts';
import { headingPath } from './outline.ts';
import { bm25, type SearchPassage, splitIntoPassages } from './rank-passages.ts';

export type Hit = {
  /** The passage as Markdown, about 600 characters. */
  text: string;
  /** The headings above it, outermost first. */
  path: string[];
  /** Index of its block. */
  block: number;
  /** Whether it contains the query verbatim. */
  exact: boolean;
};

export type Findings = {
  /** The best passages that match, best first. */
  matches: Hit[];
  /** If nothing matches: the best passages that contain some of the words. */
  partialMatches: Hit[];
  /** How many passages match in all, and how many of them verbatim. */
  total: number;
  exact: number;
};

/** Characters of a passage. */
const PASSAGE_LENGTH = 600;
/** Weight of a passage's section, since the words of a question may be spread over a section. */
const SECTION_WEIGHT = 1.5;

type Scored = { passage: SearchPassage; score: number; exact: boolean; isMatch: boolean };

/**
 * Finds the passages of a page for `query`: verbatim matches first, then by BM25 over the words of the passage and its
 * section, in any order. A passage matches if it has at least half of the query's words. The heading above a passage
 * counts as part of it. Returns at most `limit` passages.
 */
export function findInBlocks(blocks: readonly PageBlock[], query: string, limit: number): Findings {
  const passages = splitIntoPassages(blocks, PASSAGE_LENGTH);
  const phrase = folded(query.replace(/^["“']+|["”']+$/g, ''));
  const words = distinctiveWords(query);
  if (phrase === '') return { matches: [], partialMatches: [], total: 0, exact: 0 };
  const scored = scorePassages(passages, words, phrase);
  scored.sort((one, other) => Number(other.exact) - Number(one.exact) || other.score - one.score);
  const matches = distinct(scored.filter(({ isMatch }) => isMatch));
  const partialMatches = matches.length > 0 ? [] : distinct(scored);
  const toHit = ({ passage, exact }: Scored): Hit => ({
    text: passage.isHeading ? withText(blocks, passage.block) : passage.markdown,
    path: headingPath(blocks, passage.block),
    block: passage.block,
    exact,
  });
  return {
    matches: matches.slice(0, limit).map(toHit),
    partialMatches: partialMatches.slice(0, limit).map(toHit),
    total: matches.length,
    exact: matches.filter((match) => match.exact).length,
  };
}

/** Passages that share a word with the query. */
function scorePassages(passages: readonly SearchPassage[], words: readonly string[], phrase: string): Scored[] {
  const own = passages.map((passage) => splitIntoStems(passage.text));
  const sections = findSectionHeadings(passages);
  const heads = passages.map((_, index) => {
    const head = sections[index] ?? 0;
    return passages[head]?.isHeading && head !== index ? (own[head] ?? []) : [];
  });
  const inSections: string[][] = passages.map(() => []);
  for (const [index, section] of sections.entries()) {
    inSections[section]?.push(...(own[index] ?? []));
  }
  const bySection = bm25(inSections, words);
  const byPassage = bm25(
    own.map((all, index) => [...all, ...(heads[index] ?? [])]),
    words,
  );
  return passages.flatMap((passage, index): Scored[] => {
    const { score = 0, found = 0 } = byPassage[index] ?? {};
    const exact = folded(passage.text).includes(phrase);
    if (found === 0 && !exact) return [];
    const isMatch = exact || found >= words.length / 2;
    return [{ passage, score: score + SECTION_WEIGHT * (bySection[sections[index] ?? 0]?.score ?? 0), exact, isMatch }];
  });
}

/**
 * For every passage, the index of the heading directly above it, or its own index if it is a heading; 0 before the
 * first heading.
 */
function findSectionHeadings(passages: readonly SearchPassage[]): number[] {
  let section = 0;
  return passages.map(({ isHeading }, index) => {
    if (isHeading) section = index;
    return section;
  });
}

function folded(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"');
}

/** A heading is shown with its text, so only the better of the two matches is kept. */
function distinct(ranked: readonly Scored[]): Scored[] {
  const headings = new Set<number>();
  const texts = new Set<number>();
  return ranked.filter(({ passage: { block, isHeading } }) => {
    if (isHeading ? texts.has(block + 1) : headings.has(block - 1)) return false;
    (isHeading ? headings : texts).add(block);
    return true;
  });
}

/** A heading and everything up to the next one. */
function withText(blocks: readonly PageBlock[], heading: number): string {
  let text = blocks[heading]?.markdown ?? '';
  for (const block of blocks.slice(heading + 1)) {
    if (block.headingLevel !== null || text.length >= PASSAGE_LENGTH) break;
    text += `\n\n${block.markdown}`;
  }
  if (text.length <= PASSAGE_LENGTH * 1.5) return text;
  return `${text
    .slice(0, PASSAGE_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
