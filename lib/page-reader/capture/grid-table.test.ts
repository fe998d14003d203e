// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { cellsOfGrid } from './grid-table.ts';
import { createView } from './view.ts';

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
  const places = [...(cellsOfGrid(grid, 'grid', createView(document, window))?.values() ?? [])];
  return Math.max(
    0,
    places.findIndex(({ startsRow }, at) => at > 0 && startsRow),
  );
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

/** Lays out a grid whose cells are placed in rows and columns from 1, and returns its rows with empty cells as `.`. */
function readPlaced(cells: readonly [text: string, row: number, column: number][], columns: number): string[] {
  const style = `display: grid; grid-template-columns: ${`${WIDTH}px `.repeat(columns).trim()}`;
  const boxes = cells.map(([text, row]) => `<div style="grid-row-start: ${row}">${text}</div>`);
  document.body.innerHTML = `<div style="${style}">${boxes.join('')}</div>`;
  const grid = document.body.firstElementChild as Element;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const [, row, column] = cells[[...grid.children].indexOf(this)] ?? ['', 1, 1];
    return new DOMRect(column * WIDTH, row * HEIGHT, WIDTH, HEIGHT);
  });
  const rows: string[] = [];
  for (const [cell, { startsRow, emptyBefore }] of cellsOfGrid(grid, 'grid', createView(document, window)) ?? []) {
    if (startsRow) rows.push('');
    rows.push(`${rows.pop()} ${'. '.repeat(emptyBefore)}${cell.textContent}`.trim());
  }
  return rows;
}

const days: [string, number, number][] = [
  ['', 1, 1],
  ['Mon', 1, 2],
  ['Tue', 1, 3],
  ['9:00', 2, 1],
  ['11:00', 3, 1],
  ['12:00', 4, 1],
];

test('reads placed cells below the name of their column and beside the name of their row', () => {
  const events: typeof days = [
    ['Lunch', 4, 2],
    ['Review', 2, 3],
    ['Call', 3, 2],
    ['Ferry', 3, 3],
  ];
  expect(readPlaced([...days, ...events], 3)).toEqual([
    '. Mon Tue',
    '9:00 . Review',
    '11:00 Call Ferry',
    '12:00 Lunch',
  ]);
});

test('leaves placed cells that are in one place, or beside no name', () => {
  expect(readPlaced([...days, ['Lunch', 4, 2], ['Call', 4, 2]], 3)).toEqual([]);
  expect(readPlaced([...days.slice(0, 4), ['Noon', 4, 1], ['Call', 3, 2], ['Late', 3, 2]], 3)).toEqual([]);
  expect(readPlaced([...days, ['A long text that is not the name of any row', 5, 1], ['Call', 3, 2]], 3)).toEqual([]);
});

test('reads a month that begins within a week', () => {
  const names = ['Mo', 'Tu', 'We'].map((name) => `<b>${name}</b>`).join('');
  document.body.innerHTML = `<div style="display: grid; grid-template-columns: 100px 100px 100px">${names}${'<i>1</i>'.repeat(5)}</div>`;
  const grid = document.body.firstElementChild as Element;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const index = [...grid.children].indexOf(this);
    const at = index < 3 ? index : index + 2;
    return new DOMRect((at % 3) * WIDTH, Math.floor(at / 3) * HEIGHT, WIDTH, HEIGHT);
  });
  const cells = [...(cellsOfGrid(grid, 'grid', createView(document, window))?.values() ?? [])];
  expect(cells[3]).toEqual({ header: false, startsRow: true, emptyBefore: 2 });
  expect(cells).toHaveLength(8);
});
