import type { PageBlock } from '../../contracts/index.ts';
import { cleanText, oneLine } from '../../text/index.ts';
import { escapeInline, escapeLineStart, plainText } from '../document/markdown-text.ts';

export type PdfPageText = { number: number; texts: readonly PdfText[] };

/** A line this much larger than the running text is a heading. */
const headingSize = 1.15;
const maxHeadingLength = 140;
/** A distance of this many line heights begins a new paragraph. */
const paragraphGap = 1.7;
/** A line at the edge of this many pages, separated from the text and no larger than it, is a running head. */
const runningHeads = 3;
const edgeGap = 1.8;

/**
 * Converts the text of some pages of a PDF to blocks: a heading `Page N` for each, headings by their size, lines joined to
 * paragraphs, hyphenated words joined, and running heads and page numbers removed.
 */
export function pdfBlocks(pages: readonly PdfPageText[]): PageBlock[] {
  const lined = pages.map(({ number, texts }) => ({ number, lines: linesOf(texts) }));
  const bodySize = commonSize(lined.flatMap(({ lines }) => lines));
  const repeated = runningLines(
    lined.map(({ lines }) => lines),
    bodySize,
  );
  return lined.flatMap(({ number, lines }) => [
    { markdown: `# Page ${number}`, kind: 'heading' as const, headingLevel: 1 },
    ...pageBlocks(
      lines.filter((line, index) => !repeated.has(printOf(line)) || !isEdge(lines, index, bodySize)),
      bodySize,
    ),
  ]);
}

/** The plain text of a single page. Running heads are only known with the pages around it, and stay. */
export function pdfPageText(page: PdfPageText): string {
  const [, ...blocks] = pdfBlocks([page]);
  return blocks.map(({ markdown }) => plainText(markdown)).join('\n\n');
}

function pageBlocks(lines: readonly PdfLine[], bodySize: number): PageBlock[] {
  if (lines.length === 0) {
    const markdown = '(This page holds no text: it is a picture, perhaps a scan.)';
    return [{ markdown, kind: 'note', headingLevel: null }];
  }
  const blocks: PageBlock[] = [];
  let paragraph: PdfLine[] = [];
  const flush = () => {
    const text = joined(paragraph.map((line) => line.text));
    const [first] = paragraph;
    paragraph = [];
    if (!first || text === '') return;
    if (first.size >= bodySize * headingSize && text.length <= maxHeadingLength) {
      const level = first.size >= bodySize * 1.5 ? 2 : 3;
      blocks.push({ markdown: `${'#'.repeat(level)} ${escapeInline(text)}`, kind: 'heading', headingLevel: level });
    } else blocks.push({ markdown: escapeLineStart(escapeInline(text)), kind: 'paragraph', headingLevel: null });
  };
  for (const line of lines) {
    const before = paragraph.at(-1);
    if (before && !continuesParagraph(before, line)) flush();
    paragraph.push(line);
  }
  flush();
  return blocks;
}

/** Whether `line` continues the paragraph of `before`. */
function continuesParagraph(before: PdfLine, line: PdfLine): boolean {
  if (Math.abs(before.size - line.size) > before.size * 0.12) return false;
  const gap = before.y - line.y;
  // A new column begins higher up than the line before it.
  if (gap < 0) return !/[.!?:]$/.test(before.text);
  if (gap > before.size * paragraphGap) return false;
  if (/^(?:[•‣–*-]|\(?\d{1,3}[.)])\s/.test(line.text)) return false;
  // An indent starts a paragraph if the line before did not reach the margin or ended a sentence.
  return !(line.x > before.x + before.size * 0.8 && /[.!?:]$/.test(before.text));
}

function joined(lines: readonly string[]): string {
  let text = '';
  for (const line of lines) {
    const next = cleanText(line).trim();
    if (/\p{L}-$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else text = text === '' ? next : `${text} ${next}`;
  }
  return oneLine(text);
}

/** The most common font size of the text. */
function commonSize(lines: readonly PdfLine[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of lines) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 10;
}

/** Lines at the edge of several pages, ignoring numbers in them. */
function runningLines(pages: readonly (readonly PdfLine[])[], bodySize: number): Set<string> {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    const edges = lines.filter((_, index) => isEdge(lines, index, bodySize));
    for (const print of new Set(edges.map(printOf))) counts.set(print, (counts.get(print) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([print, count]) => (count >= runningHeads ? [print] : [])));
}

/** Whether the line is the first or last of its page, no larger than the text, and separated from it. */
function isEdge(lines: readonly PdfLine[], index: number, bodySize: number): boolean {
  const line = lines[index];
  const isOuter = index === 0 || index === lines.length - 1;
  const neighbour = lines[index === 0 ? 1 : index - 1];
  if (!line || !isOuter || !neighbour || line.size > bodySize * 1.05) return false;
  return Math.abs(line.y - neighbour.y) > bodySize * edgeGap;
}

function printOf({ text }: PdfLine): string {
  return text.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();
}

/** A piece of text as pdf.js returns it; x and y in points from the lower left of the page. */
export type PdfText = { text: string; x: number; y: number; width: number; size: number; endsLine: boolean };

type PdfLine = { text: string; x: number; y: number; size: number };

/** Pieces further apart than this, in multiples of their size, are in different columns of a table. */
const columnGap = 1.5;
/** Pieces closer than this are parts of one word. */
const wordGap = 0.15;

/** Joins pieces to lines, in the order of the document. */
function linesOf(texts: readonly PdfText[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | null = null;
  let end = 0;
  for (const piece of texts) {
    const { text, x, y, size, width } = piece;
    const isSame: boolean = line !== null && Math.abs(line.y - y) < Math.max(size, line.size) * 0.6;
    if (line && isSame) {
      line.text += gapBetween(line.text, text, x - end, size) + text;
      line.size = Math.max(line.size, text.trim() === '' ? 0 : size);
    } else if (text.trim() !== '') {
      line = { text, x, y, size };
      lines.push(line);
    }
    end = x + width;
    if (piece.endsLine) line = null;
  }
  return lines.filter(({ text }) => text.trim() !== '');
}

function gapBetween(before: string, after: string, gap: number, size: number): string {
  if (gap > size * columnGap) return '  |  ';
  return gap > size * wordGap && !/\s$/.test(before) && !/^\s/.test(after) ? ' ' : '';
}
