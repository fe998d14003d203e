import { find, getChildren, getTextContent, measureBox } from '../dom/dom.ts';
import { lookUpStyle, type View } from './view.ts';

/** A grid with fewer rows or columns may be any layout. One with more cells is not examined. */
const MINIMUM = { rows: 3, columns: 3 };
const MAX_CELLS = 3000;
/** Longer cells, on average, contain prose and not data. Characters. */
const MAX_CELL_LENGTH = 100;
const STRUCTURE = 'h1, h2, h3, h4, h5, h6, form, table, article, section, nav, img, button, input';
const NUMBER = /^[\s\p{Sc}+−–-]*\d[\d\s.,:%/–-]*[\p{L}\p{Sc}°]{0,3}\s*$/u;
/** Longer texts are not names of columns. Characters. */
const MAX_NAME_LENGTH = 40;

type Rows = readonly (readonly Element[])[];
/** Where a cell is in its row, and how many columns before it are empty. `header`: it is the name of a column. */
export type GridCell = { header: boolean; startsRow: boolean; emptyBefore: number };

/**
 * The cells of a table whose cells are the children of this grid, in reading order, or null. Tiles are laid out in the
 * same way, so two conditions must hold. The cells lie in rows and columns, and the columns differ: by a class in all
 * rows, or because all columns but the first hold numbers below a header. Or the first row is marked as a header: short
 * texts with a tag or class that no other cell has, such as the weekdays of a calendar. Or a style sheet places the
 * cells, and there are names above all columns and at the beginning of all rows, as in a timetable.
 */
export function cellsOfGrid(element: Element, display: string, view: View): Map<Element, GridCell> | null {
  if (display !== 'grid') return null;
  const children = [...getChildren(element)];
  if (children.length <= MINIMUM.columns * 2 || children.length > MAX_CELLS) return null;
  const columns = tracksIn(view.window.getComputedStyle(element).gridTemplateColumns);
  if (columns < MINIMUM.columns || children.length < columns * 2) return null;
  if (find(element, STRUCTURE) || getTextContent(element).length > children.length * MAX_CELL_LENGTH) return null;
  const rows = Array.from({ length: Math.ceil(children.length / columns) }, (_, row) =>
    children.slice(row * columns, (row + 1) * columns),
  );
  const isFull = children.length % columns === 0;
  const isLong = rows.length >= MINIMUM.rows;
  const hasNames = isLong && (haveHeader(rows) || (isFull && haveNumbersByColumn(rows)));
  const isTable = hasNames || (isLong && isFull && haveClassesByColumn(rows));
  const isPlaced = !isTable && children.some((child) => /^\d/.test(lookUpStyle(child, view).gridRowStart));
  return isTable || isPlaced ? layOut(children, columns, { header: hasNames || isPlaced, isPlaced }) : null;
}

/** Whether the cells of the first row, and no others, share a tag or a class, and are names. */
function haveHeader([head = [], ...body]: Rows): boolean {
  const [first] = head;
  if (!first || !head.every(isName)) return false;
  const isIn = (name: string) => (cell: Element) => cell.localName === name || cell.classList.contains(name);
  return [first.localName, ...first.classList].some(
    (name) => head.every(isIn(name)) && !body.some((row) => row.some(isIn(name))),
  );
}

function isName(cell: Element): boolean {
  return getTextContent(cell).trim().length <= MAX_NAME_LENGTH;
}

function tracksIn(template: string): number {
  return /^[\d.]+px(?: [\d.]+px)*$/.test(template) ? template.split(' ').length : 0;
}

/** Whether, in all rows but the first, the cells of a column share a class that no other column has. */
function haveClassesByColumn([, ...body]: Rows): boolean {
  const first = body[0] ?? [];
  return first.every((cell, column) =>
    [...cell.classList].some((name) =>
      body.every((row) => row.every((other, at) => other.classList.contains(name) === (at === column))),
    ),
  );
}

function haveNumbersByColumn([head = [], ...body]: Rows): boolean {
  return !head.some(isNumber) && body.every(([, ...cells]) => cells.every(isNumber));
}

export function isNumber(cell: Element): boolean {
  return NUMBER.test(getTextContent(cell));
}

/** Maximum distance between edges that count as equal, in CSS pixels. */
const TOLERANCE = 2;

type Placed = { cell: Element; start: number; box: DOMRect };

/**
 * The place of each cell that is not empty, by its box. Null if two are in one place, or one does not begin at the edge
 * of a column, or if there is no name above each column. `header`: the first row has the names of the columns.
 * `isPlaced`: each row must begin with a name, too.
 */
function layOut(
  cells: readonly Element[],
  columns: number,
  { header, isPlaced }: { header: boolean; isPlaced: boolean },
): Map<Element, GridCell> | null {
  const [first] = cells;
  const isRtl = first !== undefined && first.ownerDocument.defaultView?.getComputedStyle(first).direction === 'rtl';
  const placed = cells
    .map((cell) => ({ cell, box: measureBox(cell) }))
    .map(({ cell, box }): Placed => ({ cell, box, start: isRtl ? -box.right : box.left }))
    .filter(({ cell }) => !isPlaced || getTextContent(cell).trim() !== '')
    .sort((one, other) => one.box.top - other.box.top);
  const left = Math.min(...placed.map(({ start }) => start));
  const isInNames = ({ start }: Placed) => start < left + TOLERANCE;
  const tops = startsOfRows(isPlaced ? placed.filter((each, index) => index === 0 || isInNames(each)) : placed);
  const rows = [...Map.groupBy(placed, ({ box }) => tops.findLastIndex((top) => top <= box.top + TOLERANCE)).values()];
  const starts = [...new Set([left, ...(rows[0] ?? []).map(({ start }) => start)])].sort((a, b) => a - b);
  const edges = starts.filter((start, index) => index === 0 || start - (starts[index - 1] ?? 0) > TOLERANCE);
  if (edges.length !== columns || rows.length < MINIMUM.rows || !rows[0]?.every(({ cell }) => isName(cell)))
    return null;
  const result = new Map<Element, GridCell>();
  for (const row of rows) {
    let next = 0;
    for (const { cell, start } of row.sort((one, other) => one.start - other.start)) {
      const column = edges.findIndex((edge) => Math.abs(edge - start) <= TOLERANCE);
      if (column < next || (isPlaced && row !== rows[0] && next === 0 && (column > 0 || !isName(cell)))) return null;
      result.set(cell, { header: header && row === rows[0], startsRow: next === 0, emptyBefore: column - next });
      next = column + 1;
    }
  }
  return result;
}

/** The tops of the rows of boxes that are sorted by their tops. */
function startsOfRows(sorted: readonly Placed[]): number[] {
  const tops: number[] = [];
  let middle = Number.NEGATIVE_INFINITY;
  for (const { box } of sorted) {
    if (box.top < middle) continue;
    tops.push(box.top);
    middle = box.top + box.height / 2;
  }
  return tops;
}

/** Whether the cells of the first two rows and the last lie below each other. Each row has the same number of cells. */
export function lieInColumns(rows: Rows): boolean {
  const [head = [], second = []] = rows;
  const sample = [...head, ...second, ...(rows.at(-1) ?? [])];
  return layOut(sample, head.length, { header: false, isPlaced: false }) !== null;
}
