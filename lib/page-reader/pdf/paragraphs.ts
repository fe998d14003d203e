import type { PageBlock } from '../../contracts/index.ts';
import { cleanText, hasUnspacedText, oneLine } from '../../text/index.ts';
import { escapeInline, escapeLineStart } from '../document/markdown-text.ts';
import { codeBlock } from '../dom/source-text.ts';
import { joinLines } from './lines.ts';
import type { Line } from './regions.ts';

/** A line whose font is this much larger than that of the running text is a heading. */
const HEADING = { size: 1.15, largeSize: 1.5, maxLength: 140 };
/** Distances between baselines, indents, and ends of lines, in multiples of the font size. */
const PARAGRAPH = { gap: 1.7, codeGap: 3.2, indent: 0.8, sameSize: 0.12, roomLeft: 0.6, shortLine: 0.6 };
/**
 * Lines are further apart than usual, as in drafts, if at least `minLines` full lines continue in the next one at one
 * distance of at most `maxGap`; in scripts without spaces, at most `unspacedGap`. In multiples of the font size, but
 * `tolerance` of the distance.
 */
const WIDE_LEADING = { minLines: 3, maxGap: 2.7, unspacedGap: 2.2, tolerance: 0.08 };
const SENTENCE_END = /[.!?:。！？؟]["'”’»)\]]*$/;
const ENDED_SENTENCE = /\s\S+\s\S+[.:。][”"’»)]?$/;
const BULLET = /^[•‣◦▪●○■]\s/;
/** Only lines of lists begin like this. */
const LIST_ITEM = /^(?:\d{1,3}[.)]|[•‣◦▪●○■∗▶►▸➢➤✓✔✗✘☐☑])\s/;
const ITEM = /^(?:[•‣◦▪●○■∗▶►▸➢➤✓✔✗✘☐☑–*-]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s/;

/** Joins lines into paragraphs, headings, items and code. */
export function joinParagraphs(lines: readonly Line[], bodySize: number): PageBlock[] {
  const leading = measureWideLeading(lines);
  const groups: Line[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group && before && continuesParagraph(before, line, leading)) group.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => toBlocks(group, bodySize));
}

/** Maximum size of the letters of a footnote, relative to the running text. */
const MAX_FOOTNOTE_SIZE = 0.92;
const FOOTNOTE = /^\^?(?:\d{1,3}|[*∗†‡§¶])\s?\p{L}/u;

/**
 * Moves footnotes below a column to the end of the page if they interrupt a sentence that continues at the top of the
 * next column.
 */
export function withFootnotesLast(lines: readonly Line[], bodySize: number): Line[] {
  const isSmall = (line: Line | undefined) => line !== undefined && line.size <= bodySize * MAX_FOOTNOTE_SIZE;
  const text: Line[] = [];
  const footnotes: Line[] = [];
  for (let index = 0; index < lines.length; ) {
    let end = index;
    while (isSmall(lines[end])) end += 1;
    const [before, first, next] = [text.at(-1), lines[index], lines[end]];
    const isFootnote = end > index && first !== undefined && FOOTNOTE.test(first.text) && before && before.y > first.y;
    const interrupts = isFootnote && next && next.y > before.y && !isSmall(before) && continuesParagraph(before, next);
    const rest = lines.slice(index, Math.max(end, index + 1));
    (interrupts ? footnotes : text).push(...rest);
    index += rest.length;
  }
  return [...text, ...footnotes];
}

export function paragraph(text: string): PageBlock {
  return { markdown: escapeLineStart(escapeInline(text)), kind: 'paragraph', headingLevel: null };
}

function toBlocks(lines: readonly Line[], bodySize: number): PageBlock[] {
  const [first] = lines;
  if (!first) return [];
  if (isCode(first) && lines.length > 1) return code(lines);
  const text = oneLine(lines.map((line) => cleanText(line.text).trim()).reduce(joinLines, ''));
  if (text === '') return [];
  const level = headingLevel(first, text, bodySize);
  if (level !== null)
    return [{ markdown: `${'#'.repeat(level)} ${escapeInline(text)}`, kind: 'heading', headingLevel: level }];
  if (first.tag?.role === 'LI' || LIST_ITEM.test(text)) return [item(text)];
  return [paragraph(text)];
}

/** The level of a heading. `# ` is the heading of each page, so the document's own headings begin below it. */
function headingLevel({ size, tag }: Line, text: string, bodySize: number): number | null {
  if (text.length > HEADING.maxLength) return null;
  const taggedLevel = /^H([1-6])$/.exec(tag?.role ?? '')?.[1];
  if (taggedLevel !== undefined) return Math.min(6, Number(taggedLevel) + 1);
  if (size < bodySize * HEADING.size || BULLET.test(text)) return null;
  if (size >= bodySize * HEADING.largeSize) return 2;
  // A line that the file marks as a paragraph, or that is a sentence, is running text near a table or code in a smaller
  // font.
  return tag?.role === 'P' || ENDED_SENTENCE.test(text) ? null : 3;
}

function item(text: string): PageBlock {
  const [, number, rest] = /^(\d{1,9}[.)]|[•‣◦▪●○■∗▶►▸➢➤–*-])\s+(.*)$/.exec(text) ?? [];
  const content = escapeLineStart(escapeInline(rest ?? text));
  return { markdown: `${/^\d/.test(number ?? '') ? number : '-'} ${content}`, kind: 'list', headingLevel: null };
}

function isCode({ isMonospaced, tag, text }: Line): boolean {
  // In scripts whose characters all have one width, a fixed width does not indicate code.
  return isMonospaced && !hasUnspacedText(text) && !/^(?:LI|H\d)/.test(tag?.role ?? '');
}

/** Lines of code with their indentation. */
function code(lines: readonly Line[]): PageBlock[] {
  const width = Math.max(1, ...lines.map(({ x0, x1, text }) => (x1 - x0) / Math.max(1, text.length)));
  const left = Math.min(...lines.map(({ x0 }) => x0));
  const text = lines.flatMap((line, index) => {
    const gap = (lines[index - 1]?.y ?? line.y) - line.y;
    const indent = ' '.repeat(Math.min(80, Math.round((line.x0 - left) / width)));
    return [...(gap > line.size * PARAGRAPH.gap ? [''] : []), indent + cleanText(line.text)];
  });
  const markdown = codeBlock(text.join('\n'), '');
  return markdown === '' ? [] : [{ markdown, kind: 'code', headingLevel: null }];
}

/** The distance between the lines of a text that is set wide, in points; 0 for other texts. */
function measureWideLeading(lines: readonly Line[]): number {
  const gaps = lines.slice(1).flatMap((line, index) => {
    const before = lines[index] as Line;
    const gap = before.y - line.y;
    const isWide = gap > before.size * PARAGRAPH.gap && gap <= before.size * WIDE_LEADING.maxGap;
    return isWide && isFull(before, line) && !isCode(line) ? [gap] : [];
  });
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const same = gaps.filter((gap) => Math.abs(gap - usual) <= usual * WIDE_LEADING.tolerance);
  return same.length >= WIDE_LEADING.minLines ? usual : 0;
}

/** Whether a line ends amid a sentence because the next word did not fit. */
function isFull(before: Line, line: Line): boolean {
  return (
    !SENTENCE_END.test(before.text) && before.right - before.x1 <= line.firstWord + before.size * PARAGRAPH.roomLeft
  );
}

/** The largest distance to the next line of the same paragraph, in points. */
function maxLineGap(before: Line, line: Line, leading: number): number {
  if (isCode(line)) return before.size * PARAGRAPH.codeGap;
  const isUnspaced = hasUnspacedText(before.text.slice(-2)) && hasUnspacedText(line.text.slice(0, 2));
  const unspaced = isUnspaced && isFull(before, line) ? before.size * WIDE_LEADING.unspacedGap : 0;
  return Math.max(before.size * PARAGRAPH.gap, unspaced, leading * (1 + WIDE_LEADING.tolerance));
}

/** Whether `line` continues the paragraph of `before`. `leading`: as measured by `measureWideLeading`. */
function continuesParagraph(before: Line, line: Line, leading = 0): boolean {
  if (before.tag && line.tag) return before.tag.block === line.tag.block;
  if (isCode(before) !== isCode(line)) return false;
  if (before.isDivided && !isCode(before)) return false;
  if (Math.abs(before.size - line.size) > before.size * PARAGRAPH.sameSize) return false;
  const gap = before.y - line.y;
  // A new column begins higher on the page than the previous line.
  if (gap < 0) return !SENTENCE_END.test(before.text) && !/^\p{Lu}/u.test(line.text) && !isCode(line);
  if (gap > maxLineGap(before, line, leading)) return false;
  if (isCode(line)) return true;
  if (line.isItem || ITEM.test(line.text)) return false;
  if (isEndedEarly(before, line)) return false;
  // An indent starts a paragraph if the previous line ended early or ended a sentence.
  return !(line.x0 > before.textStart + before.size * PARAGRAPH.indent && SENTENCE_END.test(before.text));
}

/** Whether the next word would have fit on the line and does not look like a continuation of its sentence. */
function isEndedEarly(before: Line, line: Line): boolean {
  const room = Math.max(before.right - before.x1, before.x0 - before.left);
  if (isIndentedApart(before, line) && room > (before.right - before.left) * PARAGRAPH.shortLine) return true;
  if (/^\p{Ll}/u.test(line.text) || (hasUnspacedText(line.text) && !SENTENCE_END.test(before.text))) return false;
  if (/\p{L}[-‐]$/u.test(before.text)) return false;
  return room > line.firstWord + before.size * PARAGRAPH.roomLeft;
}

/** Whether two lines are indented differently, like items of nested lists, and not centered. */
function isIndentedApart(before: Line, line: Line): boolean {
  const indent = before.size * PARAGRAPH.indent;
  const middleShift = (before.x0 + before.x1 - line.x0 - line.x1) / 2;
  return (
    Math.min(Math.abs(line.x0 - before.x0), Math.abs(line.x0 - before.textStart)) > indent &&
    Math.abs(line.x1 - before.x1) > indent &&
    Math.abs(middleShift) > indent
  );
}
