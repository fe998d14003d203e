import { type Extent, findOverlappedColumns } from './extents.ts';
import type { Fragment } from './lines.ts';
import { isRtl } from './reading-direction.ts';
import { findNearestSpace } from './word-places.ts';

/**
 * `maxShift`: in multiples of the font size. The others: how many rows, and what share of rows, must have a cell in
 * each of two columns.
 */
const JOINED = { maxShift: 1.5, minRows: 2, minShare: 0.5 };

/**
 * Divides text that spans two columns which are as close together as words. The division is between the words nearest
 * to the strip, if other rows have a cell in each column. Names above column names stay whole.
 */
export function divideJoinedCells(rows: readonly Fragment[][], columns: readonly Extent[]): Fragment[][] {
  const places = rows.map((row) => row.map((fragment) => findOverlappedColumns(fragment, columns)));
  const isFull = (row: number, own: readonly number[]) =>
    own.every((column) => places[row]?.some((each) => each.length === 1 && each[0] === column));
  return rows.map((row, index) =>
    row.flatMap((fragment, place) => {
      const own = places[index]?.[place] ?? [];
      if (own.length < 2 || isRtl(fragment.text)) return [fragment];
      const count = rows.filter((_, other) => isFull(other, own)).length;
      if (count < JOINED.minRows || count < rows.length * JOINED.minShare) return [fragment];
      const next = rows[index + 1] ?? [];
      const hasNumbers = next.some(
        (cell) => /\d/.test(cell.text) && findOverlappedColumns(cell, columns).some((each) => own.includes(each)),
      );
      if (index === 0 && !hasNumbers) return [fragment];
      return divideAt(
        fragment,
        own.slice(1).map((column) => ((columns[column - 1]?.x1 ?? 0) + (columns[column]?.x0 ?? 0)) / 2),
      );
    }),
  );
}

/** The parts of a fragment between `strips`, or the whole fragment if a word crosses one of them. */
function divideAt(fragment: Fragment, strips: readonly number[]): Fragment[] {
  const { text, x0, x1, size } = fragment;
  const cuts = strips.map((strip) => {
    const space = findNearestSpace(text, { x0, width: x1 - x0, strip });
    return space && Math.abs(space.x - strip) <= size * JOINED.maxShift ? { ...space, strip } : null;
  });
  const ends = cuts.map((cut) => cut?.start ?? -1);
  if (ends.some((end, index) => end <= (ends[index - 1] ?? 0))) return [fragment];
  return [...cuts, null].map((cut, index) => {
    const before = cuts[index - 1];
    return {
      ...fragment,
      text: text.slice(before?.end ?? 0, cut?.start),
      x0: before ? before.strip + size * 0.1 : x0,
      x1: cut ? cut.strip - size * 0.1 : x1,
    };
  });
}
