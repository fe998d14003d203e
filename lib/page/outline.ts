import type { PageBlock } from '../protocol/page.ts';
import { plainText } from './plain-text.ts';

export type OutlineItem = {
  title: string;
  /** 0 for the top; counts the headings this one stands under, so that a page may begin with any level. */
  depth: number;
  /** Index of the heading among the blocks. */
  block: number;
};

const longestTitle = 120;

/** The headings of a page, in order. */
export function outlineOf(blocks: readonly PageBlock[]): OutlineItem[] {
  const items: OutlineItem[] = [];
  const open: number[] = [];
  for (const [block, { markdown, headingLevel }] of blocks.entries()) {
    if (headingLevel === null) continue;
    while ((open.at(-1) ?? 0) >= headingLevel) open.pop();
    items.push({ title: titleOf(markdown), depth: open.length, block });
    open.push(headingLevel);
  }
  return items;
}

/** Titles of the headings that block `index` stands under, outermost first. A heading does not stand under itself. */
export function headingPath(blocks: readonly PageBlock[], index: number): string[] {
  const path: string[] = [];
  let level = blocks[index]?.headingLevel ?? 7;
  for (let before = index - 1; before >= 0 && level > 1; before -= 1) {
    const block = blocks[before];
    if (!block || block.headingLevel === null || block.headingLevel >= level) continue;
    path.unshift(titleOf(block.markdown));
    level = block.headingLevel;
  }
  return path;
}

/** An indented list of the headings in at most `maxCharacters`: the deepest are left out first, then the last. */
export function outlineText(items: readonly OutlineItem[], maxCharacters: number): string {
  for (let deepest = 5; deepest >= 0; deepest -= 1) {
    const text = asList(items.filter((item) => item.depth <= deepest));
    if (text.length <= maxCharacters) return text;
  }
  const top = items.filter((item) => item.depth === 0);
  const lines: string[] = [];
  for (const item of top) {
    const left = `- … ${top.length - lines.length} more`;
    const next = asList([item]);
    if (lines.join('\n').length + next.length + left.length + 2 > maxCharacters) return [...lines, left].join('\n');
    lines.push(next);
  }
  return lines.join('\n');
}

function asList(items: readonly OutlineItem[]): string {
  return items.map(({ title, depth }) => `${'  '.repeat(depth)}- ${title}`).join('\n');
}

function titleOf(markdown: string): string {
  const title = plainText(markdown);
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1)}…`;
}
