/** Distribution of a set of durations: count, median, 95th percentile and maximum, in their own unit. */
export type Spread = { count: number; p50: number | null; p95: number | null; max: number | null };

/**
 * Percentile by nearest rank: the smallest value that at least `percent` of all values do not exceed, without interpolation.
 * `sorted` is ascending; `percent` is above 0 and at most 100. Null without values.
 */
export function percentile(sorted: readonly number[], percent: number): number | null {
  // percent * length is an integer for whole percents, so that an exact rank is not rounded up.
  return sorted[Math.ceil((percent * sorted.length) / 100) - 1] ?? null;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    count: sorted.length,
    p50: percentile(sorted, 50),
    p95: percentile(sorted, 95),
    max: sorted.at(-1) ?? null,
  };
}
