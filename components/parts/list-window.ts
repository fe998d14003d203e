/** The rows of a long list that are drawn: from `first` up to but not including `end`. */
export type ListWindow = { first: number; end: number };

/** Where each row of a list begins, and, as the last number, where the list ends. In pixels. */
export function rowOffsets(heights: readonly number[]): number[] {
  let end = 0;
  return [0, ...heights.map((height) => (end += height))];
}

/** Rows drawn beyond each edge, so that scrolling shows no gaps. */
const BEYOND = 6;

/** The rows that a viewport shows. `offsets`: see `rowOffsets`. */
export function listWindow(offsets: readonly number[], scrollTop: number, height: number): ListWindow {
  const count = offsets.length - 1;
  const first = Math.max(0, lastAtOrBefore(offsets, scrollTop) - BEYOND);
  return { first, end: Math.min(count, lastAtOrBefore(offsets, scrollTop + height) + 1 + BEYOND) };
}

function lastAtOrBefore(offsets: readonly number[], place: number): number {
  let low = 0;
  let high = offsets.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((offsets[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}
