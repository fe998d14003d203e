/** The rendered rows of a long list: from `first` to before `end`. */
export type ListWindow = { first: number; end: number };

/** The offset of each row, followed by the height of the list. In pixels. */
export function rowOffsets(heights: readonly number[]): number[] {
  let end = 0;
  return [0, ...heights.map((height) => (end += height))];
}

/** Rows rendered beyond each edge, so that scrolling shows no gaps. */
const BEYOND = 6;

/** The rows in a viewport. `offsets`: see `rowOffsets`. */
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
