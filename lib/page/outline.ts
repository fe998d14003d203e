import type { PageBlock } from '../protocol/page.ts';
import { estimateTokens } from '../protocol/token-estimate.ts';
import type { PageView } from './page-view.ts';
import { plainText } from './plain-text.ts';

export type OutlineItem = {
  /** What a model calls the section: `S1`, `S2`, … in reading order, or `W1`, … where the whole page is looked at. */
  id: string;
  title: string;
  /** 0 for the top; counts the headings this one stands under, so that a page may begin with any level. */
  depth: number;
  /** Index of the heading among the blocks, and of the first block after all that stands under it. */
  block: number;
  end: number;
  /** Estimated, of the heading and all that stands under it. */
  tokens: number;
};

const longestTitle = 120;

/** The headings of a page, in order. */
export function outlineOf(blocks: readonly PageBlock[], view: PageView = 'main'): OutlineItem[] {
  const items: OutlineItem[] = [];
  const open: { level: number; item: OutlineItem }[] = [];
  for (const [block, { markdown, headingLevel }] of blocks.entries()) {
    if (headingLevel !== null) {
      while ((open.at(-1)?.level ?? 0) >= headingLevel) open.pop();
      const id = `${view === 'main' ? 'S' : 'W'}${items.length + 1}`;
      const item = { id, title: titleOf(markdown), depth: open.length, block, end: block, tokens: 0 };
      items.push(item);
      open.push({ level: headingLevel, item });
    }
    const tokens = open.length > 0 ? estimateTokens(markdown) : 0;
    for (const { item } of open) {
      item.end = block + 1;
      item.tokens += tokens;
    }
  }
  return items;
}

/** The section that `name` means: an id, or the words of its heading; null where there is none. */
export function findSection(items: readonly OutlineItem[], name: string): OutlineItem | null {
  const [id, letter, number] = /^\s*([SW]?)(\d+)\b/i.exec(name) ?? [];
  const wanted = folded(name);
  return (
    items.find((item) => folded(item.title) === wanted) ??
    items.find((item) => id !== undefined && item.id === `${letter?.toUpperCase() || item.id[0]}${number}`) ??
    items.find((item) => wanted !== '' && folded(item.title).includes(wanted)) ??
    null
  );
}

/** The innermost section that block `index` belongs to, or null before the first heading. */
export function sectionAt(items: readonly OutlineItem[], index: number): OutlineItem | null {
  return items.findLast((item) => item.block <= index && index < item.end) ?? null;
}

function folded(title: string): string {
  return title.normalize('NFKC').toLowerCase().trim();
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
  return items
    .map(({ id, title, depth, tokens }) => `${'  '.repeat(depth)}- ${id} ${title}${sizeText(tokens)}`)
    .join('\n');
}

/** Small sections need no size: they fit anywhere. */
function sizeText(tokens: number): string {
  return tokens < 1000 ? '' : ` (${(tokens / 1000).toFixed(1)}k)`;
}

function titleOf(markdown: string): string {
  const title = plainText(markdown);
  return title.length <= longestTitle ? title : `${title.slice(0, longestTitle - 1)}…`;
}
