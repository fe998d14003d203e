/** One contender: does the whole job once. */
export type Contender = { name: string; run: () => unknown | Promise<unknown> };

/** CPU milliseconds of each contender: the median of `rounds`, run in turn so that all meet the same machine. */
export async function measure(contenders: readonly Contender[], rounds = 7): Promise<Map<string, number>> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const { name, run } of contenders) {
      const start = process.cpuUsage();
      await run();
      const { user, system } = process.cpuUsage(start);
      // The first round only warms up.
      if (round >= 0) times.get(name)?.push((user + system) / 1000);
    }
  }
  return new Map([...times].map(([name, all]) => [name, median(all)]));
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Prints a table: CPU time, per unit, and as a multiple of the first contender. */
export function report(title: string, units: number, unit: string, times: Map<string, number>): void {
  const [floor] = times.values();
  console.log(`\n${title}`);
  for (const [name, ms] of times) {
    const each = ((ms * 1000) / units).toFixed(2);
    console.log(
      `  ${name.padEnd(30)} ${ms.toFixed(1).padStart(9)} ms  ${each.padStart(7)} us/${unit}  ${(ms / (floor ?? ms)).toFixed(2).padStart(6)} x`,
    );
  }
}
