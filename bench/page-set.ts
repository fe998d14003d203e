import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { findPages, type SavedPage } from '../scripts/saved-pages.ts';
import { markdownHtml } from './html-text.ts';

/** Folder of the pages with expected readings, and of the scorers. */
const SHARED = path.resolve(import.meta.dirname, '..', '..', 'shared');
export const PAGES = path.join(SHARED, 'pages');

export type ExpectedPage = SavedPage & { id: string; truth: string; type: string; without: string[] };

/** The pages of a set with an expected text, without those that were saved before rendering. */
export function pageSet(name: 'scrapinghub' | 'wcxb'): ExpectedPage[] {
  const unrendered = new Set(readJson<Record<string, string[]>>('unrendered.json')[name] ?? []);
  const expected = name === 'wcxb' ? wcxbTruth : scrapinghubTruth();
  return findPages([path.join(PAGES, name, 'html')])
    .filter((page) => !unrendered.has(page.name))
    .map((page) => ({ ...page, id: page.name, ...expected(page.name) }));
}

/** A page from another reader's tests, and its expected content as HTML. */
export type PeerPage = SavedPage & { expectedHtml: string };

export function peerPages(peer: 'readability' | 'defuddle'): PeerPage[] {
  const folder = path.join(PAGES, peer);
  if (peer === 'readability') {
    return findPages([folder])
      .filter(({ name }) => name.endsWith('source'))
      .map((page) => ({ ...page, expectedHtml: unzipped(path.join(path.dirname(page.file), 'expected.html.gz')) }));
  }
  return findPages([path.join(folder, 'fixtures')]).map((page) => {
    const markdown = readFileSync(path.join(folder, 'expected', `${page.name}.md`), 'utf8');
    // The file begins with metadata as JSON.
    return { ...page, expectedHtml: markdownHtml(markdown.replace(/^```json.*?```\n/s, '')) };
  });
}

function unzipped(file: string): string {
  return gunzipSync(readFileSync(file)).toString();
}

type Truth = Pick<ExpectedPage, 'truth' | 'type' | 'without'>;

function scrapinghubTruth(): (id: string) => Truth {
  const rows = readJson<Record<string, { articleBody: string }>>('scrapinghub/ground-truth.json');
  return (id) => ({ truth: rows[id]?.articleBody ?? '', type: 'article', without: [] });
}

function wcxbTruth(id: string): Truth {
  type Row = {
    ground_truth: { main_content?: string; without?: string[] };
    _internal?: { page_type?: { primary?: string } };
  };
  const row = readJson<Row>(`wcxb/ground-truth/${id}.json`);
  return {
    truth: row.ground_truth.main_content ?? '',
    type: (row._internal?.page_type?.primary ?? 'article').replace('category', 'collection'),
    without: row.ground_truth.without ?? [],
  };
}

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(path.join(PAGES, file), 'utf8')) as Value;
}

/** Whether the pages are available. They are third-party content and not part of the project. */
export function hasPages(): boolean {
  return existsSync(path.join(PAGES, 'pages.json'));
}

export type Scorers = {
  scrapinghub(rows: { truth: string; pred: string }[]): { f1: number; precision: number; recall: number };
  wcxb(truth: string, pred: string): number;
};

export type StressCase = { id: string; wait: number; must: string[]; mustNot: string[]; md: string[] };
export type StressScorer = {
  scoreCase(stress: StressCase, markdown: string): { pass: boolean; leak: number };
};

export function loadScorer<Scorer>(file: string): Promise<Scorer> {
  return import(pathToFileURL(path.join(SHARED, 'tools', file)).href) as Promise<Scorer>;
}
