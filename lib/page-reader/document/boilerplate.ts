import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isFootnotes, isSideHeading } from './region-kind.ts';
import { amountOf, proseOf, type Share, type Shares, sentence } from './text-density.ts';

/**
 * With a smaller share of text outside links, a page is a list of links: many regions without one continuous text, or nearly all
 * links with one.
 */
const minTextShare = { ofMany: 0.6, ofOneText: 0.25 };
/** With less prose, a page of links may be what the user came for. Characters. */
const minProse = 500;

/**
 * Removes boilerplate from the content: sections with a boilerplate heading, boxes of links to other pages, buttons, and headings
 * left without content. If the page has one continuous text, a box of a few words and many links is removed; otherwise, as in a
 * listing, only a box of almost nothing but links. Pages without prose keep their boxes. `root` holds the content, null for the
 * whole page.
 */
export function removeBoilerplate(
  found: readonly PlacedBlock[],
  shares: Shares,
  root: Region | null,
): readonly PlacedBlock[] {
  const beside = sideSections(found, shares);
  const facts = authorFacts(found, shares);
  const blocks = found.filter((block) => !beside.has(block) && !facts.has(block));
  const { all, text, prose } = amountOf(blocks);
  const running = runningText(blocks);
  const isOneText = running.prose > prose * 0.5;
  if (prose < minProse || text < all * (isOneText ? minTextShare.ofOneText : minTextShare.ofMany)) return blocks;
  const isFurniture = isOneText ? isBesideText : isLinkList;
  const own = ownBoxes(shares, isOneText ? listsAmidst(blocks, running.box) : new Set());
  const isKept = (block: PlacedBlock) => !isBareControl(block) && !isInside(block, isFurniture, own, shares, root);
  const kept = new Set(blocks.filter(isKept));
  return blocks.filter((block, index) => kept.has(block) && !isEmptyHeading(blocks, index, kept));
}

/** The box with the longest text whose paragraphs are siblings, and its number of characters. */
function runningText(blocks: readonly PlacedBlock[]): { box: Region | null; prose: number } {
  const sums = new Map<Region, number>();
  for (const block of blocks) {
    const box = textBoxOf(block);
    sums.set(box, (sums.get(box) ?? 0) + proseOf(block));
  }
  let longest: { box: Region | null; prose: number } = { box: null, prose: 0 };
  for (const [box, prose] of sums) if (prose > longest.prose) longest = { box, prose };
  return longest;
}

/** The region around the paragraph. */
function textBoxOf({ region }: PlacedBlock): Region {
  return (region.tag === 'p' && region.parent) || region;
}

/** Lists within the text in `box` are the author's, even if they consist of links; those after its end may be the site's. */
function listsAmidst(blocks: readonly PlacedBlock[], box: Region | null): ReadonlySet<Region> {
  const end = blocks.findLastIndex((block) => textBoxOf(block) === box && proseOf(block) >= sentence);
  const regions = blocks.slice(0, Math.max(0, end)).map(({ region }) => region);
  return new Set(regions.filter(({ tag, parent }) => parent === box && (tag === 'ul' || tag === 'ol')));
}

/** These lists, captions and footnotes with all their boxes, whose links are part of the text. */
function ownBoxes({ regions }: Shares, lists: ReadonlySet<Region>): ReadonlySet<Region> {
  const own = new Set<Region>();
  for (const region of regions) {
    const isOwn = lists.has(region) || region.tag === 'figcaption' || isFootnotes(region);
    if (isOwn || (region.parent && own.has(region.parent))) own.add(region);
  }
  return own;
}

function isLinkList({ link, text }: Share): boolean {
  return link > text * 0.85 && text > 60;
}

const boxes = /^(?:div|section|ul|ol|table|form|fieldset|dl)$/;

function isBesideText({ link, text, prose }: Share, region: Region): boolean {
  if (link > text * 0.6 && text > 60) return true;
  return prose < 200 && link > text * 0.35 && boxes.test(region.tag);
}

function isInside(
  block: PlacedBlock,
  isFurniture: (share: Share, region: Region) => boolean,
  own: ReadonlySet<Region>,
  shares: Shares,
  root: Region | null,
): boolean {
  for (const region of regionAndAncestors(block.region)) {
    if (region === root || own.has(region)) return false;
    const share = shares.of(region);
    // A linked headline is the title of what follows, not a list of links.
    if (block.headingLevel !== null && share.text === block.counts.text) continue;
    if (isFurniture(share, region)) return true;
  }
  return false;
}

/** Whether everything under this heading was removed. */
function isEmptyHeading(blocks: readonly PlacedBlock[], index: number, kept: ReadonlySet<PlacedBlock>): boolean {
  const level = blocks[index]?.headingLevel ?? null;
  if (level === null || level === 1) return false;
  for (let next = index + 1; ; next += 1) {
    const block = blocks[next];
    if (!block || (block.headingLevel !== null && block.headingLevel <= level)) return next > index + 1;
    if (kept.has(block)) return false;
  }
}

/** Whether the block is only a button. A button that opens something is the title of its content. */
function isBareControl({ counts, headingLevel, region }: PlacedBlock): boolean {
  return headingLevel === null && counts.control >= counts.text * 0.9 && counts.text > 0 && !region.opens;
}

/** Class names of the author column of posts in XenForo, phpBB, vBulletin, MyBB and Invision. */
const cells =
  /(?:^|[\s_-])(?:message-user(?:Details)?|postprofile|post-?left|post_author|user-?info|author-?pane\w*)(?:$|[\s_-])/i;
/** A box with more in it is not an author cell, whatever its name. Characters, and those of them that are prose. */
const most = { text: 400, prose: 150 };

/**
 * Facts in author cells beside the name: rank, number of posts, join date, location. They repeat with each post; a single such
 * cell may be the content of the page.
 */
function authorFacts(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const named = new Set<Region>();
  const facts = new Set<PlacedBlock>();
  for (const block of blocks) {
    const cell = cellAround(block.region, shares);
    if (!cell) continue;
    if (named.has(cell) || block.counts.text === 0) facts.add(block);
    else named.add(cell);
  }
  return named.size > 1 ? facts : new Set();
}

function cellAround(region: Region, shares: Shares): Region | null {
  let cell: Region | null = null;
  for (const around of regionAndAncestors(region)) {
    const { text, prose } = shares.of(around);
    if (text > most.text || prose > most.prose) break;
    if (cells.test(around.names)) cell = around;
  }
  return cell;
}

/** A section with a larger share of the prose is content, whatever its heading. */
const maxProse = 0.3;

/**
 * The blocks of sections with boilerplate headings, such as "You may also like", including the headings. A section ends with the
 * box around its heading, or with the next heading of its level.
 */
function sideSections(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const most = proseIn(blocks) * maxProse;
  const found = new Set<PlacedBlock>();
  for (const [index, { headingLevel, markdown }] of blocks.entries()) {
    if (headingLevel === null || headingLevel === 1 || !isSideHeading(markdown)) continue;
    const section = sectionAt(blocks, index, shares);
    if (proseIn(section) <= most) for (const block of section) found.add(block);
  }
  return found;
}

function proseIn(blocks: readonly PlacedBlock[]): number {
  return blocks.reduce((sum, block) => sum + proseOf(block), 0);
}

function sectionAt(blocks: readonly PlacedBlock[], index: number, shares: Shares): readonly PlacedBlock[] {
  const heading = blocks[index];
  if (!heading) return [];
  const level = heading.headingLevel ?? 0;
  // A heading often has its own box; the section is in the box around that.
  const box =
    [...regionAndAncestors(heading.region)].find((region) => shares.of(region).text > heading.counts.text) ?? null;
  const end = blocks.findIndex(
    ({ region, headingLevel }, at) =>
      at > index && ((headingLevel !== null && headingLevel <= level) || !isIn(region, box)),
  );
  return blocks.slice(index, end < 0 ? undefined : end);
}
