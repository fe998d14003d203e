import { isIn, type PlacedBlock, type Region, regionAndAncestors } from '../dom/region.ts';
import { isNote, isWeaklyNamed } from './region-kind.ts';
import { isParagraph, isSentence, SENTENCE, type Share, type Shares } from './text-density.ts';

/** Minimum number of paragraphs in a box whose other boxes belong to its text. */
const MIN_PARAGRAPHS = 2;
/** Maximum share of links in a note, and minimum length of its text in characters. Other boxes must not have links. */
const MAX_LINKS = 0.3;
const MIN_NOTE = 30;

/**
 * The boxes amid a text, which belong to it regardless of their names and tags: they are after a paragraph and before
 * another part of the text in the same box, have no controls or links, and hold a sentence, a heading or a number. Also
 * the paragraphs themselves that end like a sentence.
 */
export function findBoxesAmidText(blocks: readonly PlacedBlock[], of: Shares['of']): ReadonlySet<Region> {
  const texts = new Map<Region, { first: number; last: number; count: number }>();
  for (const [index, block] of blocks.entries()) {
    const box = parentOfMember(block);
    if (!box) continue;
    const text = texts.get(box) ?? { first: -1, last: -1, count: 0 };
    if (isParagraph(block)) {
      text.count += 1;
      if (text.first < 0) text.first = index;
    }
    // A heading is not the end of a text, but the beginning of something below it.
    if (block.headingLevel === null) text.last = index;
    texts.set(box, text);
  }
  const amid = new Set<Region>();
  for (const [index, block] of blocks.entries()) {
    if (isOwnParagraph(block) && (texts.get(block.region.parent ?? block.region)?.count ?? 0) >= MIN_PARAGRAPHS)
      amid.add(block.region);
    for (let box = block.region; box.parent; box = box.parent) {
      const text = texts.get(box.parent);
      if (!text || text.count < MIN_PARAGRAPHS || index < text.first || index > text.last) continue;
      if (isOwnBox(box, block, of)) amid.add(box);
    }
  }
  return amid;
}

/** The box of a paragraph, heading or list that is directly in it, or null. */
function parentOfMember({ region, headingLevel, kind }: PlacedBlock): Region | null {
  if (region.tag === 'p' || headingLevel !== null || kind === 'code') return region.parent;
  return region.tag === 'li' ? (region.parent?.parent ?? null) : null;
}

function isOwnBox(box: Region, { markdown }: PlacedBlock, of: Shares['of']): boolean {
  const { text, link, control, prose, headings } = of(box);
  if (control > 0 || link > (isNote(box) ? text * MAX_LINKS : 0)) return false;
  return prose >= SENTENCE || headings > 0 || /\d/.test(markdown) || (isNote(box) && text >= MIN_NOTE);
}

function isOwnParagraph(block: PlacedBlock): boolean {
  const { counts, markdown, region } = block;
  if (!isParagraph(block) || counts.link + counts.control > 0 || isWeaklyNamed(region)) return false;
  return /\p{Sentence_Terminal}["'”’»)\]]*$/u.test(markdown);
}

/**
 * Maximum characters of prose in a box at the edge of the page, and maximum share of the page's text, unless it has no
 * headings and at least this share of links and controls.
 */
const EDGE = { maxProse: 200, maxShare: 0.5, minLinked: 0.4 };
/** Minimum share of links in the box above the headline. */
const MIN_LINKED = 0.8;
const COPYRIGHT = /©|\(c\)\s?\d{4}/i;

/**
 * The box that begins the page, above its headline, and contains links only; and the boxes at its end (`findFooter`).
 * They are on every page of the site although no tag, role or name says so. `blocks` are those of the page, of which
 * `of` measures the boxes.
 */
export function findPageEdges(blocks: readonly PlacedBlock[], of: Shares['of']): readonly Region[] {
  const [first] = blocks;
  const body = first && [...regionAndAncestors(first.region)].at(-1);
  if (!body) return [];
  const headlineAt = blocks.findIndex(({ headingLevel }) => headingLevel === 1);
  const isAtEdge = (region: Region) => {
    const { text, link, control, prose, headings } = of(region);
    if (prose >= EDGE.maxProse || (blocks[headlineAt] && isIn(blocks[headlineAt].region, region))) return false;
    const isLinked = headlineAt >= 0 && headings === 0 && link + control >= text * EDGE.minLinked;
    return isLinked || text <= of(body).text * EDGE.maxShare;
  };
  const top = headlineAt > 0 ? findOutermost(first, isAtEdge) : null;
  const footer = findFooter(blocks, headlineAt, isAtEdge, (region) => isAtEdge(region) && isShortRequest(of(region)));
  return top && of(top).link >= of(top).text * MIN_LINKED ? [top, ...footer] : footer;
}

/**
 * The box with the last sign of copyright, unless it is above the headline or a sentence is below the box, and the
 * short request directly above it. A request has no number, as the price beside a button would be.
 */
function findFooter(
  blocks: readonly PlacedBlock[],
  headlineAt: number,
  isAtEdge: (region: Region) => boolean,
  isRequest: (region: Region) => boolean,
): Region[] {
  const noticeAt = blocks.findLastIndex(({ markdown }) => COPYRIGHT.test(markdown));
  const footer = noticeAt > headlineAt && findOutermost(blocks[noticeAt], isAtEdge);
  if (!footer) return [];
  const isInFooter = ({ region }: PlacedBlock) => isIn(region, footer);
  if (blocks.slice(blocks.findLastIndex(isInFooter) + 1).some(isSentence)) return [];
  const request = findOutermost(blocks[blocks.findIndex(isInFooter) - 1], isRequest);
  const hasNumber = blocks.some(({ region, markdown }) => request && isIn(region, request) && /\d/.test(markdown));
  return request && !hasNumber ? [footer, request] : [footer];
}

/** Maximum length of a request to subscribe, in characters. */
const MAX_REQUEST = 120;

function isShortRequest({ text, link, control, headings }: Share): boolean {
  return control > 0 && link + headings === 0 && text <= MAX_REQUEST;
}

/** Goes outwards from the box of a block while `is` accepts the boxes. Returns the last one, or null. */
function findOutermost(block: PlacedBlock | undefined, is: (region: Region) => boolean): Region | null {
  let box: Region | null = null;
  for (const around of block ? regionAndAncestors(block.region) : []) {
    if (!is(around)) break;
    box = around;
  }
  return box;
}
