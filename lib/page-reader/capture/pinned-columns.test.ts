// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { pinnedRows } from './pinned-columns.ts';
import { createView, readTraits } from './view.ts';

const row = (id: string) => `<div role="row" id="${id}"></div>`;
const places: Record<string, [left: number, top: number]> = {
  a: [0, 0],
  b: [0, 30],
  c: [90, 31],
  d: [90, 0],
  e: [0, 60],
  f: [90, 60],
  g: [90, 70],
};

function findPinnedRows(html: string): { rows: string[]; continuing: string[] } | null {
  document.body.innerHTML = html;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [left, top] = places[this.id] ?? [0, 0];
    return new DOMRect(left, top, 80, 20);
  });
  const grid = document.body.firstElementChild as Element;
  const found = pinnedRows(grid, readTraits(grid, createView(document, window)), createView(document, window));
  vi.restoreAllMocks();
  return found && { rows: found.rows.map(({ id }) => id), continuing: [...found.continuing].map(({ id }) => id) };
}

test('joins the rows of a grid whose columns are in separate boxes', () => {
  const grid = `<div role="grid"><div>${row('b')}${row('a')}</div><div>${row('c')}${row('d')}</div></div>`;
  expect(findPinnedRows(grid)).toEqual({ rows: ['a', 'd', 'b', 'c'], continuing: ['d', 'c'] });
});

test('leaves other grids as they are', () => {
  expect(findPinnedRows(`<div role="grid"><div>${row('a')}</div><div>${row('b')}</div></div>`)).toBeNull();
  expect(findPinnedRows(`<div><div>${row('a')}</div><div>${row('d')}</div></div>`)).toBeNull();
});

test('joins a table of names with the table of values beside it, and no tables of other rows', () => {
  const names = '<table><tr id="a"><td>1</td></tr><tr id="b"><td>2</td></tr><tr id="e"><td>3</td></tr></table>';
  const values = (last: string) =>
    `<table>${['d', 'c', last].map((id) => `<tr id="${id}"><td>4</td><td>5</td></tr>`).join('')}</table>`;
  expect(findPinnedRows(`<div><div>${names}</div><div>${values('f')}</div></div>`)).toEqual({
    rows: ['a', 'd', 'b', 'c', 'e', 'f'],
    continuing: ['d', 'c', 'f'],
  });
  expect(findPinnedRows(`<div><div>${names}</div><div>${values('g')}</div></div>`)).toBeNull();
  expect(findPinnedRows(`<div><div>${values('f')}</div><div>${names}</div></div>`)).toBeNull();
});
