/** Formats times in milliseconds as a line with the median and the maximum. */
export function report(name: string, times: number[]): void {
  const sorted = times.toSorted((first, second) => first - second);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(0);
  console.log(`${name.padEnd(34)} p50 ${at(0.5)} ms   p95 ${at(0.95)} ms   max ${at(1)} ms   (${sorted.length} times)`);
}
