import { type Step, toolCallsOf } from '../lib/protocol/thread.ts';
import { isSettled, type ToolCall } from '../lib/protocol/tool-call.ts';
import { duration } from './duration.ts';
import { sourceUrl } from './tool-words.ts';

/** Steps as an answer shows them: one by itself, or finished work folded into a line. */
export type StepGroup = { type: 'step'; step: Step } | { type: 'work'; steps: readonly Step[] };

/** Logs from before decisions were written tell by their calls. */
export function isWork({ decision, parts }: Step): boolean {
  return decision === 'tools' || (decision === null && parts.some((part) => part.type === 'tool-call'));
}

/**
 * Finished steps with tools that stand in a row become one group once the run has gone on after them and there are two
 * calls or more to fold; a single call is a line already.
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
    const isDone = index < steps.length - 1 && isWork(step) && toolCallsOf(step).every(isSettled);
    if (isDone) row.push(step);
    else {
      flush();
      groups.push({ type: 'step', step });
    }
  }
  flush();
  return groups;
}

/** Tools whose results are counted as reading. */
const READING = new Set([
  'read_page',
  'read_section',
  'read_tab',
  'read_pdf',
  'read_table',
  'read_selection',
  'read_transcript',
]);

/** What was done in a line: “Read 3 pages, searched 2 times, 1 failed, 2.1 s”. Calls of one step ran side by side. */
export function workSummary(steps: readonly Step[]): string {
  const calls = steps.flatMap(toolCallsOf);
  const good = calls.filter((call) => call.state === 'output-available');
  const reads = good.filter((call) => READING.has(call.toolName));
  const searches = good.filter((call) => call.toolName === 'find_in_page').length;
  const others = good.length - reads.length - searches;
  const failed = calls.length - good.length;
  const done = [
    ...(reads.length > 0 ? [readingOf(reads)] : []),
    ...(searches > 0 ? [`searched ${times(searches)}`] : []),
    ...(others > 0
      ? [`used ${others} ${reads.length + searches > 0 ? 'other ' : ''}${others === 1 ? 'tool' : 'tools'}`]
      : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
  const ms = steps.reduce((sum, step) => sum + Math.max(0, ...toolCallsOf(step).map(timeOf)), 0);
  return `${done.charAt(0).toUpperCase()}${done.slice(1)}, ${duration(ms)}`;
}

/** Parts of one page are one page. */
function readingOf(calls: readonly ToolCall[]): string {
  const pages = new Set(calls.map((call) => sourceUrl(call) ?? call.toolCallId)).size;
  return pages === 1 ? 'read the page' : `read ${pages} pages`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function timeOf(call: ToolCall): number {
  return 'ms' in call ? call.ms : 0;
}
