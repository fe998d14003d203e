import type { PageBlock } from '../../contracts/index.ts';
import { dropLinkAddresses, estimateTokens, fingerprint } from '../../text/index.ts';
import { blockGap, cutBlock } from '../document/markdown-text.ts';
import { headingPath } from './outline.ts';
import type { PageView } from './page-view.ts';

/** One part of a page, small enough for one answer. Sizes are estimated tokens. */
export type PagePart = {
  text: string;
  /** Where to continue, or null at the end. */
  next: Position | null;
  /** The size of the whole page, and of the text after this part. */
  total: number;
  remaining: number;
};

/** A block, and an offset in it in UTF-16 units. */
export type Position = { block: number; offset: number };

export const BEGINNING: Position = { block: 0, offset: 0 };

/** Minimum free share of a part for a block to be cut to fill it. */
const WORTH_FILLING = 0.4;

/** If at most this share of a part would remain, the remainder is included: another request to the model costs more. */
const SMALL_REST = 0.2;

/**
 * The part of a page from `start` with about `maxTokens`, up to the block `end`. Cuts between blocks, or inside a block
 * that is longer than a part. A part never ends with headings, and a small remainder does not become a separate part. A
 * later part begins with the headings above it.
 */
export function paginate(
  blocks: readonly PageBlock[],
  { start, end = blocks.length, maxTokens }: { start: Position; end?: number; maxTokens: number },
): PagePart {
  const sizes = blocks.map((block) => estimateTokens(block.markdown));
  const sizeFrom = ({ block, offset }: Position) =>
    sizes.slice(block, end).reduce((sum, size) => sum + size, 0) -
    (offset > 0 ? estimateTokens(blocks[block]?.markdown.slice(0, offset) ?? '') : 0);
  const open = sizeFrom(start);
  const isLastPart = open <= maxTokens * (1 + SMALL_REST);
  const part = fill(blocks.slice(0, end), sizes, start, isLastPart ? Math.max(open, maxTokens) : maxTokens);
  const isFirst = start.block === 0 && start.offset === 0;
  const path = isFirst || blocks[start.block]?.headingLevel ? [] : headingPath(blocks, start.block);
  const lead = path.length > 0 ? `(continued, under: ${path.join(' > ')})\n\n` : '';
  return {
    text: lead + part.text,
    next: part.end,
    total: sizeFrom(BEGINNING),
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
  /** Where the part would end without its trailing headings. */
  let beforeHeadings: { text: string; end: Position } | null = null;
  for (let block = start.block; block < blocks.length; block += 1) {
    const { markdown, headingLevel } = blocks[block] ?? { markdown: '', headingLevel: null };
    const offset = block === start.block ? start.offset : 0;
    const gap: string = before === null ? '' : blockGap(before, markdown);
    const size = offset === 0 ? (sizes[block] ?? 0) : estimateTokens(markdown.slice(offset));
    if (size > room || offset > 0) {
      const isTooLong = size > maxTokens;
      if (text !== '' && !(isTooLong && room > maxTokens * WORTH_FILLING))
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

/** Fingerprint of a place on a page: its block and the one before it, without link addresses. */
function placePrint(blocks: readonly PageBlock[], index: number): string {
  const text = `${blocks[index - 1]?.markdown ?? ''}\n\n${blocks[index]?.markdown ?? ''}`;
  return fingerprint(dropLinkAddresses(text));
}

/**
 * A parsed cursor: a place, the number of a part (`2`, `part 2`), or unknown. Models that have not been given a cursor
 * yet invent one (quirk: invented-cursor).
 */
export type Cursor =
  | { type: 'place'; view: PageView; block: number; offset: number; print: string; given: string }
  | { type: 'part'; number: number }
  | { type: 'unknown' };

/**
 * `m24.0.1xk9.9ab3`: view, block, offset in the block, fingerprint of the place, and the snapshot for which it was
 * created.
 */
const FORM = /^([mw])(\d{1,9})\.(\d{1,9})\.([a-z0-9]{1,8})\.([a-z0-9]{1,16})$/;
const PART_FORM = /^(?:[\p{L}\s#:]{0,16}\s)?#?(\d{1,3})$/u;

export function cursorAt(
  { block, offset }: Position,
  view: PageView,
  blocks: readonly PageBlock[],
  snapshot: string,
): string {
  return `${view === 'whole' ? 'w' : 'm'}${block}.${offset}.${placePrint(blocks, block)}.${snapshot}`;
}

export function parseCursor(text: string): Cursor {
  const [, view, block, offset, print = '', given = ''] = FORM.exec(text.trim()) ?? [];
  if (view !== undefined) {
    const place = { view: view === 'w' ? ('whole' as const) : ('main' as const), print, given };
    return { type: 'place', ...place, block: Number(block), offset: Number(offset) };
  }
  const number = PART_FORM.exec(text.trim())?.[1];
  return number === undefined ? { type: 'unknown' } : { type: 'part', number: Math.max(1, Number(number)) };
}

/**
 * The position of a cursor on the current page: the same text, wherever it has moved to, or null if that text is gone.
 * `hasChanged`: the page differs from the one for which the cursor was created.
 */
export function resolveCursor(
  { block, offset, print, given }: Extract<Cursor, { type: 'place' }>,
  blocks: readonly PageBlock[],
  snapshot: string,
): { position: Position; changed: boolean } | null {
  const hasChanged = given !== snapshot;
  if (placePrint(blocks, block) === print) return { position: { block, offset }, changed: hasChanged };
  const nearestBlock = nearest(blocks, block, print);
  return nearestBlock === null ? null : { position: { block: nearestBlock, offset }, changed: true };
}

function nearest(blocks: readonly PageBlock[], from: number, print: string): number | null {
  const places = blocks.flatMap((_, index) => (placePrint(blocks, index) === print ? [index] : []));
  return places.sort((one, other) => Math.abs(one - from) - Math.abs(other - from))[0] ?? null;
}

/** The numbers in `3`, `10-20`, `30-` or `pages 3-4`, counted from 1. All numbers if the text contains none. */
export function numberRange(text: string): { first: number; last: number } {
  const [, from, dash, to] = /^\D*?(\d*)\s*([-–]?)\s*(\d*)\D*$/.exec(text) ?? [];
  const first = Math.max(1, Number(from || 1));
  const last = to ? Number(to) : dash || !from ? Number.POSITIVE_INFINITY : first;
  return { first, last: Math.max(first, last) };
}
