// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { readVisibleMarkdown } from '../../testing/page-reader/visible-markdown.ts';
import { orderOnScreen } from './screen-order.ts';
import { createView, readTraits } from './view.ts';

const boxes = (...styles: string[]) => styles.map((style, at) => `<p style="${style}">${at + 1}</p>`).join('');
const read = (html: string) => readVisibleMarkdown(html).replaceAll('\n\n', ' ');

test.each([
  ['a reversed column', 'display: flex; flex-direction: column-reverse', boxes('', '', ''), '3 2 1'],
  ['a reversed row', 'display: inline-flex; flex-direction: row-reverse', boxes('', ''), '2 1'],
  ['an order', 'display: flex', boxes('order: 3', 'order: 1', 'order: 2'), '2 3 1'],
  ['an order in a grid, with text', 'display: grid', `zero ${boxes('order: 1', '')}`, 'zero 2 1'],
  [
    'a reversed column with an order',
    'display: flex; flex-direction: column-reverse',
    boxes('', '', 'order: -1'),
    '2 1 3',
  ],
  ['an ordinary row', 'display: flex', boxes('', ''), '1 2'],
])('reads %s in screen order', (_, style, children, expected) => {
  expect(read(`<div style="${style}">${children}</div>`)).toBe(expected);
});

test('reads the children of a shadow tree in their own order', () => {
  document.body.innerHTML = '<div style="display: flex; flex-direction: column-reverse"><p>light</p></div>';
  const root = document.querySelector('div')?.attachShadow({ mode: 'open' });
  if (root) root.innerHTML = '<p>one</p><p>two</p>';
  expect(readVisibleMarkdown()).toBe('one\n\ntwo');
});

test('reads text that is hidden until found, and the content of tabs, as collapsed', () => {
  const tab = '<button role="tab" aria-controls="t">Windows</button>';
  const panel = (style: string) => `<div id="t" ${style}><p>install</p></div>`;
  expect(readVisibleMarkdown(`${tab}${panel('style="content-visibility: hidden"')}`)).toContain(
    '(collapsed: Windows)\n\ninstall',
  );
  expect(readVisibleMarkdown(panel('hidden="until-found" style="content-visibility: hidden"'))).toBe(
    '(collapsed)\n\ninstall',
  );
  expect(readVisibleMarkdown(`<p>Seen</p>${panel('style="content-visibility: hidden"')}`)).toBe('Seen');
});

test('reads columns of rolling digits from left to right, wherever they have rolled to', () => {
  document.body.innerHTML = `<span style="position: relative">${[5, 0, 8].map((digit) => `<b style="position: absolute">${digit}</b>`).join('')}</span>`;
  const [odometer] = document.querySelectorAll('span');
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...(odometer?.children ?? [])].indexOf(this);
    return at < 0 ? new DOMRect(0, 0, 40, 20) : new DOMRect(at * 12, -20 * Number(this.textContent), 12, 200);
  });
  const view = createView(document, window);
  const order = odometer && orderOnScreen(odometer, readTraits(odometer, view), view);
  vi.restoreAllMocks();
  expect(order).toBeNull();
});
