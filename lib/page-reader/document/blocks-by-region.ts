import { type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';

/** The blocks in each region and its descendants, in document order. */
export type BlocksByRegion = ReadonlyMap<Region, readonly PlacedBlock[]>;

export function groupByRegion(blocks: readonly PlacedBlock[]): BlocksByRegion {
  const inside = new Map<Region, PlacedBlock[]>();
  for (const block of blocks) {
    for (const region of regionAndAncestors(block.region)) {
      const found = inside.get(region);
      if (found) found.push(block);
      else inside.set(region, [block]);
    }
  }
  return inside;
}
