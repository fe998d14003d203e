import { expect, test } from 'vitest';
import type { PageBlock } from '../contracts/index.ts';
import { LINEAR_GROWTH, timeGrowth } from '../testing/time-growth.ts';
import { duckduckgo } from './engines/duckduckgo.ts';
import { findTabReason } from './read-in-tab.ts';
import { resultsOnPage } from './results-page.ts';
import { searchWeb } from './search.ts';

const PAGE = 'https://search.test/';

const needTab = (html: string) => findTabReason({ html, text: 'Loading', requested: PAGE, url: PAGE });
const readRows = (text: string) => duckduckgo.rows({ status: 200, text, json: undefined });
const readResults = (markdown: string) => {
  const block = (text: string): PageBlock => ({ markdown: text, kind: 'paragraph', headingLevel: null });
  return resultsOnPage([block('[Tides](https://b.test/)'), block(markdown)], PAGE);
};
const search = (title: string) => {
  const engine = { ...duckduckgo, rows: () => [{ title, url: 'https://a.test/', snippet: title }] };
  const setup = { address: PAGE, key: '', searchId: '' };
  const query = { query: 'tides', site: '', recency: null };
  return searchWeb(engine, query, setup, {
    fetch: async () => new Response('{}'),
    signal: new AbortController().signal,
  });
};

test.each<[string, (text: string) => unknown, string]>([
  ['fields that do not end, in a page that was opened', needTab, '<input type '],
  ['links that do not end, on a page of results', readResults, '[ ![a](b '],
  ['pictures that do not end, on a page of results', readResults, '!['],
  ['results that do not end, of an engine', readRows, '<div class="'],
  ['links that do not end, of an engine', readRows, '<div class="result results_links"><a class="result__a">'],
  ['tags that do not end, in the title of a result', search, '<a '],
])('a text that was made to take time is read in one that grows with its length: %s', async (_, read, unit) => {
  const growth = await timeGrowth((size) => read(unit.repeat(size / unit.length)), 100_000);
  expect(growth).toBeLessThan(LINEAR_GROWTH);
});
