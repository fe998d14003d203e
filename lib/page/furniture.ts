import { authorFacts } from './author-cell.ts';
import { amountOf, proseOf, type Share, type Shares } from './content-share.ts';
import { outward, type PlacedBlock, type Region } from './region.ts';
import { sideSections } from './side-section.ts';

/** With less prose a page of links may be what the person came for. Characters. */
const leastProse = 500;

/**
 * Leaves out what stands in the content without belonging to it: sections whose headings say so, boxes that lead
 * elsewhere, buttons, and the headings that are then over nothing. Where one text runs through, a box of a few words and many
 * links is enough of a sign; elsewhere, as in a listing, only a box of hardly anything but links. Pages without prose
 * keep their boxes. `root` holds the content, null for the whole page.
 */
export function withoutFurniture(
  found: readonly PlacedBlock[],
  shares: Shares,
  root: Region | null,
): readonly PlacedBlock[] {
  const beside = sideSections(found, shares);
  const facts = authorFacts(found, shares);
  const blocks = found.filter((block) => !beside.has(block) && !facts.has(block));
  const { all, text, prose } = amountOf(blocks);
  const isOneText = runningText(blocks) > prose * 0.5;
  if (prose < leastProse || (text < all * 0.6 && !isOneText)) return blocks;
  const isFurniture = isOneText ? isBesideText : isLinkList;
  const isKept = (block: PlacedBlock) => !isBareControl(block) && !isInside(block, isFurniture, shares, root);
  const kept = new Set(blocks.filter(isKept));
  return blocks.filter((block, index) => kept.has(block) && !isEmptyHeading(blocks, index, kept));
}

/** Characters of the longest text whose paragraphs stand side by side. */
function runningText(blocks: readonly PlacedBlock[]): number {
  const sums = new Map<Region, number>();
  for (const block of blocks) {
    const { region } = block;
    const box = (region.tag === 'p' && region.parent) || region;
    sums.set(box, (sums.get(box) ?? 0) + proseOf(block));
  }
  let longest = 0;
  for (const sum of sums.values()) longest = Math.max(longest, sum);
  return longest;
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
  shares: Shares,
  root: Region | null,
): boolean {
  for (const region of outward(block.region)) {
    if (region === root) return false;
    const share = shares.of(region);
    // A linked headline is the title of what follows, not a list of links.
    if (block.headingLevel !== null && share.text === block.counts.text) continue;
    if (isFurniture(share, region)) return true;
  }
  return false;
}

/** Has all been left out that stood under this heading? */
function isEmptyHeading(blocks: readonly PlacedBlock[], index: number, kept: ReadonlySet<PlacedBlock>): boolean {
  const level = blocks[index]?.headingLevel ?? null;
  if (level === null || level === 1) return false;
  for (let next = index + 1; ; next += 1) {
    const block = blocks[next];
    if (!block || (block.headingLevel !== null && block.headingLevel <= level)) return next > index + 1;
    if (kept.has(block)) return false;
  }
}

/** Nothing but a button, which does something and says nothing. One that opens something is the title of what it opens. */
function isBareControl({ counts, headingLevel, region }: PlacedBlock): boolean {
  return headingLevel === null && counts.control >= counts.text * 0.9 && counts.text > 0 && !region.opens;
}
