/**
 * The first of `length` indexes for which `isReached` is true, or `length` if there is none. From that index on,
 * `isReached` must always be true.
 */
export function findFirstIndex(length: number, isReached: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
