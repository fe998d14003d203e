import type { PageBlock } from '../../contracts/index.ts';
import { estimateTokens } from '../../text/index.ts';
import { plainText } from '../document/markdown-text.ts';
import { distinctiveWords } from '../document/words.ts';
import type { PageView } from './page-view.ts';

export type OutlineItem = {
  /** The section's id for the model: `S1`, `S2`, … in reading order, or `W1`, … in the view of the whole page. */
  id: string;
  title: string;
  /** 0 for the top level. Counts the headings above this one, so that a page may begin with any level. */
  depth: number;
  /** Index of the heading among the blocks, and of the first block after the section. */
  block: number;
  end: number;
  /** Estimated size of the whole section in tokens. */
  tokens: number;
};

const MAX_TITLE_LENGTH = 120;

/** The headings of a page, in order. */
export function buildOutline(blocks: readonly PageBlock[], view: PageView = 'main'): OutlineItem[] {
  const items: OutlineItem[] = [];
  const open: { level: number; item: OutlineItem }[] = [];
  for (const [block, { markdown, headingLevel }] of blocks.entries()) {
    if (headingLevel !== null) {
      while ((open.at(-1)?.level ?? 0) >= headingLevel) open.pop();
      const id = `${view === 'main' ? 'S' : 'W'}${items.length + 1}`;
      const item = { id, title: formatTitle(markdown), depth: open.length, block, end: block, tokens: 0 };
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

/** The section with this id or heading; null if there is none. */
export function findSection(items: readonly OutlineItem[], name: string): OutlineItem | null {
  const [id, letter, number] = /^\s*([SW]?)(\d+)\b/i.exec(name) ?? [];
  const sectionName = folded(name);
  return (
    items.find((item) => folded(item.title) === sectionName) ??
    items.find((item) => id !== undefined && item.id === `${letter?.toUpperCase() || item.id[0]}${number}`) ??
    items.find((item) => sectionName !== '' && folded(item.title).includes(sectionName)) ??
    null
  );
}

/**
 * The section whose heading is most similar to `name`: all words of the heading are in `name`, most words of `name` are
 * in the heading, or `name` is misspelled. Null if none is similar. The first one wins a tie.
 */
export function nearestSection(items: readonly OutlineItem[], name: string): OutlineItem | null {
  // An unknown id is not searched for as a heading.
  if (/^\s*[A-Z]\d+\s*$/i.test(name)) return null;
  // In a path of headings, the last one is meant.
  const last = /[>›/]([^>›/]*)$/.exec(name)?.[1];
  if (last !== undefined) return findSection(items, last) ?? nearestSection(items, last);
  let best: OutlineItem | null = null;
  let most = 0;
  for (const item of items) {
    const nearness = measureNearness(item.title, name);
    if (nearness > most) [best, most] = [item, nearness];
  }
  return best;
}

/** 0 if two names are not similar, up to 1 if they share all their words. */
function measureNearness(title: string, name: string): number {
  const titleWords = distinctiveWords(title);
  const nameWords = distinctiveWords(name);
  if (titleWords.length === 0 || nameWords.length === 0) return 0;
  const isInName = (word: string) => nameWords.some((other) => isMistyped(word, other));
  const shared = titleWords.filter(isInName).length;
  const isNear = shared === titleWords.length || shared >= nameWords.length / 2;
  return isNear ? (2 * shared) / (titleWords.length + nameWords.length) : 0;
}

/**
 * Whether the words are equal, or start with the same letter and differ in at most one letter in five: "Uninstall" is
 * not "Install".
 */
function isMistyped(one: string, other: string): boolean {
  if (one === other) return true;
  const maxDistance = Math.floor(Math.min(one.length, other.length) / 5);
  return maxDistance > 0 && one[0] === other[0] && distance(one, other) <= maxDistance;
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let y = 1; y <= one.length; y += 1) {
    const next = [y];
    for (let x = 1; x <= other.length; x += 1) {
      const substitution = (row[x - 1] ?? 0) + (one[y - 1] === other[x - 1] ? 0 : 1);
      next.push(Math.min(substitution, (row[x] ?? 0) + 1, (next[x - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** The innermost section that contains block `index`, or null before the first heading. */
export function sectionAt(items: readonly OutlineItem[], index: number): OutlineItem | null {
  return items.findLast((item) => item.block <= index && index < item.end) ?? null;
}

function folded(title: string): string {
  return title.normalize('NFKC').toLowerCase().trim();
}

/** Titles of the headings above block `index`, outermost first, excluding the block itself. */
export function headingPath(blocks: readonly PageBlock[], index: number): string[] {
  const path: string[] = [];
  let level = blocks[index]?.headingLevel ?? 7;
  for (let before = index - 1; before >= 0 && level > 1; before -= 1) {
    const block = blocks[before];
    if (!block || block.headingLevel === null || block.headingLevel >= level) continue;
    path.unshift(formatTitle(block.markdown));
    level = block.headingLevel;
  }
  return path;
}

/**
 * An indented list of the headings in at most `maxCharacters`. Omits the deepest headings first, then the last ones.
 */
export function outlineText(items: readonly OutlineItem[], maxCharacters: number): string {
  for (let deepest = 5; deepest >= 0; deepest -= 1) {
    const text = asList(items.filter((item) => item.depth <= deepest));
    if (text.length <= maxCharacters) return text;
  }
  const top = items.filter((item) => item.depth === 0);
  const lines: string[] = [];
  for (const item of top) {
    const omissionNote = `- … ${top.length - lines.length} more`;
    const next = asList([item]);
    if (lines.join('\n').length + next.length + omissionNote.length + 2 > maxCharacters)
      return [...lines, omissionNote].join('\n');
    lines.push(next);
  }
  return lines.join('\n');
}

function asList(items: readonly OutlineItem[]): string {
  return items
    .map(({ id, title, depth, tokens }) => `${'  '.repeat(depth)}- ${id} ${title}${sizeText(tokens)}`)
    .join('\n');
}

/** The size of a section as text, or '' for small sections, which fit anywhere. */
function sizeText(tokens: number): string {
  return tokens < 1000 ? '' : ` (${(tokens / 1000).toFixed(1)}k)`;
}

function formatTitle(markdown: string): string {
  const title = plainText(markdown);
  return title.length <= MAX_TITLE_LENGTH ? title : `${title.slice(0, MAX_TITLE_LENGTH - 1)}…`;
}
