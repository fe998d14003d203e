import { BarChart } from '../../components/bar-chart.tsx';
import { LimitCard, type LimitFigure } from '../../components/limit-card.tsx';
import { LineChart } from '../../components/line-chart.tsx';
import { judge, THRESHOLDS, type Threshold, type ThresholdName } from '../../lib/engine/metric-thresholds.ts';
import type { MetricsSummary } from '../../lib/engine/metrics-summary.ts';
import { formatUnit, orNothing } from './format.ts';

type CardText = { title: string; name: string; description: string; labels: Partial<Record<ThresholdName, string>> };

const CARDS: readonly CardText[] = [
  {
    title: 'Detection rate',
    name: 'streaming_tool_detection_rate',
    description: 'Calls recognised while their reply was still streaming.',
    labels: { streaming_tool_detection_rate: 'Of all calls' },
  },
  {
    title: 'Execution latency',
    name: 'streaming_tool_execution_latency',
    description: 'From the start of a tool call to its result.',
    labels: { streaming_tool_execution_latency_p50: 'p50', streaming_tool_execution_latency_p95: 'p95' },
  },
  {
    title: 'Slow frames',
    name: 'streaming_ui_jank_frames',
    description: 'Frames of the panel that took over 50 ms, in a minute of streaming.',
    labels: { streaming_ui_jank_frames: 'Per minute' },
  },
  {
    title: 'Rollbacks',
    name: 'streaming_rollback_count',
    description: 'How often something shown was taken back, in a minute of model calls.',
    labels: { streaming_rollback_count: 'Per minute' },
  },
];

type Props = { summary: MetricsSummary; times: readonly string[]; slices: readonly MetricsSummary[] };

/** The figures with a limit, each with its course over time. */
export function Limits({ summary, times, slices }: Props) {
  return CARDS.map((card) => {
    const thresholds = THRESHOLDS.filter(({ name }) => card.labels[name] !== undefined);
    const unit = thresholds[0]?.unit ?? 'share';
    const Chart = unit === 'milliseconds' ? LineChart : BarChart;
    return (
      <LimitCard
        key={card.name}
        title={card.title}
        name={card.name}
        description={card.description}
        figures={thresholds.map((threshold) => figureOf(threshold, card.labels[threshold.name] ?? '', summary))}
      >
        <Chart
          times={times}
          series={thresholds.map((threshold) => ({
            name: card.labels[threshold.name] ?? '',
            values: slices.map((slice) => threshold.figureOf(slice)),
          }))}
          limits={thresholds.map(({ limit }) => limit)}
          format={(value) => formatUnit(unit, value)}
          {...(unit === 'share' ? { most: 1 } : {})}
        />
      </LimitCard>
    );
  });
}

function figureOf(threshold: Threshold, label: string, summary: MetricsSummary): LimitFigure {
  const value = threshold.figureOf(summary);
  return {
    label,
    value: value === null ? null : orNothing(value, (known) => formatUnit(threshold.unit, known)),
    limit: limitText(threshold),
    state: judge(threshold, summary),
  };
}

function limitText({ unit, limit, side }: Threshold): string {
  return `Limit: ${side === 'at-least' ? 'at least' : 'at most'} ${formatUnit(unit, limit)}`;
}
