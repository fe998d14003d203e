import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Reader } from '../scripts/reader.ts';
import { findPages } from '../scripts/saved-pages.ts';
import { CpuTime, settled } from './cpu-time.ts';
import type { Verdict } from './report.ts';

const PARAGRAPHS = 25_000;

/** The cost of reading a page of 75,000 nodes. */
export async function benchSize(reader: Reader): Promise<Verdict[]> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'sidenote-bench-')), 'big.html');
  const paragraph = (n: number) => `<p>Entry ${n} of the log: <b>calm sea</b>, wind from the west.</p>`;
  writeFileSync(file, `<title>Big</title><main>${Array.from({ length: PARAGRAPHS }, (_, n) => paragraph(n)).join('')}`);
  const [big] = findPages([file]);
  if (!big) throw new Error('The big page is gone.');
  const page = await reader.show(big);
  await settled(page);
  const cpu = await CpuTime.of(page);
  const { ms, value } = await cpu.during(() => reader.ask());
  if (value.type !== 'reading') throw new Error(JSON.stringify(value));
  const last = value.reading.blocks.at(-1)?.markdown ?? '';
  const isWhole = last.includes(`Entry ${PARAGRAPHS - 1} `);
  console.log(`75,000 nodes: ${ms.toFixed(0)} ms CPU${isWhole ? '' : `, but it ends with ${last}`}`);
  return [{ goal: 5, what: 'CPU ms for 75,000 nodes', value: isWhole ? ms : Number.NaN, side: 'at most', bound: 1000 }];
}
