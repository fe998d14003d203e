import { expect, test } from 'vitest';
import { buildTable, cellText, type TableRow, tableMarkdown } from './table-grid.ts';

function row(
  section: TableRow['section'],
  ...texts: (string | { text: string; colspan?: number; rowspan?: number })[]
): TableRow {
  const cells = texts.map((cell) => (typeof cell === 'string' ? { text: cell } : cell));
  return { section, cells: cells.map((cell) => ({ header: section === 'head', colspan: 1, rowspan: 1, ...cell })) };
}

test('joins several header rows into one', () => {
  const rows = [
    row('head', { text: 'Port', rowspan: 2 }, { text: '2025', colspan: 2 }),
    row('head', 'Q1', 'Q2'),
    row('body', 'Oslo', '1', '2'),
  ];
  expect(tableMarkdown(buildTable(rows, ''))).toBe(
    '| Port | 2025 / Q1 | 2025 / Q2 |\n| --- | --- | --- |\n| Oslo | 1 | 2 |',
  );
});

test('adds an empty header to a table without one', () => {
  expect(tableMarkdown(buildTable([row('body', 'a', '1'), row('body', 'b', '2')], ''))).toBe(
    '|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |',
  );
});

test('puts the foot last and keeps empty columns, but no empty rows', () => {
  const rows = [
    row('head', 'A', '', 'B'),
    row('foot', 'sum', '', '3'),
    row('body', 'x', '', '3'),
    row('body', '', '', ''),
  ];
  expect(tableMarkdown(buildTable(rows, ''))).toBe('| A |  | B |\n| --- | --- | --- |\n| x |  | 3 |\n| sum |  | 3 |');
});

test('handles excessive spans', () => {
  const rows = [
    row('body', { text: 'a', colspan: 1_000_000 }),
    row('body', { text: 'b', rowspan: Number.MAX_SAFE_INTEGER }, 'c'),
  ];
  expect(tableMarkdown(buildTable(rows, ''))).toContain('| b | c |');
});

test('keeps a cell on one line, and its pipes distinct from those of the table', () => {
  expect(cellText('a | b\n\n- c')).toBe('a | b<br>- c');
  const table = { caption: '', header: ['A', 'B'], rows: [['a | b', '`c|d`']] };
  expect(tableMarkdown(table)).toBe('| A | B |\n| --- | --- |\n| a \\| b | `c\\|d` |');
});

test('returns the cells as data, with spans resolved', () => {
  const rows = [
    row('head', 'Port', 'Fish', 't'),
    row('body', { text: 'Oslo', rowspan: 2 }, 'Cod', '31'),
    row('body', 'Salt', '32'),
    row('foot', { text: 'Total', colspan: 2 }, '63'),
  ];
  expect(buildTable(rows, 'Seas')).toEqual({
    caption: 'Seas',
    header: ['Port', 'Fish', 't'],
    rows: [
      ['Oslo', 'Cod', '31'],
      ['Oslo', 'Salt', '32'],
      ['Total', '', '63'],
    ],
  });
});
