import type { Fragment } from './lines.ts';
import { areInOrder, areMarkers, isPlainNumber } from './markers.ts';

/** Maximum font size of items, in multiples of that of the running text. */
const MAX_SIZE = 1.25;

/** Whether every row with more than one part consists of a mark and its text. */
export function areItems(rows: readonly (readonly Fragment[])[]): boolean {
  const divided = rows.filter((row) => row.length > 1);
  const markers = divided.map(([first]) => first?.text ?? '');
  if (divided.length === 0) return false;
  return divided.every((row) => row.length === 2 && !row[1]?.table) && areMarkers(markers) && areInOrder(markers);
}

/** Adds the dot that Markdown requires after the number of an item. */
export function withDot(fragment: Fragment, em: number): Fragment {
  return isPlainNumber(fragment.text) && fragment.size < em * MAX_SIZE
    ? { ...fragment, text: `${fragment.text}.` }
    : fragment;
}

/**
 * Splits rows into lists and the rows between them, if the rows contain both lists and a table. An item is a row of a
 * mark and its text.
 */
export function divideAtItems(rows: readonly Fragment[][], em: number): Fragment[][][] {
  const isItem = (row: readonly Fragment[]) =>
    row.length === 2 && areItems([row]) && row.every(({ size }) => size < em * MAX_SIZE);
  const right = Math.max(...rows.filter(isItem).map(([, text]) => text?.x0 ?? 0)) + em;
  // Lines further to the right belong to another column of the page.
  if (rows.some(([only, second]) => only && !second && only.x0 > right)) return [[...rows]];
  const runs: { isList: boolean; rows: Fragment[][] }[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    // A line without a mark continues an item, or follows other lines without one.
    if (run && (run.isList === isItem(row) || (run.isList && row.length === 1))) run.rows.push(row);
    else runs.push({ isList: isItem(row), rows: [row] });
  }
  const lists = runs.filter(({ isList, rows: items }) => isList && areItems(items));
  const isTable = rows.some((row) => row.length > 2);
  return lists.length > 0 && isTable ? runs.map((run) => run.rows) : [[...rows]];
}
