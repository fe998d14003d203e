import { describeShape, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { findBoxesAmidText, findPageEdges } from './boxes-by-place.ts';
import { type Facts, findFactRows } from './facts.ts';
import { canHoldFacts, isAside, isComments, isHiddenByName, isLandmark } from './region-kind.ts';
import { isEntry, measureProse, SENTENCE, type Share, type Shares } from './text-density.ts';

/** Regions outside the article, regardless of their content. */
type Boilerplate = { aside: ReadonlySet<Region>; comments: ReadonlySet<Region> };

/**
 * Measures every region around the blocks, and decides where it belongs. `regions` lists them, outer ones first. For an
 * article, `boilerplate` contains the regions outside it. `ofHeadline`: the regions around the heading that the page is
 * named after.
 */
export function measureShares(
  blocks: readonly PlacedBlock[],
  boilerplate: Boilerplate,
  ofHeadline: ReadonlySet<Region> = new Set(),
): Shares {
  const shares = sumContent(blocks, collectRegions(blocks));
  assignPlaces(blocks, shares, boilerplate, ofHeadline);
  const { regions, of } = shares;
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
  return shares;
}

const NOTHING = { text: 0, link: 0, control: 0, entries: 0, terms: 0, headings: 0, prose: 0, weight: 0, words: 0 };
const SUMS = ['text', 'link', 'control', 'entries', 'terms', 'headings', 'prose'] as const;

function sumContent(blocks: readonly PlacedBlock[], regions: readonly Region[]): Shares {
  const shares = new Map<Region, Share>(regions.map((region) => [region, { ...NOTHING, place: 'content' }]));
  const of = (region: Region): Share => shares.get(region) ?? { ...NOTHING, place: 'aside' };
  for (const block of blocks) {
    const share = of(block.region);
    share.text += block.counts.text;
    share.link += block.counts.link;
    share.control += block.counts.control;
    share.prose += measureProse(block);
    if (block.headingLevel !== null) share.headings += 1;
    else if (isEntry(block)) {
      share.entries += block.table?.rows.length ?? 1;
      if (block.kind === 'definition-list') share.terms += 1;
    }
  }
  for (const region of regions.toReversed())
    if (region.parent) for (const name of SUMS) of(region.parent)[name] += of(region)[name];
  return { regions, of };
}

function assignPlaces(
  blocks: readonly PlacedBlock[],
  { regions, of }: Shares,
  boilerplate: Boilerplate,
  ofHeadline: ReadonlySet<Region>,
): void {
  const remarks = findRemarks(regions, of);
  const edges = new Set(findPageEdges(blocks, of));
  const amid = inside(regions, findBoxesAmidText(blocks, of));
  const isOfReaders = (region: Region) =>
    boilerplate.comments.has(region) || (isComments(region) && !remarks.has(region) && !amid.has(region));
  // The share is computed without comments, so that a thousand comments do not make a box of the article look small.
  const whole = amountWithout((region) => boilerplate.aside.has(region) || isOfReaders(region), regions, of);
  const ofEntries = findPartsOfEntries(regions, of);
  const factBoxes = findFactBoxes(blocks, of);
  const isOwn = (region: Region) =>
    !isHiddenByName(region) && (amid.has(region) || ofEntries.has(region) || isHeadOfText(region, ofHeadline));
  for (const region of regions) {
    const outer = region.parent ? of(region.parent).place : 'content';
    const share = of(region);
    if (outer === 'landmark' || edges.has(region) || (isLandmark(region) && !ofEntries.has(region)))
      share.place = 'landmark';
    else if (outer !== 'comments' && factBoxes.has(region)) share.place = 'content';
    else if (
      outer === 'aside' ||
      (boilerplate.aside.has(region) && !amid.has(region)) ||
      (isAside(region, share, whole, region.parent && of(region.parent)) && !isOwn(region))
    )
      share.place = 'aside';
    else if (outer === 'comments' || isOfReaders(region)) share.place = 'comments';
  }
}

/** Whether this header is around the page's headline. It belongs to the text and may hold its facts. */
function isHeadOfText(region: Region, ofHeadline: ReadonlySet<Region>): boolean {
  return region.tag === 'header' && region.role === null && ofHeadline.has(region);
}

/** These regions and all that are in them. `regions` has the outer ones first. */
function inside(regions: readonly Region[], outer: ReadonlySet<Region>): ReadonlySet<Region> {
  const all = new Set<Region | null>();
  for (const region of regions) if (outer.has(region) || all.has(region.parent)) all.add(region);
  return all as ReadonlySet<Region>;
}

/** With fewer boxes for comments below different texts, the comments are about the page. */
const MIN_COMMENTED = 2;

/**
 * Boxes of comments that each follow another text in their parent, such as remarks on the question and on an answer.
 * They are about that text, and not about the page. Comments inside others are replies.
 */
function findRemarks(regions: readonly Region[], of: Shares['of']): ReadonlySet<Region> {
  const boxes = regions.filter(isComments);
  if (boxes.length < MIN_COMMENTED) return new Set();
  const comments = new Set(boxes);
  const byName = Map.groupBy(boxes, ({ tag, names }) => `${tag} ${names}`);
  const areRemarks = (own: readonly Region[]) =>
    new Set(own.map(({ parent }) => parent)).size === own.length &&
    own.length >= MIN_COMMENTED &&
    own.every(({ parent }) => parent && ![...regionAndAncestors(parent)].some((around) => comments.has(around))) &&
    own.every((region) => isBelowText(region, of));
  return inside(regions, new Set([...byName.values()].filter(areRemarks).flat()));
}

/** Whether this box has more text than links, and the box around it has at least a sentence of its own. */
function isBelowText(region: Region, of: Shares['of']): boolean {
  const { text, link, prose } = of(region);
  return region.parent !== null && link < text / 2 && of(region.parent).prose - prose >= SENTENCE;
}

/** Minimum number of entries with the same structure. */
const MIN_ENTRIES = 3;
/** Maximum share of links in a box of facts, and minimum share of the facts in the text of a box around them. */
const FACT_BOX = { maxLinks: 0.3, minFacts: 0.5 };

/**
 * Boxes without links and controls that occur in three or more entries of the same structure, such as the prices in the
 * cards of hotels. They belong to their entries, regardless of their names and tags.
 */
function findPartsOfEntries(regions: readonly Region[], of: Shares['of']): ReadonlySet<Region> {
  const parts = new Set<Region>();
  const isPart = (region: Region) =>
    region.parent?.parent && of(region).text > 0 && of(region).link + of(region).control === 0;
  for (const siblings of Map.groupBy(regions.filter(isPart), ({ parent }) => parent?.parent).values()) {
    const toKey = (region: Region) => `${describeShape(region)} in ${region.parent && describeShape(region.parent)}`;
    for (const alike of Map.groupBy(siblings, toKey).values())
      if (new Set(alike.map(({ parent }) => parent)).size >= MIN_ENTRIES) for (const region of alike) parts.add(region);
  }
  return parts;
}

/**
 * Boxes that hold facts and little else that is not linked, such as the hours and the address beside a text. They are
 * content in a sidebar too, but not in the header or footer of the page. Several such boxes with the same structure are
 * other products, or filters.
 */
function findFactBoxes(blocks: readonly PlacedBlock[], of: Shares['of']): ReadonlySet<Region> {
  const boxes = new Set<Region>();
  const byShape = Map.groupBy(findFactRows(blocks), ({ box }) => box && describeShape(box));
  const areOther = (alike: readonly Facts[]) => new Set(alike.map(({ box }) => box)).size > 1;
  for (const { box, blocks: facts } of [...byShape.values()].filter((alike) => !areOther(alike)).flat()) {
    if (!box || ![...regionAndAncestors(box)].every(canHoldFacts)) continue;
    const length = facts.reduce((sum, { counts }) => sum + counts.text, 0);
    for (let around: Region | null = box; around; around = around.parent) {
      const { text, link } = of(around);
      if (link > text * FACT_BOX.maxLinks || (around !== box && length < text * FACT_BOX.minFacts)) break;
      boxes.add(around);
    }
  }
  return boxes;
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
