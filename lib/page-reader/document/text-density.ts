import type { PlacedBlock, Region } from '../dom/region.ts';

/** The content of a region, including its descendants. */
export type Share = {
  /** Characters of text, and how many of them are in links and in controls. */
  text: number;
  link: number;
  control: number;
  /** Number of unlinked entries of lists and tables, and number of headings. */
  entries: number;
  /** Number of entries of lists of terms. */
  terms: number;
  headings: number;
  /** Characters of running text. Short pieces count for less. */
  prose: number;
  /** The prose without asides and comments, by which the main content is chosen. */
  weight: number;
  /** The part of `weight` that is not code. */
  words: number;
  /** `landmark` is on every page of the site, such as its navigation. */
  place: 'content' | 'comments' | 'aside' | 'landmark';
};

export type Shares = { regions: readonly Region[]; of: (region: Region) => Share };

/** Minimum length of a meaningful sentence, in characters. */
export const SENTENCE = 60;

/**
 * Characters of running text in a block. Labels, prices and captions are shorter than a sentence and count for less.
 */
export function measureProse({ counts }: PlacedBlock): number {
  const length = counts.text - counts.link - counts.control;
  return length >= SENTENCE ? length : length * 0.3;
}

/** Whether the block is an entry of a list or a table whose text is neither linked nor a control. */
export function isEntry({ kind, counts }: PlacedBlock): boolean {
  const isListed = kind === 'list' || kind === 'table' || kind === 'definition-list';
  return isListed && counts.text > 0 && counts.link + counts.control <= counts.text * 0.3;
}

/** Whether the block is a paragraph of at least a sentence outside links. */
export function isParagraph(block: PlacedBlock): boolean {
  return block.region.tag === 'p' && isSentence(block);
}

/** Whether the block is at least a sentence outside links, in any element. */
export function isSentence(block: PlacedBlock): boolean {
  return block.counts.link <= block.counts.text * 0.3 && measureProse(block) >= SENTENCE;
}

/** Characters in total, characters outside links, and how many of the latter are prose. */
export type Amount = { all: number; text: number; prose: number };

export function measureTextAmount(blocks: readonly PlacedBlock[]): Amount {
  let all = 0;
  let text = 0;
  let prose = 0;
  for (const block of blocks) {
    all += block.counts.text;
    text += block.counts.text - block.counts.link;
    prose += measureProse(block);
  }
  return { all, text, prose };
}
