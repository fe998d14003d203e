import { type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import type { Shares } from './text-density.ts';

/** Where forums keep who wrote a post, with all they tell of them: XenForo, phpBB, vBulletin, MyBB, Invision. */
const cells =
  /(?:^|[\s_-])(?:message-user(?:Details)?|postprofile|post-?left|post_author|user-?info|author-?pane\w*)(?:$|[\s_-])/i;
/** A box with more in it is no cell, whatever its name. Characters, and those of them that are prose. */
const most = { text: 400, prose: 150 };

/**
 * What stands in the cells of authors beside their names: ranks, how many posts, since when, from where. It comes again with
 * each post; where there is only one such cell, it may be what the page is about.
 */
export function authorFacts(blocks: readonly PlacedBlock[], shares: Shares): ReadonlySet<PlacedBlock> {
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
