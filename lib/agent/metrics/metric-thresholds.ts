import type { MetricSample } from '../../contracts/index.ts';
import { type MetricsSummary, summarizeMetrics } from './metrics-summary.ts';

export type ThresholdName =
  | 'streaming_tool_detection_rate'
  | 'streaming_tool_execution_latency_p50'
  | 'streaming_tool_execution_latency_p95'
  | 'streaming_ui_jank_frames'
  | 'streaming_rollback_count';

/** A metric with a limit. A value equal to the limit is within it. `share` ranges from 0 to 1. */
export type Threshold = {
  name: ThresholdName;
  unit: 'share' | 'milliseconds' | 'per-minute';
  limit: number;
  side: 'at-least' | 'at-most';
  readFigure: (summary: MetricsSummary) => number | null;
};

/** The limits marked on the diagnostics page, explained in docs/metrics.md. */
export const THRESHOLDS: readonly Threshold[] = [
  {
    name: 'streaming_tool_detection_rate',
    unit: 'share',
    limit: 0.95,
    side: 'at-least',
    readFigure: ({ detection }) => detection.rate,
  },
  {
    name: 'streaming_tool_execution_latency_p50',
    unit: 'milliseconds',
    limit: 1_000,
    side: 'at-most',
    readFigure: ({ execution }) => execution.latencyMs.p50,
  },
  {
    name: 'streaming_tool_execution_latency_p95',
    unit: 'milliseconds',
    limit: 3_000,
    side: 'at-most',
    readFigure: ({ execution }) => execution.latencyMs.p95,
  },
  {
    name: 'streaming_ui_jank_frames',
    unit: 'per-minute',
    limit: 5,
    side: 'at-most',
    readFigure: ({ jank }) => jank.perMinute,
  },
  {
    name: 'streaming_rollback_count',
    unit: 'per-minute',
    limit: 10,
    side: 'at-most',
    readFigure: ({ rollbacks }) => rollbacks.perMinute,
  },
];

/** Whether a metric is within its limit. `unmeasured` if there is no value. */
export type ThresholdState = 'unmeasured' | 'within' | 'outside';

export function evaluateThreshold({ limit, side, readFigure }: Threshold, summary: MetricsSummary): ThresholdState {
  const value = readFigure(summary);
  if (value === null) return 'unmeasured';
  return (side === 'at-least' ? value >= limit : value <= limit) ? 'within' : 'outside';
}

/** The exported file. `version` is incremented with each incompatible change. */
type MetricsExport = {
  type: 'sidenote-measurements';
  version: 1;
  /** ISO 8601. */
  exportedAt: string;
  limits: { name: ThresholdName; value: number | null; limit: number; state: ThresholdState }[];
  samples: readonly MetricSample[];
};

/** Exports all samples and the evaluated metrics. `at` is in milliseconds since 1970. */
export function exportMetrics(samples: readonly MetricSample[], at: number): MetricsExport {
  const summary = summarizeMetrics(samples);
  return {
    type: 'sidenote-measurements',
    version: 1,
    exportedAt: new Date(at).toISOString(),
    limits: THRESHOLDS.map((threshold) => ({
      name: threshold.name,
      value: threshold.readFigure(summary),
      limit: threshold.limit,
      state: evaluateThreshold(threshold, summary),
    })),
    samples,
  };
}
