import { type Cell, DataTable, type Figure, FigureList, ShareBar } from '../../components/figures/figures.tsx';
import {
  evaluateThreshold,
  groupByModel,
  groupByTool,
  type MetricsSummary,
  summarizeMetrics,
  THRESHOLDS,
  type ThresholdName,
} from '../../lib/agent/index.ts';
import type { MetricSample, ModelRef } from '../../lib/contracts/index.ts';
import { formatList, type PlainKey, t } from '../../lib/i18n/index.ts';
import { codeText, formatCount, formatMs, formatShare, formatSpread, formatUnit, orNothing } from './format.ts';

/** The metrics without a limit: calls, queue, model requests, tokens. */
export function Figures({ summary }: { summary: MetricsSummary }) {
  const { parsing } = summary;
  return (
    <>
      <FigureList title={t('toolCalls')} figures={callFigures(summary)}>
        <ShareBar
          label={t('argumentsReadHow')}
          shares={[
            { name: t('parsedAtOnce'), count: parsing.strict },
            { name: t('repaired'), count: parsing.repaired },
            { name: t('failed'), count: parsing.failed },
          ]}
        />
      </FigureList>
      <FigureList title={t('modelCalls')} figures={stepFigures(summary)} />
      <FigureList title={t('queue')} figures={queueFigures(summary)} />
      <FigureList title={t('tokensAndAnswers')} figures={answerFigures(summary)} />
    </>
  );
}

function callFigures({ detection, execution }: MetricsSummary): Figure[] {
  return [
    { label: t('recognised'), value: formatCount(detection.detected) },
    { label: t('writtenAs'), value: formatCounts(detection.formats) },
    { label: t('untilRecognised'), value: formatSpread(detection.ms) },
    { label: t('started'), value: formatCount(execution.startDelayMs.count) },
    { label: t('startedWhileStreaming'), value: formatCount(execution.startedWhileStreaming) },
    { label: t('completeUntilStarted'), value: formatSpread(execution.startDelayMs) },
    { label: t('failed'), value: formatCount(execution.failed) },
  ];
}

function stepFigures({ steps, rollbacks }: MetricsSummary): Figure[] {
  return [
    { label: t('steps'), value: formatCount(steps.count) },
    { label: t('untilFirstContent'), value: formatSpread(steps.firstContentMs) },
    { label: t('timeInAll'), value: formatMs(steps.totalMs) },
    { label: t('fallbacksToTags'), value: formatCount(steps.fallbacks) },
    { label: t('resets'), value: formatCounts(steps.resets) },
    { label: t('rollbacks'), value: formatCount(rollbacks.count) },
  ];
}

function queueFigures({ queue }: MetricsSummary): Figure[] {
  return [
    { label: t('callsThatAsked'), value: formatCount(queue.asked) },
    { label: t('saturationMeaning'), value: orNothing(queue.saturation, formatShare) },
    { label: t('refused'), value: formatCount(queue.refused) },
    { label: t('waited'), value: formatSpread(queue.waitMs) },
    { label: t('mostRunning'), value: formatCount(queue.mostRunning) },
    { label: t('mostWaiting'), value: formatCount(queue.mostWaiting) },
  ];
}

function answerFigures({ tokens, runs, jank }: MetricsSummary): Figure[] {
  return [
    { label: t('tokensIn'), value: formatCount(tokens.input) },
    { label: t('tokensOut'), value: formatCount(tokens.output) },
    { label: t('writtenPerSecond'), value: orNothing(tokens.outputPerSecond, formatCount) },
    { label: t('answers'), value: formatCounts(runs.outcomes) },
    { label: t('timeOfAnswer'), value: formatSpread(runs.ms) },
    { label: t('slowFrames'), value: formatCount(jank.count) },
  ];
}

/** Formats counts, most frequent first: `Complete (3), Interrupted (1)`. */
function formatCounts(counts: ReadonlyMap<string, number>): string {
  const sortedCounts = [...counts].sort((a, b) => b[1] - a[1]);
  return formatList(sortedCounts.map(([code, count]) => `${codeText(code)} (${formatCount(count)})`)) || '0';
}

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
  { column: 'parsedAtOnce', cell: ({ parsing }) => formatRatio(parsing.strict, parsing.parsed) },
  { column: 'repaired', cell: ({ parsing }) => formatRatio(parsing.repaired, parsing.parsed) },
  { column: 'failed', cell: ({ parsing }) => formatRatio(parsing.failed, parsing.parsed) },
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

type Props = { samples: readonly MetricSample[]; getModelName: (model: ModelRef) => string };

/** All models of all endpoints, with their marks. */
export function ModelTable({ samples, getModelName }: Props) {
  return (
    <DataTable
      caption={t('byModel')}
      columns={[t('model'), ...[...MODEL_COLUMNS, ...LIMITED, ...MORE_MODEL_COLUMNS].map(({ column }) => t(column))]}
      rows={groupByModel(samples).map((group) => {
        const summary = summarizeMetrics(group.samples);
        return {
          key: JSON.stringify(group.model),
          name: getModelName(group.model),
          cells: [...cells(MODEL_COLUMNS, summary), ...limitedCells(summary), ...cells(MORE_MODEL_COLUMNS, summary)],
        };
      })}
    />
  );
}

export function ToolTable({ samples }: Pick<Props, 'samples'>) {
  const tools = groupByTool(samples);
  if (tools.length === 0) return null;
  return (
    <DataTable
      caption={t('byTool')}
      columns={[t('tool'), ...TOOL_COLUMNS.map(({ column }) => t(column))]}
      rows={tools.map((tool) => ({
        key: tool.toolName,
        name: tool.toolName,
        cells: cells(TOOL_COLUMNS, summarizeMetrics(tool.samples)),
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
    const value = threshold.readFigure(summary);
    const text = orNothing(value, (amount) => formatUnit(threshold.unit, amount));
    return [{ text, isOutside: evaluateThreshold(threshold, summary) === 'outside' }];
  });
}

function formatRatio(part: number, whole: number): string {
  return whole === 0 ? '–' : formatShare(part / whole);
}
