import { isSettled, type Step, type ToolCall, toolCallsOf } from '../../lib/contracts/index.ts';
import { formatList, language, plural } from '../../lib/i18n/index.ts';
import { duration } from '../figures/duration.ts';
import { sourceUrl, viewOf } from '../tools/tool-labels.ts';

/** Steps as shown in an answer: a single one, or finished work collapsed to a line. */
export type StepGroup = { type: 'step'; step: Step } | { type: 'work'; steps: readonly Step[] };

/** Logs from before decisions were recorded are classified by their calls. */
export function isWork({ decision, parts }: Step): boolean {
  return decision === 'tools' || (decision === null && parts.some((part) => part.type === 'tool-call'));
}

/**
 * Groups consecutive finished steps with tools, once the run has continued and there are at least two calls; a single call is one
 * line already. A result that can be saved stays in sight.
 */
export function groupSteps(steps: readonly Step[]): StepGroup[] {
  const groups: StepGroup[] = [];
  let row: Step[] = [];
  const flush = () => {
    if (row.flatMap(toolCallsOf).length > 1) groups.push({ type: 'work', steps: row });
    else groups.push(...row.map((step): StepGroup => ({ type: 'step', step })));
    row = [];
  };
  for (const [index, step] of steps.entries()) {
    const isDone =
      index < steps.length - 1 && isWork(step) && toolCallsOf(step).every(isSettled) && !toolCallsOf(step).some(isFile);
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
  const calls = steps.flatMap(toolCallsOf);
  const good = calls.filter((call) => call.state === 'output-available');
  const reads = good.filter((call) => viewOf(call.toolName)?.countsAs === 'read');
  const searches = good.filter((call) => viewOf(call.toolName)?.countsAs === 'search').length;
  const others = good.length - reads.length - searches;
  const failed = calls.length - good.length;
  const done = [
    ...(reads.length > 0 ? [plural('workRead', pagesOf(reads))] : []),
    ...(searches > 0 ? [plural('workSearched', searches)] : []),
    ...(others > 0 ? [plural(reads.length + searches > 0 ? 'workUsedOther' : 'workUsed', others)] : []),
    ...(failed > 0 ? [plural('workFailed', failed)] : []),
  ];
  const ms = steps.reduce((sum, step) => sum + Math.max(0, ...toolCallsOf(step).map(timeOf)), 0);
  const line = formatList([...done, duration(ms)]);
  return `${line.charAt(0).toLocaleUpperCase(language())}${line.slice(1)}`;
}

/** Parts of one page count as one page. */
function pagesOf(calls: readonly ToolCall[]): number {
  return new Set(calls.map((call) => sourceUrl(call) ?? call.toolCallId)).size;
}

function timeOf(call: ToolCall): number {
  return 'ms' in call ? call.ms : 0;
}
