import type { PageBlock } from '../protocol/page.ts';
import { cutBlock } from './cut-block.ts';
import { blockGap } from './join-blocks.ts';
import { headingPath } from './outline.ts';

/** One part of a page, small enough for one answer. */
export type PagePart = {
  text: string;
  /** Where to go on, or null at the end. */
  next: string | null;
  /** Characters of the whole page, and those that come after this part. */
  total: number;
  remaining: number;
};

/** A cursor that no longer leads anywhere; the message is for the model. */
export class CursorError extends Error {
  readonly code: 'malformed' | 'page-changed';
  constructor(code: 'malformed' | 'page-changed', message: string) {
    super(message);
    this.name = 'CursorError';
    this.code = code;
  }
}

/** Which block, how far into it, and what the block was: so that a page that changed is noticed. */
type Position = { block: number; offset: number };

/** Below this, cutting a block to fill the rest of a part is not worth it. Share of the part. */
const worthFilling = 0.4;

/**
 * The part of a page that begins at `cursor` (null: at the beginning) in about `maxChars` characters. Cuts between
 * blocks, and inside one only when it is too long for a part of its own; never leaves a heading last. A part that
 * goes on begins with the headings it stands under. Throws CursorError.
 */
export function paginate(
  blocks: readonly PageBlock[],
  { cursor, maxChars }: { cursor: string | null; maxChars: number },
): PagePart {
  const start = cursor === null ? { block: 0, offset: 0 } : positionOf(cursor, blocks);
  const { text, end } = fill(blocks, start, maxChars);
  const path = cursor === null ? [] : headingPath(blocks, start.block);
  const lead = path.length > 0 ? `(continued, under: ${path.join(' > ')})\n\n` : '';
  return {
    text: lead + text,
    next: end ? cursorOf(end, blocks) : null,
    total: lengthFrom(blocks, { block: 0, offset: 0 }),
    remaining: end ? lengthFrom(blocks, end) : 0,
  };
}

function fill(blocks: readonly PageBlock[], start: Position, maxChars: number): { text: string; end: Position | null } {
  let text = '';
  let before: string | null = null;
  /** Where the part would end without the headings at its end. */
  let beforeHeadings: { text: string; end: Position } | null = null;
  for (let block = start.block; block < blocks.length; block += 1) {
    const { markdown, headingLevel } = blocks[block] ?? { markdown: '', headingLevel: null };
    const offset = block === start.block ? start.offset : 0;
    const gap: string = before === null ? '' : blockGap(before, markdown);
    const room = maxChars - text.length - gap.length;
    if (markdown.length - offset > room || offset > 0) {
      const isTooLong = markdown.length - offset > maxChars;
      if (text !== '' && !(isTooLong && room > maxChars * worthFilling))
        return beforeHeadings ?? { text, end: { block, offset } };
      const part = cutBlock(markdown, offset, Math.max(room, 1));
      if (part.end !== null) return { text: text + gap + part.text, end: { block, offset: part.end } };
      text += gap + part.text;
    } else {
      if (headingLevel === null) beforeHeadings = null;
      else if (text !== '') beforeHeadings ??= { text, end: { block, offset: 0 } };
      text += gap + markdown;
    }
    before = markdown;
  }
  return { text, end: null };
}

function cursorOf({ block, offset }: Position, blocks: readonly PageBlock[]): string {
  return `${block}.${offset}.${fingerprint(blocks, block)}`;
}

function positionOf(cursor: string, blocks: readonly PageBlock[]): Position {
  const match = /^(\d{1,9})\.(\d{1,9})\.([a-z0-9]{1,8})$/.exec(cursor.trim());
  if (!match)
    throw new CursorError(
      'malformed',
      `"${cursor.slice(0, 40)}" is no cursor. Use one exactly as it was given, or none to read from the beginning.`,
    );
  const position = { block: Number(match[1]), offset: Number(match[2]) };
  if (fingerprint(blocks, position.block) !== match[3]) {
    throw new CursorError(
      'page-changed',
      'The page has changed since this cursor was given. Read it again from the beginning, without a cursor.',
    );
  }
  return position;
}

/** FNV-1a over the block and the one before it, in base 36. */
function fingerprint(blocks: readonly PageBlock[], index: number): string {
  const text = `${blocks[index - 1]?.markdown ?? ''}\n\n${blocks[index]?.markdown ?? ''}`;
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

function lengthFrom(blocks: readonly PageBlock[], { block, offset }: Position): number {
  let length = -offset;
  for (let index = block; index < blocks.length; index += 1) {
    const markdown = blocks[index]?.markdown ?? '';
    const after = blocks[index + 1]?.markdown;
    length += markdown.length + (after === undefined ? 0 : blockGap(markdown, after).length);
  }
  return Math.max(0, length);
}
