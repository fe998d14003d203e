import type { Page } from 'puppeteer-core';
import type { Reader } from '../scripts/reader.ts';
import { settled } from './cpu-time.ts';
import { pageSet } from './page-set.ts';
import type { Verdict } from './report.ts';

/** Only every eighth page, since tracing takes time. */
const EVERY = 8;

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: unknown };

/** How long reading blocks a page: over 50 ms is noticeable (Web Vitals, "long tasks"). */
export async function benchTasks(reader: Reader): Promise<Verdict[]> {
  const pages = [...pageSet('scrapinghub'), ...pageSet('wcxb')].filter((_, index) => index % EVERY === 0);
  const longest: number[] = [];
  for (const expected of pages) {
    const page = await reader.show(expected);
    await settled(page);
    longest.push(await longestTask(page, () => reader.ask()));
  }
  longest.sort((one, other) => one - other);
  const [median = Number.NaN, most = Number.NaN] = [longest[longest.length >> 1], longest.at(-1)];
  console.log(`longest task of ${pages.length} pages, CPU ms: median ${median.toFixed(0)}, most ${most.toFixed(0)}`);
  return [{ goal: 5, what: 'CPU ms of the longest task on ordinary pages', value: most, side: 'at most', bound: 50 }];
}

/** CPU time in milliseconds. Throws if the reader does not appear in the trace. */
export async function longestTask(page: Page, work: () => Promise<unknown>): Promise<number> {
  await page.tracing.start({ categories: ['toplevel', 'devtools.timeline'] });
  await work();
  const trace = await page.tracing.stop();
  const { traceEvents } = JSON.parse(new TextDecoder().decode(trace)) as { traceEvents: TraceEvent[] };
  const toThreadKey = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`;
  const isReader = ({ args }: TraceEvent) => JSON.stringify(args ?? {}).includes('page-reader.js');
  const read = new Set(traceEvents.filter(isReader).map(toThreadKey));
  // Work after a pause appears as a microtask checkpoint outside any task.
  const isStretch = ({ name }: TraceEvent) => name.includes('RunTask') || name.endsWith('PerformMicrotaskCheckpoint');
  const tasks = traceEvents.filter((event) => isStretch(event) && read.has(toThreadKey(event)));
  if (tasks.length === 0) throw new Error('The trace shows no task of the page that was read.');
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}
