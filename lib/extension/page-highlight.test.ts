import '../testing/fake-browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { browser } from 'wxt/browser';
import type { HighlightAnswer, HighlightRequest, PagePassage } from '../contracts/index.ts';
import { PageHighlight } from './page-highlight.ts';

const PASSAGE: PagePassage = { text: '412 people live here.', before: '', after: '' };

/** The document of the tab: whether it has the session, the requests it received, and how it answers `next`. */
let page: { hasSession: boolean; requests: HighlightRequest['type'][]; next: () => Promise<HighlightAnswer> };

async function answer(request: HighlightRequest): Promise<HighlightAnswer> {
  page.requests.push(request.type);
  if (request.type === 'watch') page.hasSession = true;
  if (!page.hasSession) return { type: 'gone' };
  return request.type === 'next' ? page.next() : { type: 'done', count: 1 };
}

type Injection = { args?: [HighlightRequest]; files?: string[] };

const executeScript = async ({ args }: Injection) => [
  { frameId: 0, result: args === undefined ? true : await answer(args[0]) },
];

const never = () => new Promise<never>(() => undefined);

let highlight: PageHighlight;
beforeEach(() => {
  vi.useFakeTimers();
  page = { hasSession: false, requests: [], next: never };
  const scripting = { executeScript, insertCSS: async () => undefined, removeCSS: async () => undefined };
  Object.assign(browser, { scripting });
  highlight = new PageHighlight(1, 'https://island.test', () => undefined);
});
afterEach(() => {
  highlight.close();
  vi.useRealTimers();
});

describe('a page that was loaded again, where the browser never settles the last request to the old document', () => {
  beforeEach(async () => {
    highlight.watch([PASSAGE]);
    await vi.advanceTimersByTimeAsync(0);
    expect(page.requests).toEqual(['watch', 'next']);
    page = { hasSession: false, requests: [], next: never };
  });

  test('is lit up when something is pointed at in the panel', async () => {
    await highlight.light([PASSAGE]);
    expect(page.requests).toEqual(['light', 'watch', 'next', 'light']);
  });

  test('is polled for what is pointed at there after some seconds', async () => {
    await vi.advanceTimersByTimeAsync(20_000);
    expect(page.requests.slice(0, 2)).toEqual(['watch', 'next']);
  });

  test('is asked by one request at a time', async () => {
    page.next = async () => new Promise((resolve) => setTimeout(resolve, 10_000, { type: 'pointed', index: null }));
    await highlight.light([PASSAGE]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(page.requests.filter((type) => type === 'next').length).toBeLessThanOrEqual(7);
  });
});
