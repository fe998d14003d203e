import './work-group.css';
import './preamble.css';
import './reasoning.css';
import { memo, type ReactNode, useMemo } from 'react';
import { isSettled, listToolCalls, type Step, type ToolCall } from '../../lib/contracts/index.ts';
import { formatList, language, plural, t } from '../../lib/i18n/index.ts';
import { maskSecrets } from '../../lib/security/index.ts';
import { cleanText } from '../../lib/text/index.ts';
import { Markdown } from '../markdown/markdown.tsx';
import { formatDuration } from '../parts/amounts.ts';
import { findToolView, sourceUrl } from '../tools/tool-labels.ts';

type Props = {
  steps: readonly Step[];
  /** Whether the user revealed the masked secrets in results to the model. */
  isRevealed: boolean;
  children: ReactNode;
};

/** Finished work, collapsed to one line with all its details inside. */
export function WorkGroup({ steps, isRevealed, children }: Props) {
  return (
    <details className="work-group">
      <summary>
        <WorkLine steps={steps} isRevealed={isRevealed} />
      </summary>
      {children}
    </details>
  );
}

const WorkLine = memo(
  function WorkLine({ steps, isRevealed }: Omit<Props, 'children'>) {
    // Masking is also shown here, because the card that shows it is collapsed.
    const isMasked = useMemo(() => !isRevealed && steps.flatMap(listToolCalls).some(hasMasked), [steps, isRevealed]);
    const work = workSummary(steps);
    return isMasked ? t('workHidden', { work }) : work;
  },
  // Groups are created again with each render, but finished steps keep their identity.
  (before, after) =>
    before.isRevealed === after.isRevealed &&
    before.steps.length === after.steps.length &&
    before.steps.every((step, index) => step === after.steps[index]),
);

function hasMasked(call: ReturnType<typeof listToolCalls>[number]): boolean {
  return call.state === 'output-available' && maskSecrets(call.output.content, call.output.secrets).masked.length > 0;
}

/** Steps as shown in an answer: a single one, or finished work collapsed to a line. */
type StepGroup = { type: 'step'; step: Step } | { type: 'work'; steps: readonly Step[] };

/** Steps in logs from before decisions were recorded are classified by their calls. */
export function isWork({ decision, parts }: Step): boolean {
  return decision === 'tools' || (decision === null && parts.some((part) => part.type === 'tool-call'));
}

/**
 * Groups consecutive finished steps with tools, once the run has continued and there are at least two calls, because a
 * single call already is one line. A result that can be saved stays visible.
 */
export function groupSteps(steps: readonly Step[]): StepGroup[] {
  const groups: StepGroup[] = [];
  let row: Step[] = [];
  const flush = () => {
    if (row.flatMap(listToolCalls).length > 1) groups.push({ type: 'work', steps: row });
    else groups.push(...row.map((step): StepGroup => ({ type: 'step', step })));
    row = [];
  };
  for (const [index, step] of steps.entries()) {
    const isDone =
      index < steps.length - 1 &&
      isWork(step) &&
      listToolCalls(step).every(isSettled) &&
      !listToolCalls(step).some(isFile);
    if (isDone) row.push(step);
    else {
      flush();
      groups.push({ type: 'step', step });
    }
  }
  flush();
  return groups;
}

function isFile(call: ToolCall): boolean {
  return call.state === 'output-available' && call.output.file !== undefined;
}

/** Summarizes work in a line: “Read 3 pages, searched 2 times, 1 failed, 2.1 s”. Calls of one step ran in parallel. */
export function workSummary(steps: readonly Step[]): string {
  const calls = steps.flatMap(listToolCalls);
  const good = calls.filter((call) => call.state === 'output-available');
  const reads = good.filter((call) => findToolView(call.toolName)?.countsAs === 'read');
  const searches = good.filter((call) => findToolView(call.toolName)?.countsAs === 'search').length;
  const others = good.length - reads.length - searches;
  const failures = calls.length - good.length;
  const phrases = [
    ...(reads.length > 0 ? [plural('workRead', countPages(reads))] : []),
    ...(searches > 0 ? [plural('workSearched', searches)] : []),
    ...(others > 0 ? [plural(reads.length + searches > 0 ? 'workUsedOther' : 'workUsed', others)] : []),
    ...(failures > 0 ? [plural('workFailed', failures)] : []),
  ];
  const ms = steps.reduce((sum, step) => sum + Math.max(0, ...listToolCalls(step).map(getDurationMs)), 0);
  const line = formatList([...phrases, formatDuration(ms)]);
  return `${line.charAt(0).toLocaleUpperCase(language())}${line.slice(1)}`;
}

/** Parts of one page count as one page. */
function countPages(calls: readonly ToolCall[]): number {
  return new Set(calls.map((call) => sourceUrl(call) ?? call.toolCallId)).size;
}

function getDurationMs(call: ToolCall): number {
  return 'ms' in call ? call.ms : 0;
}

type PreambleProps = {
  text: string;
  /** Whether the work it announces is still in progress. */
  isOpen: boolean;
};

/**
 * Text of the model before its tool calls. It is shown in full at first, and collapsed to a line once the run has
 * continued.
 */
export function Preamble({ text, isOpen }: PreambleProps) {
  return (
    <details className="preamble" open={isOpen}>
      <summary>
        <span className="preamble-label">{t('beforeTools')}</span>
        <span className="preamble-line" dir="auto">
          {text.trim().split('\n', 1)[0]}
        </span>
      </summary>
      <Markdown text={text} />
    </details>
  );
}

type ReasoningProps = {
  text: string;
  /** Its duration in milliseconds. 0 if unknown. */
  ms: number;
  /** Whether it is still being written. */
  isLive: boolean;
};

/** The reasoning of a step, collapsed to a line with its duration. */
export function Reasoning({ text, ms, isLive }: ReasoningProps) {
  return (
    <details className="reasoning" data-live={isLive}>
      <summary>
        {isLive ? t('activityThinking') : ms < 1000 ? t('thought') : t('thoughtFor', { time: timeText(ms) })}
      </summary>
      <p dir="auto">{cleanText(text)}</p>
    </details>
  );
}

/** Formats the duration in whole seconds. */
function timeText(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return t('seconds', { number: seconds });
  return t('minutesSeconds', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
