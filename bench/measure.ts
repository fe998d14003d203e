/** A contender that does the whole job once. `rounds`: fewer rounds, without warm-up, for jobs that take minutes. */
export type Contender = { name: string; run: () => unknown; rounds?: number };

/**
 * CPU milliseconds of each contender, the minimum of its rounds: other load on the machine, and its caches, can only
 * increase it.
 */
export type Times = ReadonlyMap<string, number>;

/** Runs all contenders in turns, so that they have the same conditions. */
export async function measure(contenders: readonly Contender[], rounds = 7): Promise<Times> {
  const times = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const { name, run, rounds: few } of contenders) {
      // The first round is only a warm-up.
      if (few !== undefined && (round < 0 || round >= few)) continue;
      const ms = await measureCpuMs(run);
      if (round >= 0) times.get(name)?.push(ms);
    }
  }
  return new Map([...times].map(([name, all]) => [name, Math.min(...all)]));
}

/** CPU milliseconds of this process during `run`, including garbage collection. */
async function measureCpuMs(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The growth of time between two measurements: 1 is linear, 2 quadratic. */
export function exponent(small: { size: number; ms: number }, large: { size: number; ms: number }): number {
  return Math.log(large.ms / small.ms) / Math.log(large.size / small.size);
}

/** The CPU time of a contender as a multiple of `base`; NaN if one of them did not run. */
export function ratio(times: Times, contender: string, base: string): number {
  return (times.get(contender) ?? Number.NaN) / (times.get(base) ?? Number.NaN);
}
