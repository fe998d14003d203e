import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reader } from '../scripts/reader.ts';
import { findPages, type SavedPage } from '../scripts/saved-pages.ts';
import { CpuTime, settled } from './cpu-time.ts';
import { LARGE_PAGE_KINDS, makeLargePage } from './large-pages.ts';
import { longestTask } from './page-tasks.ts';
import type { Verdict } from './report.ts';

const SIZES = [5_000, 11_000, 20_000];
const ROUNDS = 3;
type Kind = keyof typeof LARGE_PAGE_KINDS;

/**
 * The cost of reading large pages of several kinds: the median of `ROUNDS` readings of each, and the longest task of
 * one more.
 */
export async function benchSpeed(reader: Reader): Promise<Verdict[]> {
  let sum = 0;
  let longest = 0;
  for (const page of makePages()) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await timeReading(reader, page));
    const median = times.sort((one, other) => one - other)[ROUNDS >> 1] ?? Number.NaN;
    const shown = await reader.show(page);
    await settled(shown);
    const task = await longestTask(shown, () => reader.ask());
    console.log(`${page.name.padEnd(24)} ${median.toFixed(0).padStart(5)} ms CPU, longest task ${task.toFixed(0)} ms`);
    sum += median;
    longest = Math.max(longest, task);
  }
  console.log(`sum ${sum.toFixed(0)} ms`);
  return [{ goal: 5, what: 'CPU ms of the longest task on large pages', value: longest, side: 'at most', bound: 50 }];
}

async function timeReading(reader: Reader, saved: SavedPage): Promise<number> {
  const page = await reader.show(saved);
  await settled(page);
  const cpu = await CpuTime.of(page);
  return (await cpu.during(() => reader.ask())).ms;
}

function makePages(): SavedPage[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'sidenote-bench-'));
  for (const kind of Object.keys(LARGE_PAGE_KINDS) as Kind[])
    for (const size of SIZES) writeFileSync(path.join(folder, `${kind}-${size}.html`), makeLargePage(kind, size));
  return findPages([folder]);
}
