import { BarChart, LineChart } from '../../components/figures/charts.tsx';
import { LimitCard, type LimitFigure } from '../../components/figures/limit-card.tsx';
import {
  evaluateThreshold,
  type MetricsSummary,
  THRESHOLDS,
  type Threshold,
  type ThresholdName,
} from '../../lib/agent/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { formatUnit, orNothing } from './format.ts';

type CardText = {
  title: PlainKey;
  name: string;
  description: PlainKey;
  labels: Partial<Record<ThresholdName, PlainKey>>;
};

const CARDS: readonly CardText[] = [
  {
    title: 'detectionRate',
    name: 'streaming_tool_detection_rate',
    description: 'detectionRateWhat',
    labels: { streaming_tool_detection_rate: 'ofAllCalls' },
  },
  {
    title: 'executionLatency',
    name: 'streaming_tool_execution_latency',
    description: 'executionLatencyWhat',
    labels: { streaming_tool_execution_latency_p50: 'median', streaming_tool_execution_latency_p95: 'percentile95' },
  },
  {
    title: 'slowFrames',
    name: 'streaming_ui_jank_frames',
    description: 'slowFramesWhat',
    labels: { streaming_ui_jank_frames: 'perMinute' },
  },
  {
    title: 'rollbacks',
    name: 'streaming_rollback_count',
    description: 'rollbacksWhat',
    labels: { streaming_rollback_count: 'perMinute' },
  },
];

type Props = { summary: MetricsSummary; times: readonly string[]; slices: readonly MetricsSummary[] };

/** The metrics with a limit, each with a chart over time. */
export function Limits({ summary, times, slices }: Props) {
  return CARDS.map((card) => {
    const thresholds = THRESHOLDS.filter(({ name }) => card.labels[name] !== undefined);
    const unit = thresholds[0]?.unit ?? 'share';
    const Chart = unit === 'milliseconds' ? LineChart : BarChart;
    return (
      <LimitCard
        key={card.name}
        title={t(card.title)}
        name={card.name}
        description={t(card.description)}
        figures={thresholds.map((threshold) =>
          buildLimitFigure(threshold, getThresholdLabel(card, threshold), summary),
        )}
      >
        <Chart
          times={times}
          series={thresholds.map((threshold) => ({
            name: getThresholdLabel(card, threshold),
            values: slices.map((slice) => threshold.readFigure(slice)),
          }))}
          limits={thresholds.map(({ limit }) => limit)}
          format={(value) => formatUnit(unit, value)}
          {...(unit === 'share' ? { most: 1 } : {})}
        />
      </LimitCard>
    );
  });
}

function getThresholdLabel({ labels }: CardText, { name }: Threshold): string {
  const label = labels[name];
  return label === undefined ? '' : t(label);
}

function buildLimitFigure(threshold: Threshold, label: string, summary: MetricsSummary): LimitFigure {
  const value = threshold.readFigure(summary);
  return {
    label,
    value: value === null ? null : orNothing(value, (amount) => formatUnit(threshold.unit, amount)),
    limit: limitText(threshold),
    state: evaluateThreshold(threshold, summary),
  };
}

function limitText({ unit, limit, side }: Threshold): string {
  return t(side === 'at-least' ? 'limitAtLeast' : 'limitAtMost', { limit: formatUnit(unit, limit) });
}
