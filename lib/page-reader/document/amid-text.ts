import type { PlacedBlock, Region } from '../dom/region.ts';
import { isNote, isWeaklyNamed } from './region-kind.ts';
import { isParagraph, type Shares, sentence } from './text-density.ts';

/** Minimum number of paragraphs in a box whose other boxes belong to its text. */
const minParagraphs = 2;
/** Maximum share of links in a note, and minimum length of its text in characters. Other boxes must not have links. */
const maxLinks = 0.3;
const minNote = 30;

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
    if (isOwnParagraph(block) && (texts.get(block.region.parent ?? block.region)?.count ?? 0) >= minParagraphs)
      amid.add(block.region);
    for (let box = block.region; box.parent; box = box.parent) {
      const text = texts.get(box.parent);
      if (!text || text.count < minParagraphs || index < text.first || index > text.last) continue;
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
  if (control > 0 || link > (isNote(box) ? text * maxLinks : 0)) return false;
  return prose >= sentence || headings > 0 || /\d/.test(markdown) || (isNote(box) && text >= minNote);
}

function isOwnParagraph(block: PlacedBlock): boolean {
  const { counts, markdown, region } = block;
  if (!isParagraph(block) || counts.link + counts.control > 0 || isWeaklyNamed(region)) return false;
  return /\p{Sentence_Terminal}["'”’»)\]]*$/u.test(markdown);
}
