import { readFileSync } from 'node:fs';
import path from 'node:path';
import { joinBlocks } from '../lib/page-reader/document/markdown-text.ts';
import type { Reader } from '../scripts/reader.ts';
import { findPages } from '../scripts/saved-pages.ts';
import { loadScorer, PAGES, type StressCase, type StressScorer } from './page-set.ts';
import type { Verdict } from './report.ts';

/** Pages with one feature of the live DOM each, with text that must be read and text that must not. */
export async function benchStress(reader: Reader): Promise<Verdict[]> {
  const folder = path.join(PAGES, 'stress');
  const cases = JSON.parse(readFileSync(path.join(folder, 'cases.json'), 'utf8')) as StressCase[];
  const { scoreCase } = await loadScorer<StressScorer>('stress-score.mjs');
  const files = new Map(findPages([folder]).map((page) => [page.name, page]));
  let passed = 0;
  let leaked = 0;
  for (const stress of cases) {
    const page = files.get(stress.id);
    if (!page) throw new Error(`There is no page ${stress.id}.`);
    await reader.show(page);
    const reply = await reader.ask();
    const markdown = reply.type === 'reading' ? joinBlocks(reply.reading.blocks.map((block) => block.markdown)) : '';
    const score = scoreCase(stress, markdown);
    if (score.pass) passed++;
    else console.log(`  failed: ${stress.id}${score.leak > 0 ? `, leaked ${score.leak}` : ''}`);
    leaked += score.leak;
  }
  console.log(`${passed} of ${cases.length} stress pages`);
  return [
    { goal: 5, what: 'stress pages', value: passed, side: 'at least', bound: 56 },
    { goal: 5, what: 'hidden text and passwords leaked', value: leaked, side: 'at most', bound: 0 },
  ];
}
