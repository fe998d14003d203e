import type { PageBlock } from '../protocol/page.ts';
import { cutBlock } from './cut-block.ts';
import { plainText } from './plain-text.ts';

/** A stretch of a page that can be an answer by itself. */
export type Passage = { block: number; markdown: string; text: string; isHeading: boolean };

/** Blocks as they are, and long ones in pieces of about `size` characters, cut at lines or sentences. */
export function passagesOf(blocks: readonly PageBlock[], size: number): Passage[] {
  return blocks.flatMap(({ markdown, headingLevel }, block) => {
    const isHeading = headingLevel !== null;
    return pieces(markdown, size).map((piece) => ({ block, markdown: piece, text: plainText(piece), isHeading }));
  });
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
