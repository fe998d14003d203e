// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
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
