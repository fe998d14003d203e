// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { answerHighlightRequest } from '../page-highlight/index.ts';
import { showPassage } from './show-passage.ts';

const calls = vi.hoisted(() => [] as string[]);
vi.mock('wxt/browser', () => ({
  browser: {
    scripting: {
      executeScript: async ({ func, args = [] }: { func?: (...args: unknown[]) => unknown; args?: unknown[] }) => [
        { frameId: 0, result: func === undefined || (await func(...args)) },
      ],
      insertCSS: async ({ origin, css }: { origin: string; css: string }) => void calls.push(`insert ${origin} ${css}`),
      removeCSS: async () => void calls.push('remove'),
    },
  },
}));
vi.mock('./inject.ts', () => ({ inject: (_tab: number, run: () => unknown) => run(), injectAll: async () => [] }));

class FakeHighlight extends Set<Range> {
  priority = 0;
  constructor(...ranges: Range[]) {
    super(ranges);
  }
}
const highlights = new Map<string, FakeHighlight>();
const shown = () => [...highlights.values()].flatMap((ranges) => [...ranges]).map((range) => range.startContainer);

beforeEach(() => {
  calls.length = 0;
  highlights.clear();
  vi.stubGlobal('answerHighlightRequest', answerHighlightRequest);
  vi.stubGlobal('CSS', { highlights });
  vi.stubGlobal('Highlight', FakeHighlight);
  vi.stubGlobal('scrollBy', () => undefined);
  Element.prototype.scrollIntoView = () => undefined;
  vi.spyOn(Range.prototype, 'getClientRects').mockReturnValue([new DOMRect(0, 0, 90, 20)] as unknown as DOMRectList);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  document.body.innerHTML = '<p>Low tide at six.</p><p>High tide.</p><p>Low tide at six.</p>';
});

const text = (index: number) => document.querySelectorAll('p')[index]?.firstChild;

test('a passage is highlighted with a style that Chromium paints, and which is removed after some seconds', async () => {
  expect(await showPassage(1, ['Low tide'])).toBe(true);
  expect(calls).toEqual([expect.stringMatching(/^insert AUTHOR @media screen [\s\S]*::highlight[\s\S]*!important/)]);
  expect(shown()).toEqual([text(0)]);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual([]);
  expect(calls.at(-1)).toBe('remove');
});

test('asked again while it is highlighted, the next place is shown, and after the last the first', async () => {
  for (const index of [0, 2, 0]) {
    await showPassage(1, ['Low tide', 'six']);
    expect(shown()[0]).toBe(text(index));
  }
  await vi.runAllTimersAsync();
  await showPassage(1, ['Low tide', 'six']);
  expect(shown()[0]).toBe(text(0));
});

test('a passage shown again keeps its style for as long as it is highlighted', async () => {
  await showPassage(1, ['Low tide']);
  await vi.advanceTimersByTimeAsync(4_000);
  await showPassage(1, ['Low tide']);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(shown()).toHaveLength(1);
  expect(calls.at(-1)).toMatch(/^insert/);
});

test('a passage with marks of footnotes is shown, which its quotation does not have', async () => {
  document.body.innerHTML = '<p>Low<sup>[1]</sup> tide at six.</p>';
  expect(await showPassage(1, ['Low tide at six'])).toBe(true);
  expect([...highlights.values()].flatMap((ranges) => [...ranges]).map(String)).toEqual(['Low[1] tide at six']);
});
