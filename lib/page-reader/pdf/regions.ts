import type { PageTable } from '../../contracts/index.ts';
import { groupCellLines, joinStraddledLines } from './cell-lines.ts';
import { type Band, findBand, rowsOfFragments } from './columns.ts';
import { areItems, divideAtItems, withDot } from './items.ts';
import { divideJoinedCells } from './joined-cells.ts';
import { type Fragment, joinLines } from './lines.ts';
import { isMarker } from './markers.ts';
import { isRtl } from './reading-direction.ts';
import type { PdfTag } from './structure-tags.ts';
import { type Column, findColumns, isTable, joinHalves, tableOfCells, tableOfFragments } from './table-rows.ts';
import { estimateFirstWordWidth } from './word-places.ts';

/** A line of running text, with its edges and its baseline. */
export type Line = Pick<Fragment, 'text' | 'x0' | 'x1' | 'y' | 'size' | 'isMonospaced'> & {
  tag: PdfTag | undefined;
  /** The estimated width of its first word. */
  firstWord: number;
  /** Where its text begins after the mark of an item. */
  textStart: number;
  /** Whether it begins with a separate mark. */
  isItem: boolean;
  /** Whether parts of it are far apart, such as a name on the left and a date on the right. */
  isDivided: boolean;
  /** The edges of its column. */
  left: number;
  right: number;
};

/** A part of a page in reading order: consecutive lines, or the cells of a table. */
export type PdfRegion = { type: 'text'; lines: Line[] } | { type: 'table'; table: PageTable };

/** Maximum depth of division, which limits the time that a hostile page takes. */
const MAX_DEPTH = 8;
/** Pieces of a line further apart than this are separated by a bar. In multiples of the font size. */
const BAR_GAP = 1.5;
/**
 * Gaps in a justified line: maximum difference between them, and maximum width, in multiples of the font size. In
 * justified text (at least `minLines` lines, of which `minShare` reach both edges up to `toEdge`), gaps may differ.
 */
const SPREAD = { difference: 0.4, maxGap: 4, maxJustified: 8, minLines: 4, minShare: 0.5, toEdge: 0.3 };
/**
 * A line is a heading if its font is larger than that of the surrounding text by `headingSize`. A vertical gap of `gap`
 * divides. In multiples of the font size.
 */
const DIVIDER = {
  headingSize: 1.15,
  gap: 2.2,
  usualGap: 1.8,
  tailGap: 1.25,
  tableRows: 3,
  sameSize: 0.05,
  beside: 0.3,
  besideHeading: 1.2,
};
/** Minimum width of the strip between columns of a table, in multiples of the font size. */
const MIN_COLUMN_GAP = 0.4;

/** Maximum share of the cells behind the first ones that begin with a lower-case letter. */
const MAX_CONTINUED = 0.6;

/** Divides a page into parts in reading order: columns one after the other, tables row by row. */
export function divideIntoRegions(fragments: readonly Fragment[], em: number, depth = 0): PdfRegion[] {
  const band = depth < MAX_DEPTH ? findBand(fragments, em) : null;
  if (band === null) return textRegion(fragments);
  const { above, rows, below } = trim(band, em);
  return [
    ...divideIntoRegions(above, em, depth + 1),
    ...bandRegions(rows, band, em, depth),
    ...divideIntoRegions(below, em, depth + 1),
  ];
}

function bandRegions(bandRows: readonly Fragment[][], band: Band, em: number, depth: number): PdfRegion[] {
  if (areItems(bandRows)) return textRegion(bandRows.flat().map((fragment) => withDot(fragment, em)));
  const cellRows = groupCellLines(bandRows, findColumns(bandRows, em * MIN_COLUMN_GAP), em);
  const joined = joinStraddledLines(bandRows, joinLines);
  const lines = cellRows !== null && cellRows.length < joined.length ? bandRows : joined;
  const runs = divideAtItems(lines, em);
  if (runs.length > 1) return runs.flatMap((run) => divideIntoRegions(run.flat(), em, depth + 1));
  const places = findColumns(lines, em * MIN_COLUMN_GAP);
  const rows = divideJoinedCells(lines, places);
  const inner = withoutStrayEnds(rows, places);
  if (inner.length < rows.length) {
    const [first, last] = [rows.indexOf(inner[0] ?? []), rows.indexOf(inner.at(-1) ?? [])];
    return [rows.slice(0, first), inner, rows.slice(last + 1)].flatMap((part) =>
      part.length > 0 ? divideIntoRegions(part.flat(), em, depth + 1) : [],
    );
  }
  const start = findTableStart(lines, em);
  if (start > 0)
    return [lines.slice(0, start), lines.slice(start)].flatMap((part) => divideIntoRegions(part.flat(), em, depth + 1));
  const columns = joinHalves(rows, places);
  const isWhole = rows.flat().every(({ table }) => !table);
  const isOneTable = isWhole && isTable(rows, columns, em);
  const groups = groupCloseRows(rows, columns, em);
  if (groups.length > 1 && (isOneTable || groups.some((group) => isTableOfItsOwn(group, em))))
    return groups.flatMap((group) => divideIntoRegions(group.flat(), em, depth + 1));
  if (!isOneTable) return columnRegions(rows.flat(), band, em, depth);
  return [{ type: 'table', table: tableOfFragments(rows, columns, em) }];
}

/**
 * Removes rows at both ends whose columns are empty in all other rows, such as the end of a paragraph above, or a
 * centered title and a centered page number.
 */
function withoutStrayEnds(rows: readonly Fragment[][], columns: readonly Column[]): readonly Fragment[][] {
  const listOccupiedColumns = (row: readonly Fragment[]) =>
    columns.flatMap(({ x0, x1 }, index) => (row.some((cell) => cell.x0 < x1 && cell.x1 > x0) ? [index] : []));
  const places = rows.map(listOccupiedColumns);
  // A single line at the top and one at the bottom may share a column.
  const [top, foot] = [places[0] ?? [], places.at(-1) ?? []];
  const isShared = top.length === 1 && foot.length === 1 && top[0] === foot[0];
  const counts = columns.map((_, index) => places.filter((row) => row.includes(index)).length);
  const isStray = (row: readonly number[] | undefined) =>
    row?.every((index) => counts[index] === 1 || (isShared && index === top[0] && counts[index] === 2)) === true;
  let [first, end] = [0, rows.length];
  while (end - first > 2 && isStray(places[first])) first += 1;
  while (end - first > 2 && isStray(places[end - 1])) end -= 1;
  return rows.slice(first, end);
}

/**
 * The index of a table's row of column names below several rows of at most two pieces, such as the addresses of an
 * invoice; 0 if there is none. The row has a piece in each column of the rows that follow, and the text above crosses
 * these columns.
 */
function findTableStart(rows: readonly Fragment[][], em: number): number {
  const start = rows.findIndex((row) => row.length > 2);
  const names = rows[start] ?? [];
  if (start < 2 || names.some(({ text }) => /\d/.test(text))) return 0;
  const below = rows.slice(start);
  const columns = joinHalves(below, findColumns(below, em * MIN_COLUMN_GAP));
  const isAcross = ({ x0, x1 }: Fragment) => columns.filter((column) => x0 < column.x1 && x1 > column.x0).length > 1;
  const isTableBelow = names.length === columns.length && isTableOfItsOwn(below, em);
  return isTableBelow && rows.slice(0, start).flat().some(isAcross) ? start : 0;
}

/**
 * Whether rows between gaps are a table, although the same strip also divides other text, such as a letterhead above or
 * addresses below.
 */
function isTableOfItsOwn(rows: readonly Fragment[][], em: number): boolean {
  if (rows.length < DIVIDER.tableRows || rows.flat().some(({ table }) => table)) return false;
  // The words of justified lines in columns may be as far apart as cells.
  const later = rows.flatMap((row) => row.slice(1));
  if (later.filter(({ text }) => /^\p{Ll}/u.test(text)).length > later.length * MAX_CONTINUED) return false;
  const columns = joinHalves(rows, findColumns(rows, em * MIN_COLUMN_GAP));
  return columns.length > 2 && isTable(rows, columns, em);
}

/** Groups rows that are close together. A letterhead, a table and its totals are three groups. */
function groupCloseRows(rows: readonly Fragment[][], columns: readonly Column[], em: number): Fragment[][][] {
  const cellRows = groupCellLines(rows, columns, em) ?? rows.map((row) => [row]);
  const gaps = cellRows
    .slice(1)
    .map((group, index) => (cellRows[index]?.at(-1)?.[0]?.y ?? 0) - (group[0]?.[0]?.y ?? 0));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0;
  const isLone = (lines: readonly Fragment[][]) => lines.every((row) => row.length === 1);
  const lastShared = cellRows.findLastIndex((lines) => !isLone(lines));
  const groups: Fragment[][][] = [];
  for (const [index, lines] of cellRows.entries()) {
    const gap = gaps[index - 1] ?? Number.POSITIVE_INFINITY;
    // A single piece after all other rows needs a smaller gap to be separate from them.
    const isTail = index === lastShared + 1 && columns.length > 2 && index > 2;
    const isApart = gap > Math.max(em * DIVIDER.gap, usual * (isTail ? DIVIDER.tailGap : DIVIDER.usualGap));
    if (isApart || isHeadingRow(lines, em) || isHeadingRow(cellRows[index - 1] ?? [], em)) groups.push([...lines]);
    else groups.at(-1)?.push(...lines);
  }
  return groups;
}

function isHeadingRow(lines: readonly Fragment[][], em: number): boolean {
  const [first, ...more] = lines.flat();
  return first !== undefined && more.length === 0 && first.size >= em * DIVIDER.headingSize;
}

function textRegion(fragments: readonly Fragment[]): PdfRegion[] {
  const regions: PdfRegion[] = [];
  const edges = {
    left: Math.min(...fragments.map(({ x0 }) => x0)),
    right: Math.max(...fragments.map(({ x1 }) => x1)),
  };
  const rows = rowsOfFragments(fragments);
  const isJustified = isJustifiedText(rows, edges);
  for (const row of rows) {
    const texts = row.filter(({ table }) => !table);
    const last = regions.at(-1);
    const line = texts.length > 0 ? [buildLine(texts, edges, isJustified && fills(texts, edges))] : [];
    if (last?.type === 'text') last.lines.push(...line);
    else if (line.length > 0) regions.push({ type: 'text', lines: line });
    for (const { table } of row) if (table) regions.push({ type: 'table', table: tableOfCells(table) });
  }
  return regions;
}

type Edges = { left: number; right: number };

/** Whether a row reaches both edges of its column. */
function fills(row: readonly Fragment[], { left, right }: Edges): boolean {
  const tolerance = (row[0]?.size ?? 0) * SPREAD.toEdge;
  return (
    Math.min(...row.map(({ x0 }) => x0)) - left < tolerance && right - Math.max(...row.map(({ x1 }) => x1)) < tolerance
  );
}

/** Whether most lines reach both edges of their column, and most of these have no wide gap. */
function isJustifiedText(rows: readonly Fragment[][], edges: Edges): boolean {
  const full = rows.filter((row) => fills(row, edges));
  const isWhole = (row: readonly Fragment[]) => measureGaps(row).every((gap) => gap <= (row[0]?.size ?? 0) * BAR_GAP);
  return (
    rows.length >= SPREAD.minLines &&
    full.length >= rows.length * SPREAD.minShare &&
    full.filter(isWhole).length >= full.length * SPREAD.minShare
  );
}

function measureGaps(ordered: readonly Fragment[]): number[] {
  return ordered.slice(1).map((fragment, index) => {
    const before = ordered[index] ?? fragment;
    return Math.max(fragment.x0 - before.x1, before.x0 - fragment.x1);
  });
}

function buildLine(row: readonly Fragment[], edges: Edges, isJustified: boolean): Line {
  const ordered = isRtl(row.map(({ text }) => text).join(' ')) ? [...row].reverse() : row;
  const gaps = measureGaps(ordered);
  const size = row[0]?.size ?? 0;
  const isSpread = areEvenGaps(gaps, size) || (isJustified && Math.max(...gaps) < size * SPREAD.maxJustified);
  const isBar = (index: number) => {
    const isBehindMarker = index === 1 && isMarker(ordered[0]?.text ?? '');
    return index > 0 && !isSpread && !isBehindMarker && (gaps[index - 1] ?? 0) > (ordered[index]?.size ?? 0) * BAR_GAP;
  };
  const separators = ordered.map((_, index) => (index === 0 ? '' : isBar(index) ? '  |  ' : ' '));
  const text = ordered.map((fragment, index) => `${separators[index]}${fragment.text}`).join('');
  const [first] = row;
  // Marks are often larger than their text.
  const words = row.length > 1 && isMarker(first?.text ?? '') ? row.slice(1) : row;
  return {
    ...edges,
    text,
    textStart: words[0]?.x0 ?? 0,
    isItem: words !== row,
    isDivided: ordered.some((_, index) => isBar(index)),
    x0: first?.x0 ?? 0,
    x1: Math.max(...row.map(({ x1 }) => x1)),
    y: first?.y ?? 0,
    size: Math.max(...words.map(({ size }) => size)),
    isMonospaced: words.every(({ isMonospaced }) => isMonospaced),
    tag: row.every(({ tag }) => tag?.block === first?.tag?.block) ? first?.tag : undefined,
    firstWord: first ? estimateFirstWordWidth(first.text, first.x1 - first.x0) : 0,
  };
}

/** Whether the words of a line are evenly spaced because the line is justified. */
function areEvenGaps(gaps: readonly number[], size: number): boolean {
  return (
    gaps.length > 1 &&
    Math.max(...gaps) - Math.min(...gaps) < size * SPREAD.difference &&
    Math.max(...gaps) < size * SPREAD.maxGap
  );
}

function columnRegions(inside: readonly Fragment[], { left, right }: Band, em: number, depth: number): PdfRegion[] {
  const fragmentSet = new Set(inside);
  const sides = [left, right].map((side) => side.filter((fragment) => fragmentSet.has(fragment)));
  const parts = dividedByHeadings(sides[0] ?? [], sides[1] ?? [], em);
  return parts.flatMap((part) => {
    const isReversed = isRtl(
      part
        .flat()
        .map(({ text }) => text)
        .join(' '),
    );
    return (isReversed ? [...part].reverse() : part).flatMap((side) => divideIntoRegions(side, em, depth + 1));
  });
}

/** A heading on the left that spans both columns divides them if the right column has a gap beside it. */
function dividedByHeadings(
  left: readonly Fragment[],
  right: readonly Fragment[],
  em: number,
): [Fragment[], Fragment[]][] {
  const edge = Math.min(...left.map(({ x0 }) => x0)) + em;
  const dividers = left.filter(({ size, y, x0 }) => {
    if (size < em * DIVIDER.headingSize || x0 > edge) return false;
    const above = Math.min(...right.flatMap((other) => (other.y >= y ? [other.y] : [])));
    const next = (side: readonly Fragment[]) => Math.max(...side.flatMap((other) => (other.y < y ? [other.y] : [])));
    const below = next(right);
    const isBeside = Math.min(above - y, y - below) < em * DIVIDER.besideHeading;
    // Both columns begin again below it.
    return !isBeside && Number.isFinite(above - below) && Math.abs(next(left) - below) < em * DIVIDER.beside;
  });
  const bounds = [...dividers.map(({ y }) => y), Number.NEGATIVE_INFINITY];
  let top = Number.POSITIVE_INFINITY;
  return bounds.map((bottom) => {
    const isIn = ({ y }: Fragment) => y <= top && y > bottom;
    const part: [Fragment[], Fragment[]] = [left.filter(isIn), right.filter(isIn)];
    top = bottom;
    return part;
  });
}

/** Whether a line in a different font size is centered over all columns. */
function isCentredTitle(
  row: readonly Fragment[],
  next: readonly Fragment[],
  fragments: readonly Fragment[],
  em: number,
): boolean {
  const [only, ...more] = row;
  if (only === undefined || more.length > 0 || Math.abs(only.size - (next[0]?.size ?? 0)) < em * DIVIDER.sameSize)
    return false;
  const left = Math.min(...fragments.map(({ x0 }) => x0));
  const right = Math.max(...fragments.map(({ x1 }) => x1));
  return Math.abs(only.x0 + only.x1 - left - right) < em;
}

/** Removes rows at the ends that are only on one side and separate from the others: headings, captions, notes below. */
function trim({ above, rows, below, left }: Band, em: number): Pick<Band, 'above' | 'rows' | 'below'> {
  const isLeft = new Set(left);
  const sides = (row: readonly Fragment[]) => new Set(row.map((fragment) => isLeft.has(fragment))).size;
  const isBeside = (row: readonly Fragment[], other: readonly Fragment[] | undefined) =>
    other !== undefined &&
    Math.abs((row[0]?.y ?? 0) - (other[0]?.y ?? 0)) < em * DIVIDER.gap &&
    Math.max(...row.map(({ size }) => size)) < em * DIVIDER.headingSize &&
    !isCentredTitle(row, other, rows.flat(), em);
  // The heading of one column is not a heading of both. It belongs to the right column, or to the left one if the right
  // one begins beside it.
  const isHeadOfSide = (index: number) => {
    const row = rows[index] ?? [];
    const gapTo = (isOnLeft: boolean) => {
      const next = rows.slice(index + 1).find((other) => other.some((fragment) => isLeft.has(fragment) === isOnLeft));
      return next && !isCentredTitle(row, next, rows.flat(), em) ? (row[0]?.y ?? 0) - (next[0]?.y ?? 0) : Infinity;
    };
    const isOnLeft = row.some((fragment) => isLeft.has(fragment));
    const gap = gapTo(isOnLeft);
    return (
      gap < Math.max(em, row[0]?.size ?? 0) * DIVIDER.gap && (!isOnLeft || gapTo(false) < gap - em * DIVIDER.beside)
    );
  };
  let first = 0;
  let end = rows.length;
  for (
    let row = rows[first];
    row && first < end - 2 && sides(row) === 1 && !isBeside(row, rows[first + 1]) && !isHeadOfSide(first);
    row = rows[first]
  )
    first += 1;
  for (
    let row = rows[end - 1];
    row && end > first + 2 && sides(row) === 1 && !isBeside(row, rows[end - 2]);
    row = rows[end - 1]
  )
    end -= 1;
  return {
    above: [...above, ...rows.slice(0, first).flat()],
    rows: rows.slice(first, end),
    below: [...rows.slice(end).flat(), ...below],
  };
}
