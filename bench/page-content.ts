import type { Page } from 'puppeteer-core';
import { joinBlocks } from '../lib/page-reader/document/markdown-text.ts';
import type { Reader } from '../scripts/reader.ts';
import type { SavedPage } from '../scripts/saved-pages.ts';
import { CpuTime, settled } from './cpu-time.ts';
import { htmlText, markdownHtml } from './html-text.ts';
import type { PeerName, PeerReply } from './page-peers.ts';
import { type ExpectedPage, loadScorer, pageSet, type Scorers } from './page-set.ts';
import type { Verdict } from './report.ts';

export type Name = 'Sidenote' | PeerName;
/** One reader's result for one page: its words, and the page's CPU time in milliseconds. */
export type Reading = { text: string; ms: number };
type Row = { expected: ExpectedPage; readings: Record<Name, Reading> };

const PEERS: readonly PeerName[] = ['innerText', 'readability', 'defuddle'];
export const NAMES: readonly Name[] = ['Sidenote', ...PEERS];
const BETTER_BY = 0.04;
const TYPE_GOALS = { forum: 0.8, listing: 0.76, service: 0.84, collection: 0.7 };

/** Main content and its cost, Sidenote's reader and its peers on every page. */
export async function benchContent(reader: Reader, peers: string): Promise<Verdict[]> {
  const articles = await readAll(reader, peers, pageSet('scrapinghub'));
  const mixed = await readAll(reader, peers, pageSet('wcxb'));
  const scorers = await loadScorer<Scorers>('metrics.mjs');
  const articleF1 = (name: Name) => scorers.scrapinghub(articles.map((row) => toScorerPair(row, name))).f1;
  const f1 = ({ expected, readings }: Row, name: Name) => scorers.wcxb(expected.truth, readings[name].text);
  const mixedF1 = (name: Name, type?: string) =>
    mean(mixed.filter((row) => !type || row.expected.type === type).map((row) => f1(row, name)));
  const types = [...new Set(mixed.map((row) => row.expected.type))].sort();

  print('', NAMES);
  print(`scrapinghub, ${articles.length} pages, F1`, NAMES.map(articleF1));
  print(
    `wcxb, ${mixed.length} pages, F1`,
    NAMES.map((name) => mixedF1(name)),
  );
  for (const type of types) {
    const count = mixed.filter((row) => row.expected.type === type).length;
    print(
      `  ${type}, ${count} pages`,
      NAMES.map((name) => mixedF1(name, type)),
    );
  }
  print(
    'boilerplate leaked',
    NAMES.map((name) => leaks(mixed, name)),
  );
  const all = [...articles, ...mixed];
  print(
    'CPU ms, median',
    NAMES.map((name) => quantile(all, name, 0.5)),
    1,
  );
  print(
    'CPU ms, 95th of 100',
    NAMES.map((name) => quantile(all, name, 0.95)),
    1,
  );

  const best = Math.max(mixedF1('readability'), mixedF1('defuddle'));
  const atLeast = (what: string, value: number, bound: number): Verdict => ({
    goal: 5,
    what,
    value,
    side: 'at least',
    bound,
  });
  const atMost = (what: string, value: number, bound: number): Verdict => ({
    ...atLeast(what, value, bound),
    side: 'at most',
  });
  return [
    atLeast('scrapinghub F1', articleF1('Sidenote'), 0.965),
    atLeast('wcxb F1 above the better of Readability and Defuddle', mixedF1('Sidenote') - best, BETTER_BY),
    ...Object.entries(TYPE_GOALS).map(([type, bound]) => atLeast(`wcxb ${type} F1`, mixedF1('Sidenote', type), bound)),
    atMost('boilerplate leaked', leaks(mixed, 'Sidenote'), 0.05),
    atMost('CPU ms, median', quantile(all, 'Sidenote', 0.5), 30),
    atMost('CPU ms, 95th of 100', quantile(all, 'Sidenote', 0.95), 90),
  ];
}

async function readAll(reader: Reader, peers: string, pages: readonly ExpectedPage[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const expected of pages) {
    rows.push({ expected, readings: (await readWithAll(reader, peers, expected)).readings });
  }
  return rows;
}

type Read = { page: Page; readings: Row['readings'] };

/** On a busy machine, a page may wait for over a minute. It is then loaded once more, in a new browser. */
export function readWithAll(reader: Reader, peers: string, saved: SavedPage): Promise<Read> {
  return readPage(reader, peers, saved).catch(() => readPage(reader, peers, saved));
}

async function readPage(reader: Reader, peers: string, saved: SavedPage): Promise<Read> {
  const page = await reader.show(saved);
  const cpu = await CpuTime.of(page);
  await settled(page);
  const ours = await cpu.during(() => ourHtml(reader));
  const readings: Record<string, Reading> = { Sidenote: { text: await htmlText(page, ours.value), ms: ours.ms } };
  await page.evaluate(peers);
  for (const name of PEERS) readings[name] = await readWithPeer(page, cpu, name);
  return { page, readings: readings as Row['readings'] };
}

async function ourHtml(reader: Reader): Promise<string> {
  const reply = await reader.ask();
  if (reply.type !== 'reading') throw new Error(JSON.stringify(reply));
  return markdownHtml(joinBlocks(reply.reading.blocks.map((block) => block.markdown)));
}

/** A peer that throws on a page counts as having read nothing. */
async function readWithPeer(page: Page, cpu: CpuTime, name: PeerName): Promise<Reading> {
  const { ms, value } = await cpu.during(() =>
    page.evaluate((peer): PeerReply => {
      try {
        return (globalThis as unknown as { peers: Record<string, () => PeerReply> }).peers[peer]?.() ?? {};
      } catch {
        return {};
      }
    }, name),
  );
  return { text: value.text ?? (await htmlText(page, value.html ?? '')), ms };
}

function toScorerPair({ expected, readings }: Row, name: Name): { truth: string; pred: string } {
  return { truth: expected.truth, pred: readings[name].text };
}

/** The share of excluded snippets that are in the content. */
function leaks(rows: readonly Row[], name: Name): number {
  const found = rows.flatMap(({ expected, readings }) => {
    const text = oneLine(readings[name].text);
    return expected.without.map((snippet) => text.includes(oneLine(snippet)));
  });
  return found.filter(Boolean).length / found.length;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function quantile(rows: readonly Row[], name: Name, share: number): number {
  const times = rows.map(({ readings }) => readings[name].ms).sort((one, other) => one - other);
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function print(title: string, values: readonly (string | number)[], digits = 3): void {
  const cells = values.map((value) => (typeof value === 'number' ? value.toFixed(digits) : value).padStart(12));
  console.log(`${title.padEnd(32)}${cells.join('')}`);
}
