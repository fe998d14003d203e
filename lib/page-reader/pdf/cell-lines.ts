import { type Extent, findOverlappedColumns } from './extents.ts';
import type { Fragment } from './lines.ts';
import { estimateFirstWordWidth } from './word-places.ts';

/** Distances in multiples of the font size. */
const CELL = {
  /** Minimum and maximum distance between the lines of one cell. */
  minLeading: 0.8,
  maxLeading: 1.7,
  /** Minimum ratio of the distance between lines of different rows to that between lines of one row. */
  minRatio: 1.2,
  maxThresholds: 6,
  /** Maximum share of rows that look like several rows. */
  maxDoubtful: 0.1,
};

/**
 * `shift`: maximum distance of a row from the middle between two lines, in multiples of the font size. `minRatio`: how
 * many times further away other rows must be.
 */
const STRADDLED = { shift: 0.15, minRatio: 1.5 };

/**
 * Joins two lines of one cell if the other cells of its row are vertically centered between them. Lines of columns at
 * different heights also alternate, but are all equally far apart.
 */
export function joinStraddledLines(
  rows: readonly Fragment[][],
  join: (one: string, other: string) => string,
): Fragment[][] {
  const joinedRows: Fragment[][] = [];
  for (let index = 0; index < rows.length; index += 1) {
    const [row = [], middle = [], last = []] = rows.slice(index, index + 3);
    const [above, below] = [row[0], last[0]];
    if (!above || !below || !isStraddled(rows, index)) {
      joinedRows.push(row);
      continue;
    }
    const cell = {
      ...above,
      text: join(above.text, below.text),
      x0: Math.min(above.x0, below.x0),
      x1: Math.max(above.x1, below.x1),
      y: middle[0]?.y ?? above.y,
      row: middle[0]?.row ?? above.row,
    };
    joinedRows.push([...middle, cell].sort((one, other) => one.x0 - other.x0));
    index += 2;
  }
  return joinedRows;
}

function isStraddled(rows: readonly Fragment[][], index: number): boolean {
  const [row = [], middle = [], last = []] = rows.slice(index, index + 3);
  const [above, below] = [row[0], last[0]];
  if (!above || !below || row.length !== 1 || last.length !== 1 || middle.length < 2) return false;
  const heightAt = (at: number) => rows[at]?.[0]?.y;
  const y = heightAt(index + 1) ?? 0;
  const [up, down] = [above.y - y, y - below.y];
  if (Math.abs(up - down) > above.size * STRADDLED.shift || up + down > above.size * CELL.maxLeading) return false;
  const outside = [(heightAt(index - 1) ?? Infinity) - above.y, below.y - (heightAt(index + 3) ?? -Infinity)];
  const isBeside = (cell: Extent) => cell.x1 <= Math.min(above.x0, below.x0) || cell.x0 >= Math.max(above.x1, below.x1);
  return outside.every((gap) => gap >= up * STRADDLED.minRatio) && middle.every(isBeside);
}

/** The lines of a cell: text in one column without a vertical gap. */
type Cell = { column: number; top: number; bottom: number; lines: Fragment[][] };
type CellRow = { top: number; bottom: number; cells: Cell[] };

/**
 * Groups lines into the rows of a table whose cells have several lines, regardless of vertical alignment. Lines of a
 * column that are close together form a cell, and cells beside each other form a row. Null if no distance divides all
 * columns into such rows.
 */
export function groupCellLines(
  rows: readonly Fragment[][],
  columns: readonly Extent[],
  em: number,
): Fragment[][][] | null {
  // Text that spans several columns counts for the first of them.
  const lines = columns.map((_, column) =>
    rows.map((row) => row.filter((fragment) => findOverlappedColumns(fragment, columns)[0] === column)),
  );
  for (const threshold of listThresholds(lines, em)) {
    const cellRows = joinCells(lines.flatMap((column, index) => joinLinesToCells(column, index, columns, threshold)));
    const doubtful = cellRows.filter((row) => isSeveralRows(row, columns)).length;
    if (cellRows.length > 1 && doubtful <= cellRows.length * CELL.maxDoubtful)
      return cellRows.map(({ top, bottom }) => rows.filter(([first]) => first && first.y <= top && first.y >= bottom));
  }
  return null;
}

/** Distances that can separate lines of one cell from lines of different rows, largest first. */
function listThresholds(columns: readonly Fragment[][][], em: number): number[] {
  const gaps = columns.flatMap((column) => {
    const places = column.flatMap((line) => line[0]?.y ?? []);
    return places.slice(1).map((y, index) => (places[index] ?? y) - y);
  });
  const sorted = gaps.sort((one, other) => one - other);
  const thresholds = sorted.slice(1).flatMap((gap, index) => {
    const before = sorted[index] ?? gap;
    const isLeading = before >= em * CELL.minLeading && before <= em * CELL.maxLeading;
    return isLeading && gap >= before * CELL.minRatio ? [(gap + before) / 2] : [];
  });
  return thresholds.slice(0, CELL.maxThresholds).reverse();
}

function joinLinesToCells(
  column: readonly Fragment[][],
  index: number,
  columns: readonly Extent[],
  threshold: number,
): Cell[] {
  // A name that spans several columns is not a line of a cell in one of them.
  const isSpanning = (line: readonly Fragment[]) =>
    line.some((fragment) => findOverlappedColumns(fragment, columns).length > 1);
  const cells: Cell[] = [];
  for (const line of column) {
    const y = line[0]?.y;
    if (y === undefined) continue;
    const cell = cells.at(-1);
    if (cell && cell.bottom - y < threshold && ![line, cell.lines[0] ?? []].some(isSpanning)) {
      cell.lines.push(line);
      cell.bottom = y;
    } else cells.push({ column: index, top: y, bottom: y, lines: [line] });
  }
  return cells;
}

/** Joins cells that are beside each other into one row. */
function joinCells(cells: readonly Cell[]): CellRow[] {
  const rows: CellRow[] = [];
  for (const cell of cells.toSorted((one, other) => other.top - one.top)) {
    const row = rows.at(-1);
    if (row && cell.top >= row.bottom) {
      row.cells.push(cell);
      row.bottom = Math.min(row.bottom, cell.bottom);
    } else rows.push({ top: cell.top, bottom: cell.bottom, cells: [cell] });
  }
  return rows;
}

/** Whether a row has two cells in one column, or its lines look like separate rows. */
function isSeveralRows({ cells }: CellRow, columns: readonly Extent[]): boolean {
  if (new Set(cells.map(({ column }) => column)).size < cells.length) return true;
  const separate = cells.filter(({ lines, column }) => lines.length > 1 && !isWrapped(lines, columns[column]));
  return separate.length > 1 || separate.some(({ lines }) => lines.every((line) => !/\p{L}/u.test(joinText(line))));
}

/** Whether a text continues from line to line: the next word did not fit, or begins with a lower-case letter. */
function isWrapped(lines: readonly Fragment[][], column: Extent | undefined): boolean {
  const width = column ? column.x1 - column.x0 : 0;
  return (
    lines.some((line) => /\s/.test(joinText(line).trim())) &&
    lines.slice(1).every((line, index) => {
      const before = lines[index] ?? [];
      const text = joinText(line);
      const room = width - (before.at(-1)?.x1 ?? 0) + (before[0]?.x0 ?? 0);
      const word = estimateFirstWordWidth(text, measureWidth(line));
      return /^\p{Ll}/u.test(text) || room < word * 1.15 + (line[0]?.size ?? 0) * 0.3;
    })
  );
}

function joinText(line: readonly Fragment[]): string {
  return line.map(({ text }) => text).join(' ');
}

function measureWidth(line: readonly Fragment[]): number {
  return (line.at(-1)?.x1 ?? 0) - (line[0]?.x0 ?? 0);
}
