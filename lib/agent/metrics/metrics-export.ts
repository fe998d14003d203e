import type { MetricSample } from '../../contracts/metric.ts';
import { evaluateThreshold, THRESHOLDS, type ThresholdName, type ThresholdState } from './metric-thresholds.ts';
import { summarise } from './metrics-summary.ts';

/** What the user saves. `version` counts up when a reader of the file would have to change. */
export type MetricsExport = {
  type: 'sidenote-measurements';
  version: 1;
  /** ISO 8601. */
  exportedAt: string;
  limits: { name: ThresholdName; value: number | null; limit: number; state: ThresholdState }[];
  samples: readonly MetricSample[];
};

/** All samples with the judged figures over them, as data for a file. `at`: milliseconds since 1970. */
export function exportMetrics(samples: readonly MetricSample[], at: number): MetricsExport {
  const summary = summarise(samples);
  return {
    type: 'sidenote-measurements',
    version: 1,
    exportedAt: new Date(at).toISOString(),
    limits: THRESHOLDS.map((threshold) => ({
      name: threshold.name,
      value: threshold.figureOf(summary),
      limit: threshold.limit,
      state: evaluateThreshold(threshold, summary),
    })),
    samples,
  };
}
