import { type Figure, FigureList } from '../../components/figure-list.tsx';
import { ShareBar } from '../../components/share-bar.tsx';
import type { MetricsSummary } from '../../lib/engine/metrics-summary.ts';
import { formatCount, formatMs, formatShare, formatSpread, orNothing } from './format.ts';

/** The figures without a limit: calls, queue, model calls, tokens. */
export function Figures({ summary }: { summary: MetricsSummary }) {
  const { parsing } = summary;
  return (
    <>
      <FigureList title="Tool calls" figures={callFigures(summary)}>
        <ShareBar
          label="How their arguments were read"
          shares={[
            { name: 'At once', count: parsing.strict },
            { name: 'Repaired', count: parsing.repaired },
            { name: 'Failed', count: parsing.failed },
          ]}
        />
      </FigureList>
      <FigureList title="Model calls" figures={stepFigures(summary)} />
      <FigureList title="Queue" figures={queueFigures(summary)} />
      <FigureList title="Tokens and answers" figures={answerFigures(summary)} />
    </>
  );
}

function callFigures({ detection, execution }: MetricsSummary): Figure[] {
  return [
    { label: 'Recognised', value: formatCount(detection.detected) },
    { label: 'Written as', value: formatCounts(detection.formats) },
    { label: 'Until recognised, p50\u00a0/\u00a0p95', value: formatSpread(detection.ms) },
    { label: 'Started', value: formatCount(execution.startDelayMs.count) },
    { label: 'Started while streaming', value: formatCount(execution.startedWhileStreaming) },
    { label: 'Complete until started, p50\u00a0/\u00a0p95', value: formatSpread(execution.startDelayMs) },
    { label: 'Failed', value: formatCount(execution.failed) },
  ];
}

function stepFigures({ steps, rollbacks }: MetricsSummary): Figure[] {
  return [
    { label: 'Steps', value: formatCount(steps.count) },
    { label: 'Until the first content, p50\u00a0/\u00a0p95', value: formatSpread(steps.firstContentMs) },
    { label: 'Time in all', value: formatMs(steps.totalMs) },
    { label: 'Fallbacks to tags', value: formatCount(steps.fallbacks) },
    { label: 'Resets', value: formatCounts(steps.resets) },
    { label: 'Rollbacks', value: formatCount(rollbacks.count) },
  ];
}

function queueFigures({ queue }: MetricsSummary): Figure[] {
  return [
    { label: 'Calls that asked', value: formatCount(queue.asked) },
    { label: 'Saturation: waited or refused', value: orNothing(queue.saturation, formatShare) },
    { label: 'Refused', value: formatCount(queue.refused) },
    { label: 'Waited, p50\u00a0/\u00a0p95', value: formatSpread(queue.waitMs) },
    { label: 'Most running at once', value: formatCount(queue.mostRunning) },
    { label: 'Most waiting', value: formatCount(queue.mostWaiting) },
  ];
}

function answerFigures({ tokens, runs, jank }: MetricsSummary): Figure[] {
  return [
    { label: 'Tokens read', value: formatCount(tokens.input) },
    { label: 'Tokens written', value: formatCount(tokens.output) },
    { label: 'Written per second', value: orNothing(tokens.outputPerSecond, formatCount) },
    { label: 'Answers', value: formatCounts(runs.outcomes) },
    { label: 'Time of an answer, p50\u00a0/\u00a0p95', value: formatSpread(runs.ms) },
    { label: 'Slow frames', value: formatCount(jank.count) },
  ];
}

/** `3 native, 1 hermes`, the most frequent first. */
function formatCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return sorted.map(([name, count]) => `${formatCount(count)} ${name}`).join(', ') || '0';
}
