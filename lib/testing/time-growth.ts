/** Upper limit of `timeGrowth` for linear work, including the cost of memory and of sorting. */
export const LINEAR_GROWTH = 1.6;

const FACTOR = 8;
const ROUNDS = 7;
/** CPU time after which no further round is started, in milliseconds. */
const ENOUGH_MS = 2_000;
/**
 * Work that takes less CPU time than this at the given size is not measured, since such times are mostly noise.
 * Milliseconds.
 */
const MEASURABLE_MS = 20;

/**
 * How the time of `run` grows up to `size`: 1 is linear, 2 quadratic. Compares CPU times of this process, the minimum
 * of several rounds each, because a limit in seconds would say more about the machine than about the work.
 */
export async function timeGrowth(run: (size: number) => unknown, size: number): Promise<number> {
  const least = { small: Number.POSITIVE_INFINITY, large: Number.POSITIVE_INFINITY };
  let spent = 0;
  for (let round = 0; round < ROUNDS && spent < ENOUGH_MS; round++) {
    const small = await cpuMs(() => run(Math.ceil(size / FACTOR)));
    const large = await cpuMs(() => run(size));
    spent += small + large;
    least.small = Math.min(least.small, small);
    least.large = Math.min(least.large, large);
  }
  return least.large < MEASURABLE_MS ? 0 : Math.log(least.large / least.small) / Math.log(FACTOR);
}

async function cpuMs(run: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
