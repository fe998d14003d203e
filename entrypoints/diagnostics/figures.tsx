import { type Figure, FigureList, ShareBar } from '../../components/figures/figure-list.tsx';
import type { MetricsSummary } from '../../lib/agent/index.ts';
import { formatList, t } from '../../lib/i18n/index.ts';
import { formatCount, formatMs, formatShare, formatSpread, orNothing } from './format.ts';

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

/** `3 native, 1 hermes`, the most frequent first. */
function formatCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort((a, b) => b[1] - a[1]);
  return formatList(sorted.map(([name, count]) => `${formatCount(count)} ${name}`)) || '0';
}
