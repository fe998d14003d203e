import { findAll, getChildren, getParent, measureBox } from '../dom/dom.ts';
import type { Traits, View } from './view.ts';

/** Maximum number of rows that are compared. Virtual grids keep fewer in the page. */
const MAX_ROWS = 2000;
/** Tables of two rows may be beside each other by chance. */
const MIN_TABLE_ROWS = 3;
/** Maximum distance between the tops of row elements that form one line, in CSS pixels. */
const TOLERANCE = 2;

/**
 * Whether this box holds a table of one column, which does not scroll, and beside it a table with the other columns of
 * the same rows.
 */
export function isPinnedTable(box: Element): boolean {
  const parts = getChildren(box);
  if (parts.length !== 2) return false;
  const [names, values] = [...parts].map((part) => [...findAll(part, 'tr')]);
  const count = names?.length ?? 0;
  if (count < MIN_TABLE_ROWS || count > MAX_ROWS || values?.length !== count) return false;
  if (findAll(box, 'table').length !== 2) return false;
  return names?.every((row, index) => areOneRow(row, values[index])) === true;
}

function areOneRow(name: Element, values: Element | undefined): boolean {
  if (!values || name.childElementCount !== 1 || values.childElementCount < 2) return false;
  const [one, other] = [measureBox(name), measureBox(values)];
  return Math.abs(one.top - other.top) <= TOLERANCE && Math.abs(one.height - other.height) <= TOLERANCE;
}

/**
 * The rows of a grid that keeps some columns in a separate box, in visual order, and which of them continue the row
 * before; null for other grids.
 */
export function pinnedRows(
  grid: Element,
  { tag, role }: Traits,
  view: View,
): { rows: Element[]; continuing: Set<Element> } | null {
  const isGrid = role !== null && tag !== 'table' && /^(?:grid|treegrid|table)$/.test(role);
  if (!view.hasLayout || (!isGrid && !isPinnedTable(grid))) return null;
  const rows = [...findAll(grid, isGrid ? '[role=row]' : 'tr')];
  if (rows.length < 2 || rows.length > MAX_ROWS || new Set(rows.map(getParent)).size < 2) return null;
  const rowBoxes = rows
    .map((row) => ({ row, box: measureBox(row) }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  rowBoxes.sort((one, other) => one.box.top - other.box.top);
  const lines: (typeof rowBoxes)[] = [];
  for (const item of rowBoxes) {
    const line = lines.at(-1);
    if (line?.[0] && item.box.top - line[0].box.top <= TOLERANCE) line.push(item);
    else lines.push([item]);
  }
  if (lines.every((line) => line.length === 1)) return null;
  const sortedRows = lines.map((line) =>
    line.sort((one, other) => one.box.left - other.box.left).map(({ row }) => row),
  );
  return { rows: sortedRows.flat(), continuing: new Set(sortedRows.flatMap((line) => line.slice(1))) };
}
