import { isIn, type PlacedBlock, regionAndAncestors } from '../dom/region.ts';
import { isSideHeading, isTitleOfSection } from './region-kind.ts';
import { isSentence, proseOf, type Shares } from './text-density.ts';

/** A section with a larger share of the prose is content, whatever its heading. */
const maxProse = 0.3;

/**
 * The blocks of sections with boilerplate headings, such as "You may also like", including the headings. A section ends with the
 * box around its heading, or with the next heading of its level.
 */
export function findSideSections(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const most = proseIn(blocks) * maxProse;
  const found = new Set<PlacedBlock>();
  for (const [index, { headingLevel, markdown, region }] of blocks.entries()) {
    if (headingLevel === null || headingLevel === 1 || isTitleOfSection(region) || !isSideHeading(markdown)) continue;
    const section = sectionAt(blocks, index, shares);
    if (isChapter(blocks, section)) continue;
    if (proseIn(section) <= most) for (const block of section) found.add(block);
  }
  return found;
}

/** A text has at least this many chapters beside each other. */
const minChapters = 4;

/** Whether a section is a chapter of the text around it: its heading is one of several in one box, and nothing in it is linked. */
function isChapter(blocks: readonly PlacedBlock[], [heading, ...rest]: readonly PlacedBlock[]): boolean {
  const isBeside = ({ region }: PlacedBlock) => region === heading?.region || region.parent === heading?.region;
  if (
    !rest.some(isSentence) ||
    !rest.every((block) => isBeside(block) && block.counts.link + block.counts.control === 0)
  )
    return false;
  const chapters = blocks.filter(
    ({ headingLevel, region }, index) =>
      headingLevel === heading?.headingLevel && region === heading?.region && blocks[index + 1]?.headingLevel === null,
  );
  return chapters.length >= minChapters;
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
