import { describe, expect, test } from 'vitest';
import { LINEAR_GROWTH, timeGrowth } from '../../testing/time-growth.ts';
import { type TableQuery, tableText } from './tables.ts';

const table = {
  caption: '',
  header: ['Name', 'Unit price', 'Note'],
  rows: [
    ['Lamp', '19.99', '[new](https://shop.test/lamp)'],
    ['Desk, large', '200', 'says "heavy"'],
    ['Chair', '80', 'a | b'],
  ],
};
const all: TableQuery = { rows: '', columns: '', contains: '', format: 'markdown' };
const ask = (query: Partial<TableQuery>, maxTokens = 1000) => tableText(table, { ...all, ...query }, maxTokens);

describe('a table', () => {
  test('is given as Markdown, pipes escaped', () => {
    expect(ask({}).text).toBe(
      '| Name | Unit price | Note |\n| --- | --- | --- |\n| Lamp | 19.99 | [new](https://shop.test/lamp) |\n' +
        '| Desk, large | 200 | says "heavy" |\n| Chair | 80 | a \\| b |',
    );
  });

  test('is given as CSV, quoted if needed and without Markdown', () => {
    expect(ask({ format: 'csv' }).text).toBe(
      'Name,Unit price,Note\nLamp,19.99,new\n"Desk, large",200,"says ""heavy"""\nChair,80,a | b',
    );
  });

  test.each([
    ['a | b * c_d [e]', 'a | b * c_d [e]'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['**bold [link](https://x.test/a)** and *more*', 'bold link and more'],
    ['[![Alt](https://x.test/i.png)](https://x.test)', 'Alt'],
    ['`x * y | z` \\`\\`\\`', 'x * y | z ```'],
    ['``a ` b``', 'a ` b'],
    ['1\\. FC Köln', '1. FC Köln'],
    ['\\# 5<br>~~old~~ new', '# 5 old new'],
    ['\\*not emphasis\\*', '*not emphasis*'],
  ])('has the characters that the page shows in a cell: %s', (cell, text) => {
    expect(tableText({ caption: '', header: ['A'], rows: [[cell]] }, { ...all, format: 'csv' }, 1000).text).toBe(
      `A\n${text}`,
    );
  });

  test.each(['*a ', '[a](b', '[', '](b)'])('of cells made to take time is read in one that grows: %s', async (unit) => {
    const read = (size: number) => {
      const cell = unit.repeat(size / unit.length);
      const row = { caption: '', header: ['A'], rows: [[cell]] };
      return tableText(row, { ...all, format: 'csv' }, 1_000_000);
    };
    expect(await timeGrowth(read, 60_000)).toBeLessThan(LINEAR_GROWTH);
  });

  test('has no formula that a spreadsheet would run', () => {
    const cells = [
      '=HYPERLINK("//x.test")',
      '@SUM(1+1)',
      "+cmd|' /C calc'!A0",
      '-2',
      '+49 (89) 12',
      '@ada',
      '-- none',
      'x;"=1+1',
    ];
    const formulas = { caption: '', header: ['Cell'], rows: cells.map((cell) => [cell]) };
    expect(
      tableText(formulas, { ...all, format: 'csv' }, 1000)
        .text.split('\n')
        .slice(1),
    ).toEqual([
      `"'=HYPERLINK(""//x.test"")"`,
      "'@SUM(1+1)",
      "'+cmd|' /C calc'!A0",
      '-2',
      '+49 (89) 12',
      '@ada',
      '-- none',
      // A program that separates at semicolons strips the quotes before the sign.
      `"x;""'=1+1"`,
    ]);
  });

  test('is limited to the requested rows and columns', () => {
    expect(ask({ rows: '2-', columns: 'name, price', format: 'csv' }).text).toBe(
      'Name,Unit price\n"Desk, large",200\nChair,80',
    );
    expect(ask({ rows: '1', columns: '3', format: 'csv' }).text).toBe('Note\nnew');
    expect(ask({ rows: '1-2' }).shown).toEqual([1, 2]);
    expect(ask({ contains: 'HEAVY desk' }).shown).toEqual([2]);
    expect(ask({ columns: 'Colour' }).unknown).toEqual(['Colour']);
    expect(ask({ rows: '9' })).toMatchObject({ shown: [], total: 0 });
  });

  test('ends after whole rows within the limit', () => {
    const { shown, total } = ask({}, 40);
    expect(shown).toEqual([1]);
    expect(total).toBe(3);
  });
});
