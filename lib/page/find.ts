import type { PageBlock } from '../protocol/page.ts';
import { headingPath } from './outline.ts';
import { type Passage, passagesOf } from './passages.ts';
import { plainText } from './plain-text.ts';
import { tellingWords, wordsOf } from './words.ts';

export type Hit = {
  /** The passage as Markdown, about 600 characters. */
  text: string;
  /** The headings it stands under. */
  path: string[];
  /** Index of its block. */
  block: number;
  /** It holds the query word for word. */
  exact: boolean;
};

export type Findings = {
  /** The best passages, best first. */
  hits: Hit[];
  /** How many passages match in all, and how many of them word for word. */
  total: number;
  exact: number;
};

/** Characters of a passage. */
const passageLength = 600;
/** The usual constants of BM25. */
const k1 = 1.2;
const b = 0.75;

type Scored = { passage: Passage; score: number; exact: boolean };

/**
 * The passages of a page that speak of `query`: those that hold it word for word first, then by BM25 over its words in
 * any order. A passage matches when it holds at least half of the words; the heading it stands under counts with it.
 */
export function findInBlocks(blocks: readonly PageBlock[], query: string, limit: number): Findings {
  const passages = passagesOf(blocks, passageLength);
  const phrase = folded(query.replace(/^["“']+|["”']+$/g, ''));
  const words = tellingWords(query);
  if (phrase === '') return { hits: [], total: 0, exact: 0 };
  const scores = bm25(passages, headingsOf(passages), words);
  const matches: Scored[] = passages.flatMap((passage, index) => {
    const { score, found } = scores[index] ?? { score: 0, found: 0 };
    const exact = folded(passage.text).includes(phrase);
    return exact || (found > 0 && found >= words.length / 2) ? [{ passage, score, exact }] : [];
  });
  matches.sort((one, other) => Number(other.exact) - Number(one.exact) || other.score - one.score);
  return {
    hits: distinct(matches)
      .slice(0, limit)
      .map(({ passage, exact }) => ({
        text: passage.isHeading ? withText(blocks, passage.block) : passage.markdown,
        path: headingPath(blocks, passage.block),
        block: passage.block,
        exact,
      })),
    total: matches.length,
    exact: matches.filter((match) => match.exact).length,
  };
}

function folded(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201C\u201D]/g, '"');
}

/** For every passage the words of the nearest heading before it. */
function headingsOf(passages: readonly Passage[]): string[][] {
  let heading: string[] = [];
  return passages.map((passage) => {
    if (!passage.isHeading) return heading;
    heading = wordsOf(passage.text);
    return [];
  });
}

function bm25(
  passages: readonly Passage[],
  headings: readonly string[][],
  words: readonly string[],
): { score: number; found: number }[] {
  const wanted = new Set(words);
  const documents = passages.map((passage, index) => {
    const all = [...wordsOf(passage.text), ...(headings[index] ?? [])];
    const counts = new Map<string, number>();
    for (const word of all) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
    return { length: all.length, counts };
  });
  const average = documents.reduce((sum, document) => sum + document.length, 0) / Math.max(1, documents.length);
  const frequency = new Map(words.map((word) => [word, documents.filter(({ counts }) => counts.has(word)).length]));
  return documents.map(({ length, counts }) => {
    let score = 0;
    for (const [word, count] of counts) {
      const holding = frequency.get(word) ?? 0;
      const rarity = Math.log(1 + (documents.length - holding + 0.5) / (holding + 0.5));
      score += (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / Math.max(1, average)));
    }
    return { score, found: counts.size };
  });
}

/** A heading is shown with its text: what stands right under it is not shown again. */
function distinct(matches: readonly Scored[]): Scored[] {
  const headings = new Set(matches.filter(({ passage }) => passage.isHeading).map(({ passage }) => passage.block));
  return matches.filter(({ passage }) => passage.isHeading || !headings.has(passage.block - 1));
}

/** A heading and what follows it, up to the next one. */
function withText(blocks: readonly PageBlock[], heading: number): string {
  let text = blocks[heading]?.markdown ?? '';
  for (const block of blocks.slice(heading + 1)) {
    if (block.headingLevel !== null || text.length >= passageLength) break;
    text += `\n\n${block.markdown}`;
  }
  if (text.length <= passageLength * 1.5) return text;
  return `${text
    .slice(0, passageLength)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
}
