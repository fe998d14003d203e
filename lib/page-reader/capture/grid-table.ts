import { find, getChildren, getTextContent, measureBox } from '../dom/dom.ts';

/** A grid with fewer rows or columns may be any layout. One with more cells is not examined. */
const minimum = { rows: 3, columns: 3 };
const maxCells = 3000;
/** Longer cells, on average, contain prose and not data. Characters. */
const maxCellLength = 100;
const structure = 'h1, h2, h3, h4, h5, h6, form, table, article, section, nav, img, button, input';
const number = /^[\s\p{Sc}+−–-]*\d[\d\s.,:%/–-]*[\p{L}\p{Sc}°]{0,3}\s*$/u;

/**
 * The number of columns if the children of this grid are the cells of a table, else 0. Tiles are laid out in the same
 * way, so two conditions must hold. The cells lie in rows and columns without gaps, and the columns differ: by a class
 * in all rows, or because all columns but the first hold numbers below a header. Or the first row is marked as a
 * header: short texts with a tag or class that no other cell has, such as the weekdays of a calendar, whose last row
 * may be incomplete.
 */
export function columnsOfGrid(element: Element, display: string, window: Window): number {
  if (display !== 'grid') return 0;
  const cells = [...getChildren(element)];
  if (cells.length < minimum.rows * minimum.columns || cells.length > maxCells) return 0;
  const columns = tracksIn(window.getComputedStyle(element).gridTemplateColumns);
  if (columns < minimum.columns || cells.length < columns * minimum.rows) return 0;
  if (find(element, structure) || getTextContent(element).length > cells.length * maxCellLength) return 0;
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  const isFull = cells.length % columns === 0;
  const isTable = haveHeader(rows) || (isFull && (haveClassesByColumn(rows) || haveNumbersByColumn(rows)));
  return isTable && lieInColumns(rows) ? columns : 0;
}

/** Longer texts are not names of columns. Characters. */
const maxNameLength = 40;

/** Whether the cells of the first row, and no others, share a tag or a class, and are names. */
function haveHeader([head = [], ...body]: readonly (readonly Element[])[]): boolean {
  const [first] = head;
  if (!first || head.some((cell) => getTextContent(cell).trim().length > maxNameLength)) return false;
  const isIn = (name: string) => (cell: Element) => cell.localName === name || cell.classList.contains(name);
  return [first.localName, ...first.classList].some(
    (name) => head.every(isIn(name)) && !body.some((row) => row.some(isIn(name))),
  );
}

function tracksIn(template: string): number {
  return /^[\d.]+px(?: [\d.]+px)*$/.test(template) ? template.split(' ').length : 0;
}

/** Whether, in all rows but the first, the cells of a column share a class that no other column has. */
function haveClassesByColumn(rows: readonly (readonly Element[])[]): boolean {
  const [, ...body] = rows;
  const first = body[0] ?? [];
  return first.every((cell, column) =>
    [...cell.classList].some((name) =>
      body.every((row) => row.every((other, at) => other.classList.contains(name) === (at === column))),
    ),
  );
}

function haveNumbersByColumn([head = [], ...body]: readonly (readonly Element[])[]): boolean {
  const isNumber = (cell: Element) => number.test(getTextContent(cell));
  return !head.some(isNumber) && body.every(([, ...cells]) => cells.every(isNumber));
}

/** Whether the first two rows and the last lie below each other, with each cell at the left edge of its column. */
function lieInColumns(rows: readonly (readonly Element[])[]): boolean {
  const [head = [], second = []] = rows;
  const boxes = [head, second, rows.at(-1) ?? []].map((row) => row.map(measureBox));
  const [above = []] = boxes;
  return boxes.every((row, index) =>
    row.every((box, column) => {
      const start = above[column];
      const before = boxes[index - 1]?.[column];
      return start !== undefined && Math.abs(box.left - start.left) < 1 && (!before || box.top >= before.bottom - 1);
    }),
  );
}
