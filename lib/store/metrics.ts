import type { Metrics } from '../protocol/metric.ts';
import type { SidenoteDb } from './db.ts';

/** Samples are gathered this long before they are written, in milliseconds. */
const GATHER_MS = 1_000;

/** Keeps measurements in the database. Losing some is better than slowing a run: nothing waits for them. */
export function createMetrics(db: SidenoteDb): Metrics {
  let gathered: Parameters<Metrics['record']>[0][] = [];
  const flush = () => {
    const samples = gathered;
    gathered = [];
    // A full or closed database must not disturb what is being measured.
    db.metrics.bulkAdd(samples).catch(() => undefined);
  };
  return {
    record(sample) {
      if (gathered.length === 0) setTimeout(flush, GATHER_MS);
      gathered.push(sample);
    },
  };
}
