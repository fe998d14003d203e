import type { PageTable } from '../../contracts/index.ts';
import { hasUnspacedText } from '../../text/index.ts';
import { groupCellLines } from './cell-lines.ts';
import { type Extent, findOverlappedColumns, measureOverlap } from './extents.ts';
import { type Fragment, joinLines } from './lines.ts';
import { isRtl } from './reading-direction.ts';
import type { PdfTableCell } from './rows.ts';

export type Column = Extent;

/** Criteria for running text in the lines of a column. */
const PROSE = {
  minLines: 3,
  minFill: 0.65,
  minWords: 3.5,
  minCharacters: 12,
  maxDigits: 0.3,
  continued: 0.3,
  hyphenated: 0.15,
};
/**
 * Minimum share of rows with cells in several columns of a table, maximum ratio of two columns' widths, and other
 * criteria.
 */
const TABLE = { sharedRows: 0.6, unequal: 1.5, maxLines: 12, equalRows: 4, maxShift: 0.3 };

/** The columns of rows: the horizontal ranges with text, divided by strips in which no row has text. */
export function findColumns(rows: readonly (readonly Extent[])[], minGap: number): Column[] {
  const all = projectColumns(rows, minGap);
  // Names that span several columns, and totals below them, cover the strips.
  const inner = [rows.slice(1), rows.slice(2), rows.slice(0, -1), rows.slice(1, -1)]
    .filter((some) => some.length > 1)
    .map((some) => projectColumns(some, minGap));
  return inner.reduce((best, some) => (some.length > best.length ? some : best), all);
}

/**
 * Joins adjacent columns that are really one. Either the first row has its name in one of them and all other rows,
 * which are aligned differently, have their text in the other. Or no row has text in both, and one row has text across
 * both.
 */
export function joinHalves(rows: readonly (readonly Extent[])[], columns: readonly Column[]): Column[] {
  const joinedColumns: Column[] = [];
  for (const column of columns) {
    const before = joinedColumns.at(-1);
    if (before && areHalves(rows, before, column)) before.x1 = column.x1;
    else joinedColumns.push({ ...column });
  }
  return joinedColumns;
}

function areHalves(rows: readonly (readonly Extent[])[], left: Column, right: Column): boolean {
  const places = rows.map((row) => ({
    left: row.some((cell) => isIn(cell, left) && !isIn(cell, right)),
    right: row.some((cell) => isIn(cell, right) && !isIn(cell, left)),
    both: row.some((cell) => isIn(cell, left) && isIn(cell, right)),
  }));
  if (places.some((row) => row.left && row.right)) return false;
  if (places.some(({ both }) => both)) return true;
  const [first, ...rest] = places;
  if (first === undefined || (rows[0]?.length ?? 0) < 2 || first.left === first.right) return false;
  return !rest.some((row) => (first.left ? row.left : row.right));
}

function projectColumns(rows: readonly (readonly Extent[])[], minGap: number): Column[] {
  const columns: Column[] = [];
  for (const { x0, x1 } of rows.flat().sort((one, other) => one.x0 - other.x0)) {
    const column = columns.at(-1);
    if (column && x0 - column.x1 < minGap) column.x1 = Math.max(column.x1, x1);
    else columns.push({ x0, x1 });
  }
  return columns;
}

/** Whether rows are a table, which is read row by row, and not columns of running text. */
export function isTable(rows: readonly Fragment[][], columns: readonly Column[], em: number): boolean {
  const grid = rows.map((row) => columns.map((column) => row.filter((fragment) => isIn(fragment, column))));
  const filledRows = columns.map((_, index) => grid.filter((cells) => (cells[index]?.length ?? 0) > 0));
  const prose = columns.map((column, index) =>
    isProse(filledRows[index]?.map((cells) => cells[index] ?? []) ?? [], column),
  );
  const cellRows = groupCellLines(rows, columns, em);
  // Columns of running text also consist of paragraphs, but these are not aligned between columns.
  const areColumns = prose.every(Boolean) && columns.length > 2 && cellRows !== null && !areAligned(cellRows, columns);
  if (cellRows !== null && !areColumns && isTableOfCellRows(cellRows, columns)) return true;
  const fewest = Math.min(...filledRows.map((cells) => cells.length));
  const shared = grid.filter((cells) => cells.filter((cell) => cell.length > 0).length > 1);
  if (columns.length === 2 && shared.length < fewest * TABLE.sharedRows) return false;
  if (columns.length > 2 && shared.length < rows.length * TABLE.sharedRows * 0.5) return false;
  const isContinued = columns.some(
    (_, index) =>
      prose[index] &&
      computeShare(
        shared.map((cells) => cells[index]?.[0]?.text ?? ''),
        continues,
      ) > PROSE.continued,
  );
  return !isContinued && !prose.every(Boolean);
}

/**
 * Whether cells of several lines are beside each other, row by row. If there are two columns as wide as those of a
 * page, this must hold for all cells.
 */
function isTableOfCellRows(cellRows: readonly Fragment[][][], columns: readonly Column[]): boolean {
  const counts = cellRows.map((lines) => columns.filter((column) => countLines(lines, column) > 0).length);
  const shared = counts.filter((count) => count > 1).length;
  const lines = cellRows.reduce((sum, row) => sum + row.length, 0);
  const fewest = columns.length > 2 ? 2 : 3;
  if (shared < counts.length * TABLE.sharedRows || shared < fewest || lines > cellRows.length * TABLE.maxLines)
    return false;
  if (columns.length > 2 || isUnequal(columns)) return true;
  // Paragraphs of equal length in two columns of a page are also beside each other.
  const areUnequal = cellRows.some((row) => new Set(columns.map((column) => countLines(row, column))).size > 1);
  return shared === counts.length && shared >= TABLE.equalRows && areUnequal && areAligned(cellRows, columns);
}

/** Whether the cells of each row are all aligned at their tops, or all at their middles. */
function areAligned(cellRows: readonly Fragment[][][], columns: readonly Column[]): boolean {
  const shifts = cellRows.map((rows) => {
    const cells = columns.map((column) => rows.filter((row) => row.some((fragment) => isIn(fragment, column))));
    const tops = cells.map((cell) => cell[0]?.[0]?.y ?? 0);
    const middles = cells.map((cell, index) => ((tops[index] ?? 0) + (cell.at(-1)?.[0]?.y ?? 0)) / 2);
    const spread = (places: readonly number[]) =>
      (Math.max(...places) - Math.min(...places)) / (rows[0]?.[0]?.size ?? 1);
    return { top: spread(tops), middle: spread(middles) };
  });
  return (['top', 'middle'] as const).some((place) => shifts.every((shift) => shift[place] < TABLE.maxShift));
}

function countLines(rows: readonly Fragment[][], column: Column): number {
  return rows.filter((row) => row.some((fragment) => isIn(fragment, column))).length;
}

function isIn(extent: Extent, column: Column): boolean {
  return measureOverlap(extent, column) > 0;
}

function isProse(cells: readonly Fragment[][], { x0, x1 }: Column): boolean {
  if (cells.length < PROSE.minLines) return false;
  const texts = cells.map((cell) => cell.map(({ text }) => text).join(' '));
  const width = cells.reduce((sum, cell) => sum + (cell.at(-1)?.x1 ?? 0) - (cell[0]?.x0 ?? 0), 0) / cells.length;
  const all = texts.join(' ');
  const words = all.split(/\s+/).length / cells.length;
  const digits = (all.match(/\p{N}/gu)?.length ?? 0) / all.length;
  // Narrow columns of long words have few of them in a line, but divide them at its end.
  const hasLetters = hasUnspacedText(all) || computeShare(texts, isHyphenated) >= PROSE.hyphenated;
  const isLong = words >= PROSE.minWords || (hasLetters && all.length / cells.length >= PROSE.minCharacters);
  return isLong && width / (x1 - x0) >= PROSE.minFill && digits <= PROSE.maxDigits;
}

function isHyphenated(text: string): boolean {
  return /\p{Ll}[-‐]$/u.test(text);
}

/** Whether a line looks like the continuation of a sentence. */
function continues(text: string): boolean {
  return /^\p{Ll}/u.test(text) || hasUnspacedText(text);
}

function computeShare(texts: readonly string[], test: (text: string) => boolean): number {
  const some = texts.filter((text) => text !== '');
  return some.filter(test).length / Math.max(1, some.length);
}

function isUnequal(columns: readonly Column[]): boolean {
  const widths = columns.map(({ x0, x1 }) => x1 - x0);
  return Math.max(...widths) > Math.min(...widths) * TABLE.unequal;
}

/** Builds a table that the file does not mark. Lines closer together than rows belong to one cell. */
export function tableOfFragments(rows: readonly Fragment[][], columns: readonly Column[], em: number): PageTable {
  const cellRows = groupCellLines(rows, columns, em);
  const starts = cellRows && new Set(cellRows.map(([first]) => first));
  const table: string[][] = [];
  let headerRows = 0;
  for (const [index, row] of rows.entries()) {
    const cells = placed(row, columns, table.length === headerRows);
    const before = table.at(-1);
    const gap = (rows[index - 1]?.[0]?.y ?? Number.POSITIVE_INFINITY) - (row[0]?.y ?? 0);
    if (before && (starts ? !starts.has(row) : isContinuation(before, cells, gap, em))) {
      for (const [column, cell] of cells.entries()) before[column] = joinLines(before[column] ?? '', cell);
    } else table.push(cells);
    // Rows with a name that spans several columns are above the column names.
    if (table.length === headerRows + 1 && isSpanning(row, columns)) headerRows += 1;
  }
  const count = headerRows > 0 ? headerRows + 1 : Number(hasHeader(table));
  return inReadingOrder(withHeader(table, count < table.length ? count : 0));
}

/** Builds a table whose rows and cells the file marks. */
export function tableOfCells(rows: readonly (readonly PdfTableCell[])[]): PageTable {
  const columns = joinHalves(rows, findColumns(rows, 0.5));
  const firstData = rows.findIndex((row) => row.some(({ isHeader }) => !isHeader));
  // Row names are not column names.
  const headerRows = Math.min(firstData === -1 ? 1 : firstData, 4);
  const table = rows.map((row, index) => placed(row, columns, index < headerRows));
  return inReadingOrder(withHeader(table, headerRows));
}

/** The texts of a row by column. A text that spans several columns is in the first of them, and in a header in each. */
function placed(row: readonly (Extent & { text: string })[], columns: readonly Column[], isHeader: boolean): string[] {
  const cells = columns.map(() => '');
  // If there are as many names as columns, each column has one, regardless of alignment.
  if (isHeader && row.length === columns.length)
    return row.toSorted((one, other) => one.x0 - other.x0).map(({ text }) => text);
  for (const cell of row) {
    const places = isHeader ? findSpannedColumns(cell, columns) : findOverlappedColumns(cell, columns);
    const best = places.length > 0 ? places : [nearest(cell, columns)];
    for (const index of isHeader ? best : best.slice(0, 1)) cells[index] = joinLines(cells[index] ?? '', cell.text);
  }
  return cells;
}

/** The columns below a name. A name between two columns belongs to both. */
function findSpannedColumns(cell: Extent, columns: readonly Column[]): number[] {
  const middle = (cell.x0 + cell.x1) / 2;
  const after = columns.findIndex(({ x0 }) => x0 > middle);
  const isBetween = after > 0 && (columns[after - 1]?.x1 ?? middle) < middle;
  return isBetween
    ? [...new Set([after - 1, after, ...findOverlappedColumns(cell, columns)])]
    : findOverlappedColumns(cell, columns);
}

function nearest(cell: Extent, columns: readonly Column[]): number {
  const distances = columns.map((column) => -measureOverlap(cell, column));
  return distances.indexOf(Math.min(...distances));
}

function isSpanning(row: readonly Extent[], columns: readonly Column[]): boolean {
  return row.length < columns.length && row.some((cell) => findSpannedColumns(cell, columns).length > 1);
}

function withHeader(table: readonly string[][], headerRows: number): PageTable {
  const width = table[0]?.length ?? 0;
  const names = table.slice(0, headerRows);
  const header = Array.from({ length: width }, (_, column) =>
    names
      .map((row) => row[column] ?? '')
      .filter((name, index, all) => name !== '' && name !== all[index - 1])
      .join(' / '),
  );
  return { caption: '', header, rows: table.slice(headerRows) };
}

function inReadingOrder({ caption, header, rows }: PageTable): PageTable {
  if (!isRtl([...header, ...rows.flat()].join(' '))) return { caption, header, rows };
  return { caption, header: header.toReversed(), rows: rows.map((row) => row.toReversed()) };
}

/** Whether a row has only the rest of a cell above it that was too long. */
function isContinuation(before: readonly string[], cells: readonly string[], gap: number, em: number): boolean {
  if (gap > em * 1.6) return false;
  const filledCells = cells.flatMap((cell, column) => (cell === '' ? [] : [{ cell, above: before[column] ?? '' }]));
  const isFewer =
    filledCells.length < before.filter((cell) => cell !== '').length && filledCells.length <= cells.length / 2;
  return isFewer && filledCells.every(({ cell, above }) => above !== '' && !/^[\p{Lu}\p{N}]/u.test(cell));
}

/**
 * Whether the first row names the columns: it has words above numbers, or there are more than two columns and it has
 * words above each.
 */
function hasHeader(rows: readonly string[][]): boolean {
  const [first = [], ...rest] = rows;
  if (rest.length === 0 || first.some(isNumber)) return false;
  const hasNumbers = first.some(
    (_, column) => rest.filter((row) => isNumber(row[column] ?? '')).length * 2 > rest.length,
  );
  return (
    (hasNumbers && first.filter((cell) => cell !== '').length > 1) ||
    (first.length > 2 && first.every((cell) => cell !== ''))
  );
}

function isNumber(cell: string): boolean {
  return (cell.match(/\p{N}/gu)?.length ?? 0) * 2 > cell.replace(/[\s.,:%€$£¥+−-]/g, '').length;
}
