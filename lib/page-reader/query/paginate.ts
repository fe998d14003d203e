import { estimateTokens, type PageBlock } from '../../contracts/index.ts';
import { fingerprint } from '../document/fingerprint.ts';
import { blockGap } from '../document/join-blocks.ts';
import { cutBlock } from './cut-block.ts';
import { headingPath } from './outline.ts';

/** One part of a page, small enough for one answer. Sizes are estimated tokens. */
export type PagePart = {
  text: string;
  /** Where to continue, or null at the end. */
  next: Position | null;
  /** The size of the whole page, and of the rest after this part. */
  total: number;
  remaining: number;
};

/** A block, and an offset in it in UTF-16 units. */
export type Position = { block: number; offset: number };

export const beginning: Position = { block: 0, offset: 0 };

/** Minimum free share of a part for a block to be cut to fill it. */
const worthFilling = 0.4;

/**
 * The part of a page from `start` with about `maxTokens`, up to the block `end`. Cuts between blocks, or inside a block that is
 * too long for a part of its own. Headings never come last in a part. A later part begins with the headings above it.
 */
export function paginate(
  blocks: readonly PageBlock[],
  { start, end = blocks.length, maxTokens }: { start: Position; end?: number; maxTokens: number },
): PagePart {
  const sizes = blocks.map((block) => estimateTokens(block.markdown));
  const sizeFrom = ({ block, offset }: Position) =>
    sizes.slice(block, end).reduce((sum, size) => sum + size, 0) -
    (offset > 0 ? estimateTokens(blocks[block]?.markdown.slice(0, offset) ?? '') : 0);
  const part = fill(blocks.slice(0, end), sizes, start, maxTokens);
  const isFirst = start.block === 0 && start.offset === 0;
  const path = isFirst || blocks[start.block]?.headingLevel ? [] : headingPath(blocks, start.block);
  const lead = path.length > 0 ? `(continued, under: ${path.join(' > ')})\n\n` : '';
  return {
    text: lead + part.text,
    next: part.end,
    total: sizeFrom(beginning),
    remaining: part.end ? Math.max(0, sizeFrom(part.end)) : 0,
  };
}

function fill(
  blocks: readonly PageBlock[],
  sizes: readonly number[],
  start: Position,
  maxTokens: number,
): { text: string; end: Position | null } {
  let text = '';
  let room = maxTokens;
  let before: string | null = null;
  /** Where the part would end without the headings at its end. */
  let beforeHeadings: { text: string; end: Position } | null = null;
  for (let block = start.block; block < blocks.length; block += 1) {
    const { markdown, headingLevel } = blocks[block] ?? { markdown: '', headingLevel: null };
    const offset = block === start.block ? start.offset : 0;
    const gap: string = before === null ? '' : blockGap(before, markdown);
    const size = offset === 0 ? (sizes[block] ?? 0) : estimateTokens(markdown.slice(offset));
    if (size > room || offset > 0) {
      const isTooLong = size > maxTokens;
      if (text !== '' && !(isTooLong && room > maxTokens * worthFilling))
        return beforeHeadings ?? { text, end: { block, offset } };
      const part = cutBlock(markdown, offset, charactersFor(room, markdown.length - offset, size));
      if (part.end !== null) return { text: text + gap + part.text, end: { block, offset: part.end } };
      text += gap + part.text;
    } else {
      if (headingLevel === null) beforeHeadings = null;
      else if (text !== '') beforeHeadings ??= { text, end: { block, offset: 0 } };
      text += gap + markdown;
    }
    room -= size;
    before = markdown;
  }
  return { text, end: null };
}

/** How many characters of a text fit into `tokens`, assuming even density. */
function charactersFor(tokens: number, length: number, size: number): number {
  return Math.max(1, Math.floor((Math.max(tokens, 0) * length) / Math.max(size, 1)));
}

/** Fingerprint of a place in a page: its block and the one before it, without link addresses. */
export function placePrint(blocks: readonly PageBlock[], index: number): string {
  const text = `${blocks[index - 1]?.markdown ?? ''}\n\n${blocks[index]?.markdown ?? ''}`;
  return fingerprint(text.replace(/\]\([^)\s]*\)/g, ']'));
}
