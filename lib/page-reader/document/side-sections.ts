import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isSideHeading, isTitleOfSection } from './region-kind.ts';
import { isSentence, measureProse, type Shares } from './text-density.ts';

/** A section with a larger share of the prose is content, regardless of its heading. */
const MAX_PROSE = 0.3;

/**
 * The blocks of sections with boilerplate headings, such as "You may also like", including the headings. A section ends
 * with the box around its heading, or with the next heading of its level.
 */
export function findSideSections(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
  const most = proseIn(blocks) * MAX_PROSE;
  const chapters = countChapters(blocks);
  const sideBlocks = new Set<PlacedBlock>();
  for (const [index, { headingLevel, markdown, region }] of blocks.entries()) {
    if (headingLevel === null || headingLevel === 1 || isTitleOfSection(region) || !isSideHeading(markdown)) continue;
    const section = sectionAt(blocks, index, shares);
    if (isChapter(section, chapters)) continue;
    if (proseIn(section) <= most) for (const block of section) sideBlocks.add(block);
  }
  return sideBlocks;
}

/** Minimum number of sibling chapters in a text. */
const MIN_CHAPTERS = 4;

/** Counts the headings of the same level that are directly in the same box and begin a separate section. */
type Chapters = (heading: PlacedBlock) => number;

function countChapters(blocks: readonly PlacedBlock[]): Chapters {
  const counts = new Map<Region, Map<number | null, number>>();
  for (const [index, { headingLevel, region }] of blocks.entries()) {
    if (headingLevel === null || blocks[index + 1]?.headingLevel !== null) continue;
    const levels = counts.get(region) ?? new Map<number | null, number>();
    counts.set(region, levels.set(headingLevel, (levels.get(headingLevel) ?? 0) + 1));
  }
  return ({ region, headingLevel }) => counts.get(region)?.get(headingLevel) ?? 0;
}

/**
 * Whether a section is a chapter of the text around it: its heading is one of several in one box, and nothing in it is
 * linked.
 */
function isChapter([heading, ...rest]: readonly PlacedBlock[], chapters: Chapters): boolean {
  if (!heading || chapters(heading) < MIN_CHAPTERS || !rest.some(isSentence)) return false;
  const isBeside = ({ region }: PlacedBlock) => region === heading.region || region.parent === heading.region;
  return rest.every((block) => isBeside(block) && block.counts.link + block.counts.control === 0);
}

function proseIn(blocks: readonly PlacedBlock[]): number {
  return blocks.reduce((sum, block) => sum + measureProse(block), 0);
}

function sectionAt(blocks: readonly PlacedBlock[], index: number, shares: Shares): readonly PlacedBlock[] {
  const heading = blocks[index];
  if (!heading) return [];
  const level = heading.headingLevel ?? 0;
  // A heading often has its own box. The section is then in the box around that one.
  const box =
    [...regionAndAncestors(heading.region)].find((region) => shares.of(region).text > heading.counts.text) ?? null;
  let end = index + 1;
  for (let block = blocks[end]; block && isIn(block.region, box); block = blocks[end]) {
    if (block.headingLevel !== null && block.headingLevel <= level) break;
    end += 1;
  }
  return blocks.slice(index, end);
}
