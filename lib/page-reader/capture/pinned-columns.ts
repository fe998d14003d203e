import { findAll, getParent, measureBox } from '../dom/dom.ts';
import type { Traits, View } from './view.ts';

/** Maximum number of rows that are compared. Virtual grids keep fewer in the page. */
const MAX_ROWS = 2000;
/** Maximum distance between the tops of row elements that form one line, in CSS pixels. */
const TOLERANCE = 2;

/**
 * The rows of a grid that keeps some columns in a separate box, in visual order, and which of them continue the row
 * before; null for other grids.
 */
export function pinnedRows(
  grid: Element,
  { tag, role }: Traits,
  view: View,
): { rows: Element[]; continuing: Set<Element> } | null {
  if (role === null || tag === 'table' || !/^(?:grid|treegrid|table)$/.test(role) || !view.hasLayout) return null;
  const rows = [...findAll(grid, '[role=row]')];
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
