import type { PageBlock } from '../../contracts/index.ts';
import { joinBlocks } from '../document/join-blocks.ts';
import { plainText } from '../document/markdown-text.ts';
import { cutBlock } from './cut-block.ts';

/** A part of a page that can be an answer by itself. `block` is the index of its first block. */
export type Passage = { block: number; markdown: string; text: string; isHeading: boolean };

/**
 * Divides blocks into passages: adjacent blocks under one heading together, up to `size` characters; long blocks in pieces of
 * about that size, cut at lines or sentences; headings by themselves.
 */
export function passagesOf(blocks: readonly PageBlock[], size: number): Passage[] {
  const passages: Passage[] = [];
  let group: string[] = [];
  let first = 0;
  let length = 0;
  const flush = () => {
    if (group.length > 0) passages.push(passage(first, joinBlocks(group), false));
    group = [];
    length = 0;
  };
  for (const [block, { markdown, headingLevel }] of blocks.entries()) {
    const isLong = markdown.length > size;
    if (headingLevel !== null || isLong || length + markdown.length > size) flush();
    if (headingLevel !== null) passages.push(passage(block, markdown, true));
    else if (isLong) for (const piece of pieces(markdown, size)) passages.push(passage(block, piece, false));
    else if (markdown !== '') {
      if (group.length === 0) first = block;
      group.push(markdown);
      length += markdown.length;
    }
  }
  flush();
  return passages;
}

function passage(block: number, markdown: string, isHeading: boolean): Passage {
  return { block, markdown, text: plainText(markdown), isHeading };
}

function pieces(markdown: string, size: number): string[] {
  if (markdown.length <= size * 1.5) return [markdown];
  const parts: string[] = [];
  for (let from: number | null = 0; from !== null; ) {
    const { text, end }: { text: string; end: number | null } = cutBlock(markdown, from, size);
    parts.push(text);
    from = end;
  }
  return parts;
}
