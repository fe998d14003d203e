import { isIn, type PlacedBlock, regionAndAncestors } from '../dom/region.ts';
import { isSideHeading } from './side-headings.ts';
import { proseOf, type Shares } from './text-density.ts';

/** A section with more of the prose is content, whatever its heading says. */
const maxProse = 0.3;

/**
 * The blocks of the sections whose headings say that they stand beside the content, such as "You may also
 * like"; headings included. A section ends with the box that its heading stands in, or with the next heading of its level.
 */
export function sideSections(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
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
  // A heading often has a box of its own; the section is in the one around it.
  const box =
    [...regionAndAncestors(heading.region)].find((region) => shares.of(region).text > heading.counts.text) ?? null;
  const end = blocks.findIndex(
    ({ region, headingLevel }, at) =>
      at > index && ((headingLevel !== null && headingLevel <= level) || !isIn(region, box)),
  );
  return blocks.slice(index, end < 0 ? undefined : end);
}
