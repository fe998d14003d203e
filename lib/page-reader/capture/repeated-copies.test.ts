// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { isCopy } from './repeated-copies.ts';
import { createView } from './view.ts';

/** Whether each item of a ticker is a copy. All of them lie inside its window. */
function findCopies(style: string): boolean[] {
  const items = ['Der Ofen ist repariert.', 'Keine Fahrt am Freitag.', 'Der Ofen ist repariert.'];
  document.body.innerHTML = `<div style="overflow: hidden"><div style="${style}">${items.map((text) => `<p>${text}</p>`).join('')}</div></div>`;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 400, 20));
  const view = createView(document, window);
  const copies = [...document.querySelectorAll('p')].map((item) => isCopy(item, true, view));
  vi.restoreAllMocks();
  return copies;
}

test('the same text in a row that an animation moves is a copy, and in a row that stands still it is not', () => {
  expect(findCopies('animation-name: roll')).toEqual([false, false, true]);
  expect(findCopies('animation-name: none')).toEqual([false, false, false]);
});
