import { estimateTokens, type PageBlock } from '../../contracts/index.ts';
import { plainText } from '../document/plain-text.ts';
import { tellingWords } from '../document/words.ts';
import type { PageView } from './page-view.ts';

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

const maxTitleLength = 120;

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

/**
 * The section whose heading is nearest to `name`, which is no section's: its words are all in `name`, or most words of
 * `name` are in it, or it is mistyped. Null where none is near; of several the nearest, of equals the first.
 */
export function nearestSection(items: readonly OutlineItem[], name: string): OutlineItem | null {
  // An id that is not there names nothing else.
  if (/^\s*[A-Z]\d+\s*$/i.test(name)) return null;
  // A path of headings ends with the one that is meant.
  const last = /[>›/]([^>›/]*)$/.exec(name)?.[1];
  if (last !== undefined) return findSection(items, last) ?? nearestSection(items, last);
  let best: OutlineItem | null = null;
  let most = 0;
  for (const item of items) {
    const nearness = nearnessOf(item.title, name);
    if (nearness > most) [best, most] = [item, nearness];
  }
  return best;
}

/** 0 where two names are not near, up to 1 where they share all their words. */
function nearnessOf(title: string, name: string): number {
  const titleWords = tellingWords(title);
  const nameWords = tellingWords(name);
  if (titleWords.length === 0 || nameWords.length === 0) return 0;
  const isMeant = (word: string) => nameWords.some((other) => isMistyped(word, other));
  const shared = titleWords.filter(isMeant).length;
  const isNear = shared === titleWords.length || shared >= nameWords.length / 2;
  return isNear ? (2 * shared) / (titleWords.length + nameWords.length) : 0;
}

/** The same word, or one that begins alike with a letter in five wrong: "Uninstall" is not "Install". */
function isMistyped(one: string, other: string): boolean {
  if (one === other) return true;
  const allowed = Math.floor(Math.min(one.length, other.length) / 5);
  return allowed > 0 && one[0] === other[0] && distance(one, other) <= allowed;
}

/** How many letters must be changed, added or removed (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let y = 1; y <= one.length; y += 1) {
    const next = [y];
    for (let x = 1; x <= other.length; x += 1) {
      const changed = (row[x - 1] ?? 0) + (one[y - 1] === other[x - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
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
  return title.length <= maxTitleLength ? title : `${title.slice(0, maxTitleLength - 1)}…`;
}
