import '../testing/fake-browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { SensitiveFields } from '../page-reader/capture/sensitive-fields.ts';
import { buildReading } from '../testing/tools/memory-pages.ts';
import type { DocumentState } from './document-state.ts';
import { OpenPageReader } from './open-pages.ts';
import { settings } from './settings.ts';

type FakeTab = {
  id: number;
  title?: string;
  url?: string;
  status?: string;
  discarded?: boolean;
  incognito?: boolean;
  lastAccessed?: number;
};

/** A page with one of the search words. */
const PLAIN = { state: '1', contentType: 'text/html', counts: [1, 0] };

/** The state of each tab's document, by id. A tab without one does not answer. */
let documents: Map<number, DocumentState>;
/** The sensitive fields in each frame of a tab. Other tabs have none. */
let fields: Map<number, SensitiveFields[]>;
/** Tabs whose text was read. */
let read: number[];

function open(...tabs: FakeTab[]): void {
  documents = new Map();
  fields = new Map();
  const all = tabs.map((tab) => ({ status: 'complete', discarded: false, incognito: false, active: false, ...tab }));
  for (const { id, url = 'https://hidden.test/' } of all) documents.set(id, { url, ...PLAIN });
  vi.spyOn(browser.tabs, 'query').mockResolvedValue(all as never);
}

beforeEach(async () => {
  read = [];
  await settings.sitePolicies.setValue({});
  Object.assign(browser, {
    scripting: {
      async executeScript({ target: { tabId }, files }: { target: { tabId: number }; files?: string[] }) {
        if (files) return (fields.get(tabId) ?? ['none']).map((result, frameId) => ({ frameId, result }));
        const document = documents.get(tabId);
        return document === undefined ? new Promise(() => undefined) : [{ frameId: 0, result: document }];
      },
    },
  });
});

/** A reader of tabs whose documents have one paragraph. */
function readerOfTabs(): OpenPageReader {
  return new OpenPageReader(async (tabId, url) => {
    read.push(tabId);
    return { ...buildReading(`Tab ${tabId}`, 'Words.'), url };
  });
}

const STARTS = ['gull', 'sand'];
const search = (reader: OpenPageReader) => reader.read(STARTS, new AbortController().signal);
const ids = async (reader = readerOfTabs()) => (await search(reader)).pages.map(({ tabId }) => tabId);

test('loaded tabs are read, those used last first, and the number of the others is told', async () => {
  open(
    { id: 1, url: 'https://a.test/', lastAccessed: 1 },
    { id: 2, url: 'https://b.test/', lastAccessed: 2 },
    { id: 3, url: 'https://c.test/', discarded: true },
    { id: 4, url: 'https://d.test/', status: 'loading' },
    { id: 5 },
    { id: 6, url: 'chrome://settings/' },
  );
  const { pages, leftOut } = await search(readerOfTabs());
  expect(pages.map(({ tabId, title }) => [tabId, title])).toEqual([
    [2, 'Tab 2'],
    [1, 'Tab 1'],
  ]);
  // A suspended tab is not even inspected, since that would load it.
  expect(leftOut).toBe(3);
  expect(read.toSorted()).toEqual([1, 2]);
});

test('sites that the user wants to be asked about, or never sends, are not read', async () => {
  open(
    { id: 1, url: 'https://ask.test/' },
    { id: 2, url: 'https://never.test/' },
    { id: 3, url: 'https://send.test/' },
  );
  await settings.sitePolicies.setValue({
    'https://ask.test': 'ask',
    'https://never.test': 'never',
    'https://send.test': 'send',
  });
  expect(await ids()).toEqual([3]);
  expect(read).toEqual([3]);
});

test('a tab that has moved to such a site since it was listed is not read', async () => {
  open({ id: 1, url: 'https://a.test/' });
  await settings.sitePolicies.setValue({ 'https://never.test': 'never' });
  documents.set(1, { url: 'https://never.test/', ...PLAIN });
  expect(await ids()).toEqual([]);
  expect(read).toEqual([]);
});

test('pages with a password field, documents that would be fetched, and tabs of private windows are left out', async () => {
  open(
    { id: 1, url: 'https://a.test/' },
    { id: 2, url: 'https://b.test/' },
    { id: 3, url: 'https://c.test/', incognito: true },
    { id: 4, url: 'https://d.test/' },
  );
  fields.set(4, ['shown']);
  fields.set(1, ['none', 'hidden']);
  documents.set(2, { url: 'https://b.test/', ...PLAIN, contentType: 'application/pdf' });
  expect(await ids()).toEqual([]);
  expect(read).toEqual([]);
});

test('an unchanged document is read once, another one or a changed one again', async () => {
  open({ id: 1, url: 'https://a.test/' });
  const reader = readerOfTabs();
  expect([await ids(reader), await ids(reader)]).toEqual([[1], [1]]);
  expect(read).toEqual([1]);
  documents.set(1, { url: 'https://a.test/', ...PLAIN, state: '2' });
  expect(await ids(reader)).toEqual([1]);
  expect(read).toEqual([1, 1]);
});

test('a tab that does not answer is excluded after some seconds', async () => {
  open({ id: 1, url: 'https://a.test/' }, { id: 2, url: 'https://b.test/' });
  documents.delete(1);
  expect(await ids()).toEqual([2]);
});

test('each tab is reported as it is read, while another is still being read', async () => {
  open({ id: 1, url: 'https://a.test/' }, { id: 2, url: 'https://b.test/' });
  const told: number[] = [];
  const stop = new AbortController();
  const reader = new OpenPageReader((tabId, url) =>
    tabId === 1 ? new Promise(() => undefined) : Promise.resolve({ ...buildReading('Two', 'Words.'), url }),
  );
  const done = reader.read(STARTS, stop.signal, ({ tabId }) => told.push(tabId));
  await vi.waitFor(() => expect(told).toEqual([2]));
  stop.abort();
  await expect(done).rejects.toThrow();
});

test('each tab is reported as it is read, while another does not answer yet', async () => {
  open({ id: 1, url: 'https://a.test/' }, { id: 2, url: 'https://b.test/' });
  documents.delete(1);
  const told: number[] = [];
  const stop = new AbortController();
  const done = readerOfTabs().read(STARTS, stop.signal, ({ tabId }) => told.push(tabId));
  await vi.waitFor(() => expect(told).toEqual([2]));
  stop.abort();
  await expect(done).rejects.toThrow();
});

test('tabs without any of the words are searched, and not read', async () => {
  open({ id: 1, url: 'https://a.test/' }, { id: 2, url: 'https://b.test/' });
  documents.set(1, { url: 'https://a.test/', ...PLAIN, counts: [0, 0] });
  const { pages, searched, leftOut } = await search(readerOfTabs());
  expect([pages.map(({ tabId }) => tabId), searched, leftOut]).toEqual([[2], 2, 0]);
  expect(read).toEqual([2]);
});

test('of many tabs with the words, those with the rarer ones and more of them are read', async () => {
  open(...Array.from({ length: 60 }, (_, n) => ({ id: n + 1, url: `https://a.test/${n}`, lastAccessed: 60 - n })));
  documents.set(58, { url: 'https://a.test/57', ...PLAIN, counts: [0, 1] });
  documents.set(59, { url: 'https://a.test/58', ...PLAIN, counts: [9, 0] });
  documents.set(60, { url: 'https://a.test/59', ...PLAIN, counts: [1, 1] });
  const { pages, searched, leftOut } = await search(readerOfTabs());
  expect(pages.slice(0, 4).map(({ tabId }) => tabId)).toEqual([60, 58, 59, 1]);
  expect([pages.length, read.length, searched, leftOut]).toEqual([16, 16, 60, 0]);
});

test('ends when it is aborted', async () => {
  open({ id: 1, url: 'https://a.test/' });
  documents.delete(1);
  await expect(readerOfTabs().read(STARTS, AbortSignal.timeout(20))).rejects.toThrow();
});

test('tabs that the browser has not loaded are found by their titles, and not loaded for it', async () => {
  open(
    { id: 1, title: 'Gulls of the coast', url: 'https://a.test/', discarded: true },
    { id: 2, title: 'Seagulls', url: 'https://b.test/', discarded: true },
    { id: 3, title: 'Sandbanks', url: 'https://never.test/', discarded: true },
  );
  await settings.sitePolicies.setValue({ 'https://never.test': 'never' });
  const { pages, searched, leftOut } = await search(readerOfTabs());
  expect(pages.map(({ tabId, isLoaded }) => [tabId, isLoaded])).toEqual([[1, false]]);
  expect(pages[0]?.blocks.map(({ markdown }) => markdown)).toEqual([
    '# Gulls of the coast',
    expect.stringContaining('not loaded'),
  ]);
  expect([searched, leftOut, read]).toEqual([1, 2, []]);
});
