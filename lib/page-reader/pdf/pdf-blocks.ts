import type { PageBlock, PageTable } from '../../contracts/index.ts';
import { cleanText, oneLine } from '../../text/index.ts';
import { escapeInline, plainText } from '../document/markdown-text.ts';
import { tableMarkdown } from '../document/table-grid.ts';
import { fragmentsOf } from './lines.ts';
import { paragraph, paragraphsOf } from './paragraphs.ts';
import type { PdfPageText, PdfText } from './pdf-text.ts';
import { type Line, type Region, regionsOf } from './regions.ts';

/** A line at the edge of this many pages, separated from the text and no larger than it, is a running head. */
const runningHeads = 3;
const edgeGap = 1.8;

type LaidOutPage = { number: number; regions: Region[]; notes: readonly string[] };

/**
 * Converts the text of some pages of a PDF to blocks: a heading `Page N` for each, headings by their size, lines joined to
 * paragraphs, hyphenated words joined, tables by the places of their cells, and running heads and page numbers removed.
 */
export function pdfBlocks(pages: readonly PdfPageText[]): PageBlock[] {
  const bodySize = commonSize(pages.flatMap(({ texts }) => texts));
  const laidOut = pages.map(({ number, texts, notes }) => ({ number, notes, regions: layersOf(texts, bodySize) }));
  const repeated = runningLines(laidOut, bodySize);
  return laidOut.flatMap((page) => [
    { markdown: `# Page ${page.number}`, kind: 'heading' as const, headingLevel: 1 },
    ...pageBlocks(withoutRunningLines(page, repeated, bodySize), bodySize),
  ]);
}

/** The plain text of a single page. Running heads are only known with the pages around it, and stay. */
export function pdfPageText(page: PdfPageText): string {
  const [, ...blocks] = pdfBlocks([page]);
  return blocks.map(({ markdown }) => plainText(markdown)).join('\n\n');
}

/** Text of one direction, the one of most text first; each is laid out for itself. */
function layersOf(texts: readonly PdfText[], em: number): Region[] {
  const layers = Map.groupBy(texts, ({ angle }) => (Math.round(angle / 10) * 10) % 360);
  return [...layers]
    .sort(([, one], [, other]) => lengthOf(other) - lengthOf(one))
    .flatMap(([angle, layer]) => regionsOf(fragmentsOf(layer.map((piece) => upright(piece, angle))), em));
}

function upright(piece: PdfText, angle: number): PdfText {
  if (angle === 0) return piece;
  const [cos, sin] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
  return { ...piece, x: piece.x * cos + piece.y * sin, y: piece.y * cos - piece.x * sin };
}

function lengthOf(texts: readonly PdfText[]): number {
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
    if (lines.length > 0) blocks.push(...paragraphsOf(lines, bodySize));
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

/** The most common font size of the text. */
function commonSize(texts: readonly PdfText[]): number {
  const characters = new Map<number, number>();
  for (const { size, text } of texts) {
    const rounded = Math.round(size * 2) / 2;
    characters.set(rounded, (characters.get(rounded) ?? 0) + text.length);
  }
  return [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 10;
}

/** Lines at the edge of several pages, ignoring numbers in them. */
function runningLines(pages: readonly LaidOutPage[], bodySize: number): Set<string> {
  const counts = new Map<string, number>();
  for (const { regions } of pages) {
    const lines = linesOf(regions);
    const edges = lines.filter((line) => isEdge(lines, line, bodySize));
    for (const print of new Set(edges.map(printOf))) counts.set(print, (counts.get(print) ?? 0) + 1);
  }
  return new Set([...counts].flatMap(([print, count]) => (count >= runningHeads ? [print] : [])));
}

function linesOf(regions: readonly Region[]): Line[] {
  return regions.flatMap((region) => (region.type === 'text' ? region.lines : []));
}

function withoutRunningLines(page: LaidOutPage, repeated: ReadonlySet<string>, bodySize: number): LaidOutPage {
  const lines = linesOf(page.regions);
  const isRunning = (line: Line) => repeated.has(printOf(line)) && isEdge(lines, line, bodySize);
  const regions = page.regions.flatMap((region): Region[] => {
    if (region.type === 'table') return [region];
    const rest = region.lines.filter((line) => !isRunning(line));
    return rest.length > 0 ? [{ type: 'text', lines: rest }] : [];
  });
  return { ...page, regions };
}

/** Whether the line is the highest or lowest of its page, no larger than the text, and separated from it. */
function isEdge(lines: readonly Line[], line: Line, bodySize: number): boolean {
  if (line.size > bodySize * 1.05 || lines.length < 2) return false;
  const others = lines.filter((other) => other !== line);
  const gap = bodySize * edgeGap;
  return others.every(({ y }) => line.y - y > gap) || others.every(({ y }) => y - line.y > gap);
}

function printOf({ text }: Line): string {
  return text.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();
}
