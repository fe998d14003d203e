import type { PdfPageText, PdfText } from './pdf-pieces.ts';

/**
 * Criteria for a running head or foot. Distances and sizes in multiples of the font size of the text, `place` in
 * points, `maxLength` in characters.
 */
const RUNNING = {
  pages: 3,
  /** Minimum number of pages for a line that is only the page number, or the page number and the number of pages. */
  pagesOfNumber: 2,
  gap: 1.8,
  maxLines: 3,
  size: 1.05,
  sizeInPlace: 1.15,
  place: 2,
  maxLength: 100,
  partGap: 2,
};

/** `isPart`: it is one of several parts of a line that are far apart. */
type EdgeLine = {
  y: number;
  size: number;
  text: string;
  pieces: readonly PdfText[];
  isApart: boolean;
  isPart?: boolean;
};

/**
 * Removes running heads, running feet and page numbers. These are lines at the edge of a page that are separate from
 * its text and not larger. On several pages they are equal except for numbers, or have the same position and a number
 * that counts the pages. A part of such a line, far from the rest, is removed alone if only that part is the same.
 */
export function withoutRunningHeads(pages: readonly PdfPageText[], bodySize: number): PdfPageText[] {
  const document = { pages: pages.length, bodySize };
  const edges = pages.map((page) => edgeLines(page.texts, bodySize));
  const counts = new Map<string, number>();
  for (const [index, lines] of edges.entries()) {
    const number = pages[index]?.number ?? 0;
    const keys = lines.filter(({ isApart }) => isApart).flatMap((line) => buildKeys(line, number, document));
    for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const isRunning = (line: EdgeLine, number: number) =>
    buildKeys(line, number, document).some(
      (key) => (counts.get(key) ?? 0) >= (key.startsWith('number') ? RUNNING.pagesOfNumber : RUNNING.pages),
    );
  return pages.map((page, index) => {
    const running = edges[index]?.filter((line) => isRunning(line, page.number)) ?? [];
    const pieces = new Set(running.flatMap((line) => line.pieces));
    // A page that would become empty has only a title, which is kept.
    return pieces.size === 0 || pieces.size === page.texts.length
      ? page
      : { ...page, texts: page.texts.filter((piece) => !pieces.has(piece)) };
  });
}

type Document = { pages: number; bodySize: number };

/** Keys that a line shares with lines of other pages. */
function buildKeys(line: EdgeLine, page: number, { pages, bodySize }: Document): string[] {
  const { y, size, text, isApart } = line;
  const place = Math.round(y / RUNNING.place);
  const print = text.replace(/\d+/g, '0').replace(/\s+/g, ' ').trim();
  const keys: string[] = [];
  if (size > bodySize * RUNNING.sizeInPlace) return keys;
  if (line.isPart) {
    const x = Math.round((line.pieces[0]?.x ?? 0) / RUNNING.place);
    return isApart ? [`part ${text} at ${place} ${x}`] : keys;
  }
  keys.push(`text ${print} at ${place}`);
  if (text.length > RUNNING.maxLength) return keys;
  if (isApart && size <= bodySize * RUNNING.size) keys.push(`text ${print}`);
  for (const [digits] of text.matchAll(/\d+/g)) keys.push(`count ${Number(digits) - page} at ${place}`);
  const [number, total, ...more] = text.match(/\d+/g) ?? [];
  const isAlone = total === undefined ? !/\p{L}/u.test(text) : Number(total) === pages && more.length === 0;
  if (number !== undefined && isAlone) keys.push(`number ${print} ${Number(number) - page} at ${place}`);
  return keys;
}

/** The first and last lines of a page. `isApart`: a gap separates them from the text. */
function edgeLines(texts: readonly PdfText[], bodySize: number): EdgeLine[] {
  const lines = groupIntoLines(texts);
  const fromBelow = lines.toReversed();
  const edges = [lines, fromBelow].flatMap((ordered) => {
    const end = ordered.findIndex((line, index) => {
      const next = ordered[index + 1];
      return next !== undefined && Math.abs(line.y - next.y) > bodySize * RUNNING.gap;
    });
    const isApart = end >= 0 && end < RUNNING.maxLines;
    const edge = ordered.slice(0, isApart ? end + 1 : RUNNING.maxLines);
    return edge.flatMap((line) => [line, ...splitIntoParts(line)]).map((line) => ({ ...line, isApart }));
  });
  // On a page with little text, a line may be among both the first and the last.
  return edges.filter((line) => line.pieces.every(({ kind }) => kind === 'text'));
}

/** The parts of a line that are far apart, such as the name of a book and that of a chapter. None if it has one part. */
function splitIntoParts(line: Omit<EdgeLine, 'isApart'>): (Omit<EdgeLine, 'isApart'> & { isPart: true })[] {
  const parts: PdfText[][] = [];
  for (const piece of line.pieces) {
    const before = parts.at(-1)?.at(-1);
    const gap = before ? piece.x - before.x - before.width : Number.POSITIVE_INFINITY;
    if (gap > piece.size * RUNNING.partGap) parts.push([piece]);
    else parts.at(-1)?.push(piece);
  }
  return parts.length < 2 ? [] : parts.map((pieces) => ({ ...describeLine(line.y, pieces), isPart: true }));
}

/** Lines of upright text, from top to bottom. */
function groupIntoLines(texts: readonly PdfText[]): Omit<EdgeLine, 'isApart'>[] {
  const lines: { y: number; size: number; pieces: PdfText[] }[] = [];
  for (const piece of texts.filter(({ angle }) => angle === 0).sort((one, other) => other.y - one.y)) {
    const line = lines.at(-1);
    if (line && line.y - piece.y < RUNNING.place) line.pieces.push(piece);
    else lines.push({ y: piece.y, size: 0, pieces: [piece] });
  }
  return lines.map(({ y, pieces }) =>
    describeLine(
      y,
      pieces.sort((one, other) => one.x - other.x),
    ),
  );
}

function describeLine(y: number, pieces: readonly PdfText[]): Omit<EdgeLine, 'isApart'> {
  const text = pieces.map((piece) => piece.text.trim()).join(' ');
  return { y, pieces, text, size: Math.max(...pieces.map(({ size }) => size)) };
}
