import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isSentence, type Shares } from './text-density.ts';

/** Maximum share of the page's text in a box at its edge, and maximum characters of prose in it. */
const edge = { maxShare: 0.5, maxProse: 200 };
/** Minimum share of links in the box above the headline. */
const minLinked = 0.8;
const copyright = /©|\(c\)\s?\d{4}/i;

/**
 * The box that begins the page, above its headline, and contains links only; and the box with the sign of copyright,
 * below which there is no further sentence. They are on every page of the site although no tag, role or name says so.
 * `blocks` are those of the page, of which `of` measures the boxes.
 */
export function findPageEdges(blocks: readonly PlacedBlock[], of: Shares['of']): readonly Region[] {
  const headline = blocks.findIndex(({ headingLevel }) => headingLevel === 1);
  const [first] = blocks;
  const notice = blocks.findLast(({ markdown }) => copyright.test(markdown));
  const edges: Region[] = [];
  const body = first && [...regionAndAncestors(first.region)].at(-1);
  if (!first || !body) return edges;
  const isAtEdge = (region: Region) =>
    of(region).text <= of(body).text * edge.maxShare &&
    of(region).prose < edge.maxProse &&
    (!blocks[headline] || !isIn(blocks[headline].region, region));
  const above = headline > 0 ? findOutermost(first.region, isAtEdge) : null;
  if (above && of(above).link >= of(above).text * minLinked) edges.push(above);
  const below = notice && blocks.indexOf(notice) > headline ? findOutermost(notice.region, isAtEdge) : null;
  const last = below ? blocks.findLastIndex(({ region }) => isIn(region, below)) : -1;
  if (below && !blocks.slice(last + 1).some(isSentence)) edges.push(below);
  return edges;
}

function findOutermost(region: Region, is: (region: Region) => boolean): Region | null {
  let box: Region | null = null;
  for (const around of regionAndAncestors(region)) {
    if (!is(around)) break;
    box = around;
  }
  return box;
}
