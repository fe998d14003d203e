// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { press, render } from '../../lib/testing/render-component.tsx';
import { QuoteSelection } from './quote-selection.tsx';

let quoted: string[];
let inserted: string[];
let host: HTMLElement;
beforeEach(async () => {
  quoted = [];
  inserted = [];
  ({ host } = await render(
    <>
      <article className="message user">Why are there two?</article>
      <article className="message assistant">The far side is pulled a little less.</article>
      <QuoteSelection onQuote={(text) => quoted.push(text)} onInsert={(text) => inserted.push(text)} />
    </>,
  ));
});
afterEach(() => host.remove());

const select = (selector: string, from: number, until: number) =>
  act(async () => {
    const text = host.querySelector(selector)?.firstChild as Text;
    document.getSelection()?.setBaseAndExtent(text, from, text, until);
    document.dispatchEvent(new Event('selectionchange'));
  });

test('the buttons stay in the panel, however long their words are', async () => {
  const box = vi.spyOn(Range.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(200, 120, 80, 20));
  for (const [name, size] of [
    ['offsetWidth', 340],
    ['offsetHeight', 62],
  ] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(size);
  vi.stubGlobal('innerWidth', 360);
  await select('.assistant', 4, 12);
  const { style } = host.querySelector('.quote-selection') as HTMLElement;
  expect([style.left, style.top]).toEqual(['16px', '54px']);
  box.mockReturnValue(new DOMRect(10, 40, 80, 20));
  await select('.assistant', 4, 13);
  expect([style.left, style.top]).toEqual(['10px', '64px']);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('selected text of an answer can be quoted, which clears the selection', async () => {
  await select('.assistant', 4, 12);
  await press(host, 'Quote');
  expect(quoted).toEqual(['far side']);
  expect(document.getSelection()?.rangeCount).toBe(0);
});

test('selected text of an answer can be inserted into the page', async () => {
  await select('.assistant', 4, 12);
  await press(host, 'Insert into page');
  expect([quoted, inserted]).toEqual([[], ['far side']]);
});

test.each([
  ['nothing is selected', '.assistant', 4, 4],
  ['a space is selected', '.assistant', 3, 4],
  ['it is a question', '.user', 0, 3],
])('nothing is offered if %s', async (_sentence, selector, from, until) => {
  await select('.assistant', 4, 12);
  expect(host.querySelector('button')).not.toBeNull();
  await select(selector, from, until);
  expect(host.querySelector('button')).toBeNull();
});
