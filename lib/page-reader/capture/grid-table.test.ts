// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { columnsOfGrid } from './grid-table.ts';

const WIDTH = 100;
const HEIGHT = 20;

/**
 * Counts the columns of a grid with these rows, whose cells lie below and beside each other. `classes`: those of the
 * columns, `head`: that of the cells in the first row.
 */
function countColumns(
  rows: readonly string[][],
  { classes = [] as string[], head = '', areStaggered = false } = {},
): number {
  const count = rows[0]?.length ?? 0;
  const template = `${WIDTH}px `.repeat(count).trim();
  const cells = rows
    .flat()
    .map((text, at) => `<div class="${classes[at % count] ?? ''} ${at < count ? head : ''}">${text}</div>`);
  document.body.innerHTML = `<div style="display: grid; grid-template-columns: ${template}">${cells.join('')}</div>`;
  const grid = document.body.firstElementChild as Element;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = [...grid.children].indexOf(this);
    const shift = areStaggered ? Math.floor(at / count) * 15 : 0;
    return new DOMRect((at % count) * WIDTH + shift, Math.floor(at / count) * HEIGHT, WIDTH, HEIGHT);
  });
  return columnsOfGrid(grid, 'grid', window);
}

afterEach(() => vi.restoreAllMocks());

const fees = [
  ['Length', 'Summer', 'Winter'],
  ['to 6 m', '14', '9'],
  ['to 9 m', '19,50 €', '12 €'],
];
const names = [
  ['North', 'South', 'East'],
  ['West', 'Old', 'New'],
  ['Long', 'Short', 'Wide'],
];

test('finds the columns of a grid whose columns contain numbers below a header', () => {
  expect(countColumns(fees)).toBe(3);
});

test('finds them by classes of the columns', () => {
  expect(countColumns(names, { classes: ['first', 'second', 'last'] })).toBe(3);
});

test('leaves tiles as they are, and cells that do not lie in columns', () => {
  expect(countColumns(names)).toBe(0);
  expect(countColumns(names, { classes: ['tile', 'tile', 'tile'] })).toBe(0);
  expect(countColumns(fees, { areStaggered: true })).toBe(0);
  expect(countColumns(fees.slice(0, 2))).toBe(0);
  expect(countColumns(fees.map(([first = '', ...rest]) => [`<h3>${first}</h3>`, ...rest]))).toBe(0);
});

test('finds them by names of columns that alone have a class, in a last row that is incomplete too', () => {
  const week = [['Mo', 'Tu', 'We'], ['1', '2', '3 Choir at 19:30'], ['4', '5', '6'], ['7']];
  expect(countColumns(week, { head: 'weekday' })).toBe(3);
  expect(countColumns(week)).toBe(0);
  expect(countColumns(week, { head: 'weekday', classes: ['weekday'] })).toBe(0);
  expect(
    countColumns([['Mo', 'Tu', 'A long text that is not the name of any column'], ...week], { head: 'weekday' }),
  ).toBe(0);
  expect(countColumns(week, { head: 'weekday', areStaggered: true })).toBe(0);
});
