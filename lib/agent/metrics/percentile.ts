/** How a set of durations is spread: how many, the median, the 95th percentile and the largest, all in their own unit. */
export type Spread = { count: number; p50: number | null; p95: number | null; max: number | null };

/**
 * Percentile by nearest rank: the smallest value that at least `percent` of all values do not exceed; always one of the
 * values, never an invented one in between. `sorted` ascends; `percent` is above 0 and at most 100. null without values.
 */
export function percentile(sorted: readonly number[], percent: number): number | null {
  // percent * length stays an integer for whole percents, so that the rank of an exact hit is not rounded up.
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
