import { type Cell, DataTable } from '../../components/figures/data-table.tsx';
import {
  byModel,
  byTool,
  evaluateThreshold,
  type MetricsSummary,
  summarise,
  THRESHOLDS,
  type ThresholdName,
} from '../../lib/agent/index.ts';
import type { MetricSample, ModelRef } from '../../lib/contracts/index.ts';
import { type PlainKey, t } from '../../lib/i18n/index.ts';
import { formatCount, formatShare, formatSpread, formatUnit, orNothing } from './format.ts';

const LIMITED: readonly { column: PlainKey; name: ThresholdName }[] = [
  { column: 'columnDetection', name: 'streaming_tool_detection_rate' },
  { column: 'columnLatencyMedian', name: 'streaming_tool_execution_latency_p50' },
  { column: 'percentile95', name: 'streaming_tool_execution_latency_p95' },
  { column: 'columnSlowFrames', name: 'streaming_ui_jank_frames' },
  { column: 'columnRollbacks', name: 'streaming_rollback_count' },
];

type Column = { column: PlainKey; cell: (summary: MetricsSummary) => string };

const MODEL_COLUMNS: readonly Column[] = [
  { column: 'steps', cell: ({ steps }) => formatCount(steps.count) },
  { column: 'calls', cell: ({ detection }) => formatCount(detection.detected) },
];

const MORE_MODEL_COLUMNS: readonly Column[] = [
  { column: 'parsedAtOnce', cell: ({ parsing }) => shareOf(parsing.strict, parsing.parsed) },
  { column: 'repaired', cell: ({ parsing }) => shareOf(parsing.repaired, parsing.parsed) },
  { column: 'failed', cell: ({ parsing }) => shareOf(parsing.failed, parsing.parsed) },
  { column: 'columnRecognised', cell: ({ detection }) => formatSpread(detection.ms) },
  { column: 'columnFirstContent', cell: ({ steps }) => formatSpread(steps.firstContentMs) },
  { column: 'saturation', cell: ({ queue }) => orNothing(queue.saturation, formatShare) },
  { column: 'fallbacks', cell: ({ steps }) => formatCount(steps.fallbacks) },
  { column: 'resets', cell: ({ steps }) => formatCount([...steps.resets.values()].reduce((a, b) => a + b, 0)) },
  { column: 'tokensIn', cell: ({ tokens }) => formatCount(tokens.input) },
  { column: 'tokensOut', cell: ({ tokens }) => formatCount(tokens.output) },
  { column: 'tokensPerSecond', cell: ({ tokens }) => orNothing(tokens.outputPerSecond, formatCount) },
];

const TOOL_COLUMNS: readonly Column[] = [
  { column: 'columnRan', cell: ({ execution }) => formatCount(execution.latencyMs.count) },
  { column: 'failed', cell: ({ execution }) => formatCount(execution.failed) },
  { column: 'columnLatency', cell: ({ execution }) => formatSpread(execution.latencyMs) },
  { column: 'argumentsRepaired', cell: ({ parsing }) => formatCount(parsing.repaired) },
];

type Props = { samples: readonly MetricSample[]; nameOf: (model: ModelRef) => string };

/** All models of all endpoints, with their marks. */
export function ModelTable({ samples, nameOf }: Props) {
  return (
    <DataTable
      caption={t('byModel')}
      columns={[t('model'), ...[...MODEL_COLUMNS, ...LIMITED, ...MORE_MODEL_COLUMNS].map(({ column }) => t(column))]}
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
      caption={t('byTool')}
      columns={[t('tool'), ...TOOL_COLUMNS.map(({ column }) => t(column))]}
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
    return [{ text, isOutside: evaluateThreshold(threshold, summary) === 'outside' }];
  });
}

function shareOf(part: number, whole: number): string {
  return whole === 0 ? '–' : formatShare(part / whole);
}
