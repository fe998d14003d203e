import { type Cell, DataTable } from '../../components/data-table.tsx';
import { byModel, byTool } from '../../lib/engine/metric-groups.ts';
import { judge, THRESHOLDS, type ThresholdName } from '../../lib/engine/metric-thresholds.ts';
import { type MetricsSummary, summarise } from '../../lib/engine/metrics-summary.ts';
import type { MetricSample } from '../../lib/protocol/metric.ts';
import type { ModelRef } from '../../lib/protocol/model.ts';
import { formatCount, formatShare, formatSpread, formatUnit, orNothing } from './format.ts';

const LIMITED: readonly { column: string; name: ThresholdName }[] = [
  { column: 'Detection', name: 'streaming_tool_detection_rate' },
  { column: 'Latency p50', name: 'streaming_tool_execution_latency_p50' },
  { column: 'p95', name: 'streaming_tool_execution_latency_p95' },
  { column: 'Slow frames/min', name: 'streaming_ui_jank_frames' },
  { column: 'Rollbacks/min', name: 'streaming_rollback_count' },
];

type Column = { column: string; cell: (summary: MetricsSummary) => string };

const MODEL_COLUMNS: readonly Column[] = [
  { column: 'Steps', cell: ({ steps }) => formatCount(steps.count) },
  { column: 'Calls', cell: ({ detection }) => formatCount(detection.detected) },
];

const MORE_MODEL_COLUMNS: readonly Column[] = [
  { column: 'Parsed at once', cell: ({ parsing }) => shareOf(parsing.strict, parsing.parsed) },
  { column: 'Repaired', cell: ({ parsing }) => shareOf(parsing.repaired, parsing.parsed) },
  { column: 'Failed', cell: ({ parsing }) => shareOf(parsing.failed, parsing.parsed) },
  { column: 'Recognised p50 / p95', cell: ({ detection }) => formatSpread(detection.ms) },
  { column: 'First content p50 / p95', cell: ({ steps }) => formatSpread(steps.firstContentMs) },
  { column: 'Saturation', cell: ({ queue }) => orNothing(queue.saturation, formatShare) },
  { column: 'Fallbacks', cell: ({ steps }) => formatCount(steps.fallbacks) },
  { column: 'Resets', cell: ({ steps }) => formatCount([...steps.resets.values()].reduce((a, b) => a + b, 0)) },
  { column: 'Tokens in', cell: ({ tokens }) => formatCount(tokens.input) },
  { column: 'Tokens out', cell: ({ tokens }) => formatCount(tokens.output) },
  { column: 'Tokens/s', cell: ({ tokens }) => orNothing(tokens.outputPerSecond, formatCount) },
];

const TOOL_COLUMNS: readonly Column[] = [
  { column: 'Ran', cell: ({ execution }) => formatCount(execution.latencyMs.count) },
  { column: 'Failed', cell: ({ execution }) => formatCount(execution.failed) },
  { column: 'Latency p50 / p95', cell: ({ execution }) => formatSpread(execution.latencyMs) },
  { column: 'Arguments repaired', cell: ({ parsing }) => formatCount(parsing.repaired) },
];

type Props = { samples: readonly MetricSample[]; nameOf: (model: ModelRef) => string };

/** Every model at every endpoint, with its marks. */
export function ModelTable({ samples, nameOf }: Props) {
  return (
    <DataTable
      caption="By model"
      columns={['Model', ...[...MODEL_COLUMNS, ...LIMITED, ...MORE_MODEL_COLUMNS].map(({ column }) => column)]}
      rows={byModel(samples).map((group) => {
        const summary = summarise(group.samples);
        return {
          key: JSON.stringify(group.model),
          name: nameOf(group.model),
          cells: [...cells(MODEL_COLUMNS, summary), ...limitedCells(summary), ...cells(MORE_MODEL_COLUMNS, summary)],
        };
      })}
    />
  );
}

export function ToolTable({ samples }: Pick<Props, 'samples'>) {
  const tools = byTool(samples);
  if (tools.length === 0) return null;
  return (
    <DataTable
      caption="By tool"
      columns={['Tool', ...TOOL_COLUMNS.map(({ column }) => column)]}
      rows={tools.map((tool) => ({
        key: tool.toolName,
        name: tool.toolName,
        cells: cells(TOOL_COLUMNS, summarise(tool.samples)),
      }))}
    />
  );
}

function cells(columns: readonly Column[], summary: MetricsSummary): Cell[] {
  return columns.map(({ cell }) => ({ text: cell(summary), isOutside: false }));
}

function limitedCells(summary: MetricsSummary): Cell[] {
  return LIMITED.flatMap(({ name }) => {
    const threshold = THRESHOLDS.find((each) => each.name === name);
    if (threshold === undefined) return [];
    const value = threshold.figureOf(summary);
    const text = orNothing(value, (known) => formatUnit(threshold.unit, known));
    return [{ text, isOutside: judge(threshold, summary) === 'outside' }];
  });
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : formatShare(part / whole);
}
