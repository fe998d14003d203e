import { type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isAside, isComments, isLandmark } from './region-kind.ts';

/** The content of a region, including its descendants. */
export type Share = {
  /** Characters of text, and how many of them are in links. */
  text: number;
  link: number;
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
export const sentence = 60;

/**
 * Characters of running text in a block. Labels, prices and captions are shorter than a sentence and count for less.
 */
export function measureProse({ counts }: PlacedBlock): number {
  const length = counts.text - counts.link - counts.control;
  return length >= sentence ? length : length * 0.3;
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
  return block.counts.link <= block.counts.text * 0.3 && measureProse(block) >= sentence;
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

/**
 * Measures every region around the blocks. `regions` lists them, outer ones first. For an article, `boilerplate`
 * contains the regions outside it, regardless of their content. `ofHeadline`: the regions around the heading that the
 * page is named after.
 */
export function measureShares(
  blocks: readonly PlacedBlock[],
  boilerplate: { aside: ReadonlySet<Region>; comments: ReadonlySet<Region> },
  ofHeadline: ReadonlySet<Region> = new Set(),
): Shares {
  const regions = collectRegions(blocks);
  const shares = new Map<Region, Share>();
  const empty = (place: Share['place']): Share => ({
    text: 0,
    link: 0,
    entries: 0,
    terms: 0,
    headings: 0,
    prose: 0,
    weight: 0,
    words: 0,
    place,
  });
  for (const region of regions) shares.set(region, empty('content'));
  const of = (region: Region): Share => shares.get(region) ?? empty('aside');

  for (const block of blocks) {
    const share = of(block.region);
    share.text += block.counts.text;
    share.link += block.counts.link;
    share.prose += measureProse(block);
    if (block.headingLevel !== null) share.headings += 1;
    else if (isEntry(block)) {
      share.entries += block.table?.rows.length ?? 1;
      if (block.kind === 'definition-list') share.terms += 1;
    }
  }
  for (const region of regions.toReversed()) {
    if (!region.parent) continue;
    const share = of(region);
    const outer = of(region.parent);
    outer.text += share.text;
    outer.link += share.link;
    outer.entries += share.entries;
    outer.terms += share.terms;
    outer.headings += share.headings;
    outer.prose += share.prose;
  }

  const remarks = findRemarks(regions, of);
  const isOfReaders = (region: Region) =>
    boilerplate.comments.has(region) || (isComments(region) && !remarks.has(region));
  // The share is computed without comments, so that a thousand comments do not make a box of the article look small.
  const whole = amountWithout((region) => boilerplate.aside.has(region) || isOfReaders(region), regions, of);
  // A header around the page's headline belongs to the text and may hold its facts.
  const isHeadOfText = (region: Region) => region.tag === 'header' && region.role === null && ofHeadline.has(region);
  for (const region of regions) {
    const outer = region.parent ? of(region.parent).place : 'content';
    const share = of(region);
    if (outer === 'landmark' || isLandmark(region)) share.place = 'landmark';
    else if (
      outer === 'aside' ||
      boilerplate.aside.has(region) ||
      (isAside(region, share, whole, region.parent && of(region.parent)) && !isHeadOfText(region))
    )
      share.place = 'aside';
    else if (outer === 'comments' || isOfReaders(region)) share.place = 'comments';
  }
  for (const block of blocks) {
    const share = of(block.region);
    if (share.place !== 'content') continue;
    share.weight += measureProse(block);
    if (block.kind !== 'code') share.words += measureProse(block);
  }
  for (const region of regions.toReversed()) {
    if (!region.parent) continue;
    of(region.parent).weight += of(region).weight;
    of(region.parent).words += of(region).words;
  }
  return { regions, of };
}

/** With fewer boxes for comments below different texts, the comments are about the page. */
const minCommented = 2;

/**
 * Boxes of comments that each follow another text in their parent, such as remarks on the question and on an answer.
 * They are about that text, and not about the page. Comments inside others are replies.
 */
function findRemarks(regions: readonly Region[], of: Shares['of']): ReadonlySet<Region> {
  const boxes = regions.filter(isComments);
  if (boxes.length < minCommented) return new Set();
  const comments = new Set(boxes);
  const byName = Map.groupBy(boxes, ({ tag, names }) => `${tag} ${names}`);
  const areRemarks = (own: readonly Region[]) =>
    new Set(own.map(({ parent }) => parent)).size === own.length &&
    own.length >= minCommented &&
    own.every(({ parent }) => parent && ![...regionAndAncestors(parent)].some((around) => comments.has(around))) &&
    own.every((region) => isBelowText(region, of));
  return new Set([...byName.values()].filter(areRemarks).flat());
}

/** Whether this box has more text than links, and the box around it has at least a sentence of its own. */
function isBelowText(region: Region, of: Shares['of']): boolean {
  const { text, link, prose } = of(region);
  return region.parent !== null && link < text / 2 && of(region.parent).prose - prose >= sentence;
}

/** Measures the content of the page outside the excluded regions. */
function amountWithout(
  isLeftOut: (region: Region) => boolean,
  regions: readonly Region[],
  of: Shares['of'],
): { text: number; prose: number } {
  const [body] = regions;
  if (!body) return { text: 0, prose: 0 };
  const amount = { text: of(body).text, prose: of(body).prose };
  const excludedRegions = new Set<Region | null>();
  for (const region of regions) {
    const isInside = excludedRegions.has(region.parent);
    if (!isInside && !isLeftOut(region)) continue;
    excludedRegions.add(region);
    if (isInside) continue;
    amount.text -= of(region).text;
    amount.prose -= of(region).prose;
  }
  return amount;
}

function collectRegions(blocks: readonly PlacedBlock[]): Region[] {
  const distinctRegions = new Set<Region>();
  for (const block of blocks) {
    for (let region: Region | null = block.region; region && !distinctRegions.has(region); region = region.parent)
      distinctRegions.add(region);
  }
  return [...distinctRegions].sort((one, other) => one.depth - other.depth);
}
