import type { PageBlock, PageTable } from '../../contracts/index.ts';
import { cleanText, oneLine } from '../../text/index.ts';
import { escapeInline, plainText } from '../document/markdown-text.ts';
import { tableMarkdown } from '../document/table-grid.ts';
import { joinDropCaps } from './drop-caps.ts';
import { joinIntoFragments } from './lines.ts';
import { joinParagraphs, paragraph, withFootnotesLast } from './paragraphs.ts';
import type { PdfPageText, PdfText } from './pdf-pieces.ts';
import { divideIntoRegions, type Line, type PdfRegion } from './regions.ts';
import { withoutRunningHeads } from './running-heads.ts';

type LaidOutPage = { regions: readonly PdfRegion[]; notes: readonly string[] };

/**
 * Converts the text of PDF pages to blocks. Each page gets a heading `Page N`. Recognizes headings by their font size
 * and tables by the positions of their cells. Joins lines into paragraphs, and hyphenated words. Removes running heads
 * and page numbers.
 */
export function pdfBlocks(pages: readonly PdfPageText[]): PageBlock[] {
  const bodySize = commonSize(pages.flatMap(({ texts }) => texts));
  return withoutRunningHeads(pages, bodySize).flatMap(({ number, texts, notes }) => [
    { markdown: `# Page ${number}`, kind: 'heading' as const, headingLevel: 1 },
    ...pageBlocks({ regions: layOutLayers(texts, bodySize), notes }, bodySize),
  ]);
}

/** The plain text of a single page. Keeps running heads, which can only be recognized by comparing pages. */
export function pdfPageText(page: PdfPageText): string {
  const [, ...blocks] = pdfBlocks([page]);
  return blocks.map(({ markdown }) => plainText(markdown)).join('\n\n');
}

/** Groups the text by direction, the most common one first. Each group is laid out separately. */
function layOutLayers(texts: readonly PdfText[], em: number): PdfRegion[] {
  const layers = Map.groupBy(texts, ({ angle }) => (Math.round(angle / 10) * 10) % 360);
  return [...layers]
    .sort(([, one], [, other]) => countCharacters(other) - countCharacters(one))
    .flatMap(([angle, layer]) =>
      divideIntoRegions(joinIntoFragments(joinDropCaps(layer.map((piece) => upright(piece, angle)))), em),
    );
}

function upright(piece: PdfText, angle: number): PdfText {
  if (angle === 0) return piece;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return { ...piece, x: piece.x * cos + piece.y * sin, y: piece.y * cos - piece.x * sin };
}

function countCharacters(texts: readonly PdfText[]): number {
  return texts.reduce((sum, { text }) => sum + text.length, 0);
}

function pageBlocks({ regions, notes }: LaidOutPage, bodySize: number): PageBlock[] {
  if (regions.length === 0 && notes.length === 0) {
    const markdown = '(This page holds no text: it is a picture, perhaps a scan.)';
    return [{ markdown, kind: 'note', headingLevel: null }];
  }
  const blocks: PageBlock[] = [];
  let lines: Line[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push(...joinParagraphs(withFootnotesLast(lines, bodySize), bodySize));
    lines = [];
  };
  for (const region of regions) {
    if (region.type === 'text') lines.push(...region.lines);
    else {
      flush();
      blocks.push(tableBlock(region.table));
    }
  }
  flush();
  return [...blocks, ...notes.map((note) => paragraph(oneLine(cleanText(note))))];
}

function tableBlock({ caption, header, rows }: PageTable): PageBlock {
  const clean = (cells: readonly string[]) => cells.map((cell) => escapeInline(oneLine(cleanText(cell))));
  const table = { caption, header: clean(header), rows: rows.map(clean) };
  return { markdown: tableMarkdown(table), kind: 'table', headingLevel: null, table };
}

/**
 * Minimum frequency and maximum size of the running text, relative to the most common font size, which may be that of
 * tables, code or notes.
 */
const BODY = { minShare: 0.4, maxRatio: 1.45 };

/**
 * The font size of the running text: the most common one, or a larger one if it is nearly as common and not that of
 * headings.
 */
function commonSize(texts: readonly PdfText[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of texts) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  const [most] = [...characters].sort((one, other) => other[1] - one[1]);
  if (most === undefined) return 10;
  const sizes = [...characters].filter(
    ([size, count]) => count >= most[1] * BODY.minShare && size <= most[0] * BODY.maxRatio,
  );
  return Math.max(...sizes.map(([size]) => size));
}
