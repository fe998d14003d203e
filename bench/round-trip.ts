import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Marked } from 'marked';
import { build } from 'vite';
import type { Reader } from '../scripts/reader.ts';
import { findPages } from '../scripts/saved-pages.ts';
import type { Verdict } from './report.ts';
import type { Facts } from './round-trip-facts.ts';
import { averages, type Fidelity, fidelity } from './round-trip-score.ts';

const PAGES = path.resolve(import.meta.dirname, '..', '..', 'shared', 'pages');
const SETS = ['wcxb/html', 'readability', 'defuddle/fixtures', 'webmainbench'];
const BOUNDS: [keyof Fidelity, string, number][] = [
  ['tables', 'whole tables right', 0.97],
  ['code', 'code blocks exact', 0.98],
  ['linkRecall', 'links found', 0.97],
  ['linkPrecision', 'links right', 0.99],
  ['headings', 'headings', 0.99],
  ['items', 'list items', 0.99],
];

type InPage = { roundTrip: { readMain(): { markdown: string; source: Facts }; readHtml(html: string): Facts } };

const marked = new Marked({ gfm: true });
/** Pictures have no text, but their names in the Markdown would count as words. */
const PICTURE = /!\[(?:[^\]\\]|\\.)*\](?:\([^)]*\))?/g;

/**
 * What Markdown keeps of a page. Reads the main element of each saved page that has a table or code, converts its
 * Markdown back to HTML, and compares that with the page.
 */
export async function benchRoundTrip(reader: Reader): Promise<Verdict[]> {
  const script = await bundle();
  const unrendered = JSON.parse(readFileSync(path.join(PAGES, 'unrendered.json'), 'utf8')).wcxb as string[];
  const scores: Fidelity[] = [];
  for (const saved of findPages(SETS.map((set) => path.join(PAGES, set)))) {
    if (/(?:^|\/)expected$/.test(saved.name) || unrendered.includes(path.basename(saved.name))) continue;
    const page = await reader.show(saved);
    await page.evaluate(script);
    const { markdown, source } = await page.evaluate(() => (window as unknown as InPage).roundTrip.readMain());
    if (source.tables.length + source.code.length === 0) continue;
    const html = marked.parse(markdown.replace(PICTURE, ''), { async: false });
    const found = await page.evaluate((text) => (window as unknown as InPage).roundTrip.readHtml(text), html);
    scores.push(fidelity(source, found));
  }
  const mean = averages(scores);
  console.log(`${scores.length} pages with tables or code`);
  for (const [name, share] of Object.entries(mean)) console.log(`  ${name.padEnd(14)} ${share.toFixed(4)}`);
  return BOUNDS.map(([name, what, bound]) => ({ goal: 5, what, value: mean[name], side: 'at least', bound }));
}

async function bundle(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'round-trip-page.ts');
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'unused' } },
  });
  const [output] = [result].flat();
  const chunk = output && 'output' in output ? output.output[0] : null;
  if (chunk?.type !== 'chunk') throw new Error('The reader could not be bundled.');
  return chunk.code;
}
