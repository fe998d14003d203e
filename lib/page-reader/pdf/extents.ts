/** The left and right edge of something on a page, in points. */
export type Extent = { x0: number; x1: number };

/** The width of the overlap of two extents; negative if they are apart. */
export function measureOverlap(one: Extent, other: Extent): number {
  return Math.min(one.x1, other.x1) - Math.max(one.x0, other.x0);
}

/** The indexes of the columns that an extent overlaps. */
export function findOverlappedColumns(extent: Extent, columns: readonly Extent[]): number[] {
  return columns.flatMap((column, index) => (measureOverlap(extent, column) > 0 ? [index] : []));
}
