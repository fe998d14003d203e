import type { MetricSample } from '../contracts/index.ts';
import type { SidenoteDb } from './db.ts';

/** Measurements are kept this long, in milliseconds: a week. */
export const KEPT_MS = 7 * 24 * 3_600_000;

/** Maximum number kept, so that a week of heavy use stays fast to read. */
const KEPT_COUNT = 100_000;

/** Deletes samples older than a week, and the oldest beyond `most`. `at` is the current time in milliseconds since 1970. */
export async function pruneSamples(db: SidenoteDb, at: number, most = KEPT_COUNT): Promise<void> {
  await db.metrics
    .where('at')
    .below(at - KEPT_MS)
    .delete();
  const surplus = (await db.metrics.count()) - most;
  if (surplus > 0) await db.metrics.bulkDelete(await db.metrics.orderBy('at').limit(surplus).primaryKeys());
}

/** Samples taken since `from`, oldest first; milliseconds since 1970. */
export async function samplesSince(db: SidenoteDb, from: number): Promise<MetricSample[]> {
  const rows = await db.metrics.where('at').aboveOrEqual(from).sortBy('at');
  return rows.map(({ id: _, ...sample }) => sample);
}

/** Deletes all measurements. */
export function clearSamples(db: SidenoteDb): Promise<void> {
  return db.metrics.clear();
}
